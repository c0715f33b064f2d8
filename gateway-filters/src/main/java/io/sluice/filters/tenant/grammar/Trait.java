package io.sluice.filters.tenant.grammar;

/** Properties of a request, or of its response so far, that rewriting the response needs. */
public enum Trait {
    /** Aggregations contain hits. */
    TOP_HITS,
    /** The buckets of an aggregation are indices. */
    INDEX_BUCKETS,
    /** The search reads a point in time. */
    POINT_IN_TIME,
    /** A sort uses nested objects. */
    NESTED_ORDER,
    /** Buckets join back to the documents that contain nested objects. */
    WAY_BACK,
    /** The request, or a part of it, is for several indices that share one physical index. */
    SEVERAL_INDICES,
    /** The next of several results begins. */
    RESULT,
    /** A hit begins. */
    HIT,
    /** The hit is a part of a document. */
    PART
}
