package io.sluice.filters.authorize;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonNames;
import java.util.Arrays;

/**
 * The nearest name around the values of a body, however many lists stand between. Kept for each open container, so that no value costs more
 * where many are open. For one body; on its exchange's event loop.
 */
final class OpenNames {

    private final JsonNames names;
    /** For each open container the position of the nearest name; -1 for another name, and for none. */
    private int[] positions = new int[8];

    private boolean[] lists = new boolean[8];

    OpenNames(JsonNames names) {
        this.names = names;
    }

    /** Takes notice of a value, which may be a container whose inside follows. */
    void enter(JsonCursor at) {
        if (!at.kind().isContainer()) {
            return;
        }
        int depth = at.depth();
        if (depth == positions.length) {
            positions = Arrays.copyOf(positions, depth * 2);
            lists = Arrays.copyOf(lists, depth * 2);
        }
        positions[depth] = position(at);
        lists[depth] = at.kind() == JsonKind.ARRAY;
    }

    /** Whether the value is an element of a list. */
    boolean isElement(JsonCursor at) {
        return at.depth() > 0 && lists[at.depth() - 1];
    }

    /** The position of the name of the member that the value is, or is in a list of; -1 if it is another name, and for none. */
    int position(JsonCursor at) {
        return isElement(at) ? around(at) : at.nameIn(names);
    }

    /** The same for the container that the value stands in. */
    int around(JsonCursor at) {
        return at.depth() == 0 ? -1 : positions[at.depth() - 1];
    }
}
