package io.sluice.filters.tenant.grammar;

/** What the answer's way back has to know about a request: that such an element stood in it. */
public enum Trait {
    /** Hits stand inside aggregations. */
    TOP_HITS,
    /** The buckets of an aggregation are indices. */
    INDEX_BUCKETS,
    /** The search reads a point in time. */
    POINT_IN_TIME
}
