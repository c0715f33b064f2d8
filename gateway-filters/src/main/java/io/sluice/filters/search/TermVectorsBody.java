package io.sluice.filters.search;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonKind;

/**
 * What the body of a {@code _termvectors} or {@code _mtermvectors} must not be: Elasticsearch 7 and 8 and OpenSearch 2 look for the end of the
 * object that they expect, and where there is none they go on for ever, on a thread that serves everybody. Stateless.
 */
public final class TermVectorsBody {

    private static final String FILTER = "filter";

    private TermVectorsBody() {}

    /** Whether a server would look for the end of an object in the next value, which is none. */
    public static boolean isEndless(JsonCursor at) {
        return at.kind() != JsonKind.OBJECT && (at.depth() == 0 || at.nameIs(FILTER) && isOfRequest(at));
    }

    // A document may have a field of that name.
    private static boolean isOfRequest(JsonCursor at) {
        return switch (at.depth()) {
            case 1 -> true;
            case 2 -> at.nameAtIs(1, "parameters");
            case 3 -> at.nameAtIs(1, "docs");
            default -> false;
        };
    }
}
