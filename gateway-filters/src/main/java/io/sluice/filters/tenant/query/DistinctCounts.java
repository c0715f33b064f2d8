package io.sluice.filters.tenant.query;

import io.sluice.filters.tenant.grammar.Trait;

/**
 * The searches that count distinct values, and those that end after so many hits: in an index that tenants share none may do both.
 * OpenSearch counts the values of a segment through its terms, past the end, where the segment has at most 100 terms of anybody, so that
 * the answer says whether the terms of all tenants are more. For one body; on its event loop.
 */
final class DistinctCounts {

    static final String WHY = "`terminate_after` beside it would tell how many values all tenants have";

    private static final int NONE = -1;

    private boolean allEnd;
    private int ended = NONE;
    private int counted = NONE;

    /** Notes what the URL says of all searches of the request. */
    void shown(Trait trait) {
        allEnd |= trait == Trait.EARLY_END;
    }

    /** Notes that the search of a line ends early; whether it counts distinct values. */
    boolean endsEarly(int line) {
        ended = line;
        return counted == line;
    }

    /** Notes that the search of a line counts distinct values; whether it ends early. */
    boolean counts(int line) {
        counted = line;
        return allEnd || ended == line;
    }
}
