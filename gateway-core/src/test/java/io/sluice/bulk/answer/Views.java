package io.sluice.bulk.answer;

import java.util.function.IntUnaryOperator;

/** What {@code filter_path} may consist of. */
final class Views {

    private static final String[] PATHS = {
        "took",
        "errors",
        "ingest_took",
        "items",
        "items.*.error",
        "items.*.status",
        "items.*._id",
        "items.*._index",
        "items.*.result"
    };

    /** What can be asked for only. */
    private static final String[] INNER = {
        "items.*.error.type", "items.*.error.reason", "items.*.status.of", "items.*.none.of"
    };

    private Views() {}

    /**
     * A path that is included or excluded.
     *
     * @param below draws a number from 0 and below the bound
     */
    static String draw(IntUnaryOperator below) {
        int number = below.applyAsInt(PATHS.length + INNER.length);
        if (number >= PATHS.length) {
            return INNER[number - PATHS.length];
        }
        return (below.applyAsInt(4) == 0 ? "-" : "") + PATHS[number];
    }
}
