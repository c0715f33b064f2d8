package io.sluice.filters.tenant.grammar;

/** The role of an object that is wrapped or unwrapped as a whole. */
public enum Frame {
    /** A query that must be completed with a filter. */
    QUERY,
    /** A filter of a kNN search that must be completed with another filter. */
    NEIGHBOURS,
    /** A query that scores hits anew, which must be completed with a filter. */
    RESCORED,
    /** A text query, whose score must not reveal how many documents of other tenants match. */
    WORDS,
    /** A query with bounds. Servers skip it if no document of a shard, of any tenant, lies within them. */
    BOUNDS,
    /** Such a query whose score counts. Servers may treat it as a text query. */
    SCORED_BOUNDS,
    /** A document of a request. */
    DOCUMENT,
    /** The mapping of an index, of a request. */
    MAPPING,
    /** A document of an answer. */
    SOURCE,
    /** The mapping of an index, of an answer. */
    SHOWN_MAPPING,
    /** The fields of a mapping, of an answer. */
    SHOWN_PROPERTIES;

    /** Whether a list of several is allowed, which is then handled as a whole. */
    boolean mayBeList() {
        return this == NEIGHBOURS;
    }
}
