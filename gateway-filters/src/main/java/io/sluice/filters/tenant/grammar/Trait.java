package io.sluice.filters.tenant.grammar;

/** That such an element stands in a body: what the answer's way back has to know about a request, or about the answer so far. */
public enum Trait {
    /** Hits stand inside aggregations. */
    TOP_HITS,
    /** The buckets of an aggregation are indices. */
    INDEX_BUCKETS,
    /** The search reads a point in time. */
    POINT_IN_TIME,
    /** An order is that of nested objects. */
    NESTED_ORDER,
    /** Buckets hold the documents around nested objects. */
    WAY_BACK,
    /** A search ends once it has found so many. */
    EARLY_END,
    /** The request, or a part of it, is for several indices that lie in one. */
    SEVERAL_INDICES,
    /** The next of several results begins. */
    RESULT,
    /** A hit begins. */
    HIT,
    /** The hit is a part of a document. */
    PART
}
