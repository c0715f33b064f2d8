package io.sluice.filters.authorize;

import io.sluice.api.JsonCursor;
import java.util.Arrays;

/** What the open containers of a search's body are, found once for each. For one body; on its exchange's event loop. */
final class FieldPlaces {

    private final OpenNames names;
    private FieldPlace[] open = new FieldPlace[8];

    /** @param names takes notice of the same containers */
    FieldPlaces(OpenNames names) {
        this.names = names;
    }

    /** Takes notice of a value, which may be a container whose inside follows. */
    void enter(JsonCursor at) {
        if (!at.kind().isContainer()) {
            return;
        }
        int depth = at.depth();
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
        }
        open[depth] = of(at);
    }

    /** What a value is. */
    FieldPlace of(JsonCursor at) {
        return at.depth() == 0 ? FieldPlace.SEARCH : open[at.depth() - 1].within(at, names.isElement(at));
    }
}
