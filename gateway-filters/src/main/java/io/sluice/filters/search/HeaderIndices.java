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

    private boolean named;
    private boolean inside;

    /** Why the header must not be sent, judged by its next value; null if nothing is wrong with that. */
    public @Nullable String problem(JsonCursor at) {
        if (at.depth() == 0) {
            return null;
        }
        if (at.depth() > 1) {
            return inside && at.kind() != JsonKind.STRING ? "a list of indices in a header has names only" : null;
        }
        inside = at.nameIn(NAMES) >= 0;
        if (!inside) {
            return null;
        }
        boolean again = named;
        named = true;
        return switch (at.kind()) {
            case STRING, ARRAY, NULL -> again ? "a header has more than one list of indices" : null;
            default -> "the indices in a header must be a text or a list of texts";
        };
    }
}
