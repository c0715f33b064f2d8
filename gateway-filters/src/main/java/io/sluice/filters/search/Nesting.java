package io.sluice.filters.search;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonNames;
import java.util.List;

/** A bound of how many objects with a member of some names stand within each other. Immutable. */
public final class Nesting {
    private final int most;
    private final String text;
    private final JsonNames names;

    /**
     * Makes a bound.
     *
     * @param most such objects within each other
     * @param text the bound for people, such as {@code at most 5 levels}
     * @param names the names of the member
     */
    Nesting(int most, String text, List<String> names) {
        this.most = most;
        this.text = text;
        this.names = JsonNames.of(names.toArray(String[]::new));
    }

    int most() {
        return most;
    }

    /** The bound for people. */
    public String text() {
        return text;
    }

    boolean isAt(JsonCursor at) {
        return at.nameIn(names) >= 0;
    }
}
