package io.sluice.filters.tenant.grammar;

import io.sluice.api.JsonCursor;
import org.jspecify.annotations.Nullable;

/** Counts what stands in an object that must not be too much, whatever rule judges it. For one body at a time. */
final class KeptParts {

    private final Tallies tallies;
    private Rule.@Nullable Content inside;
    private int depth;

    KeptParts(Tallies tallies) {
        this.tallies = tallies;
    }

    /** Such an object begins. */
    void enter(int at, Rule.Content content) {
        depth = at;
        inside = content;
    }

    /** An object or an array ends, perhaps that one. */
    void leave(int at) {
        if (at == depth) {
            inside = null;
        }
    }

    /** Whether a value of that depth is inside one. */
    boolean areAt(int at) {
        return inside != null && at > depth;
    }

    /** Counts a value that is inside one; why it is too much by now, or null. */
    @Nullable String exceeded(JsonCursor at) {
        return inside == null ? null : exceeded(inside, at);
    }

    /** Counts a value; why it is too much by now, or null. */
    @Nullable String exceeded(Rule.Content content, JsonCursor at) {
        String name = at.name();
        int length = (name == null ? 0 : name.length())
                + (at.kind().isContainer() || at.isOversized() ? 0 : at.text().length());
        if (!tallies.takes(content.values(), 1)) {
            return content.values().why();
        }
        return at.isOversized() || !tallies.takes(content.characters(), length)
                ? content.characters().why()
                : null;
    }
}
