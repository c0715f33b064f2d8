package io.sluice.filters.search;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonNames;
import org.jspecify.annotations.Nullable;

/**
 * Whether a header of an {@code _msearch} names its indices in a way that can be judged. Servers take a header as a map, in which one of two
 * names counts, and split whatever is no list at its commas, objects as Java writes them. For one header.
 */
public final class HeaderIndices {

    private static final JsonNames NAMES = JsonNames.of("index", "indices");
    private static final String SEVERAL = "the header names its indices twice";
    private static final String NO_NAMES = "the indices of the header are neither a string nor an array of strings";

    private boolean listed;
    private boolean named;
    private boolean inside;

    /** Why the header must not be sent, judged by its next value; null if nothing is wrong with that. */
    public @Nullable String problem(JsonCursor at) {
        // Some servers take what is in a list for the header.
        if (at.depth() == 0) {
            return at.kind() == JsonKind.OBJECT ? null : "the header is not an object";
        }
        boolean again = at.depth() == 1 && listed;
        inside = at.depth() > 1 ? inside : at.nameIn(NAMES) >= 0;
        if (!inside) {
            return null;
        }
        listed = true;
        named |= at.kind() == JsonKind.STRING;
        return switch (at.kind()) {
            case STRING -> again ? SEVERAL : null;
            case ARRAY, NULL -> at.depth() > 1 ? NO_NAMES : again ? SEVERAL : null;
            default -> NO_NAMES;
        };
    }

    /** Whether the value that was judged last is one of the names, or an expression of several. */
    public boolean isName(JsonCursor at) {
        return inside && at.depth() > 0 && at.kind() == JsonKind.STRING;
    }

    /** Whether the header has names of indices, or an empty list of them. */
    public boolean areThere() {
        return listed;
    }

    /**
     * Whether the header is without the names of its indices, so that others count.
     *
     * @param others whether there are others; an empty list replaces them, too, and means all
     */
    public boolean meansAll(boolean others) {
        return listed ? !named : !others;
    }
}
