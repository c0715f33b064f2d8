package io.sluice.filters.queryguard;

import io.sluice.filters.search.SearchBounds;
import java.util.Map;

/** What a search may have a few of, wherever they stand: for more a server has no room, or works for minutes. */
enum Amount {
    CLAUSES(SearchBounds.MOST_CLAUSES, "queries and sources of intervals in one search"),
    EXPANDED(SearchBounds.MOST_EXPANDED, "sources of intervals that stand for many words"),
    MULTIPLE(SearchBounds.MOST_MULTIPLE, "[span_multi]"),
    THROUGH(SearchBounds.MOST_THROUGH, "queries for which a server goes through the words of an index"),
    NEIGHBOURS(SearchBounds.MOST_NEIGHBOURS, "searches for neighbours"),
    PHRASES(SearchBounds.MOST_PHRASES, "[phrase] suggestions"),
    IN_SHAPES(SearchBounds.MOST_IN_SHAPES, "numbers in all its shapes and places"),
    JOINS(SearchBounds.MOST_JOINS, "[has_child] and [has_parent]"),
    INNER_HITS(SearchBounds.MOST_INNER_HITS, "[inner_hits] of queries"),
    POINTS(SearchBounds.MOST_IN_POINTS, "numbers and texts in the points of its sorts by distance"),
    OF_MATRICES(SearchBounds.MOST_OF_MATRIX, "fields in its [matrix_stats]");

    /** Of which there are a few among queries. */
    static final Map<String, Amount> OF_QUERIES = Map.of(
            "span_multi", MULTIPLE,
            "has_child", JOINS,
            "has_parent", JOINS,
            "prefix", THROUGH,
            "wildcard", THROUGH,
            "regexp", THROUGH);

    /** Of which there are a few among sources of intervals. */
    static final Map<String, Amount> OF_SOURCES =
            Map.of("prefix", EXPANDED, "wildcard", EXPANDED, "regexp", EXPANDED, "fuzzy", EXPANDED, "range", EXPANDED);

    private final int most;
    private final String what;

    Amount(int most, String what) {
        this.most = most;
        this.what = what;
    }

    int most() {
        return most;
    }

    /** For people. */
    String bound() {
        return "among at most " + most + " " + what;
    }
}
