package io.sluice.filters.tenant.endpoint;

/** What the cluster answers, where it is not an error. */
public enum AnswerKind {
    /** A document with its metadata. */
    DOCUMENT,
    /** A document alone. */
    SOURCE,
    /** What became of a document. */
    WRITTEN,
    /** The results of a bulk. */
    BULK,
    /** Hits and aggregations. */
    SEARCH,
    /** The answers to several searches. */
    MSEARCH,
    /** Documents. */
    MGET,
    /** A number of documents. */
    COUNT,
    /** Whether a query is valid. */
    VALIDATION,
    /** How a score came about. */
    EXPLANATION,
    /** What fields can do. */
    FIELD_CAPS,
    /** How many documents were changed. */
    BY_QUERY,
    /** The id of a point in time. */
    POINT_IN_TIME,
    /** Something for each index. */
    BY_INDEX,
    /** That something was done. */
    ACKNOWLEDGED,
    /** That what was written to indices is found from now on. */
    REFRESHED,
    /** That an index was deleted or, where it lies in one with others, its documents. */
    DELETED_INDEX,
    /** That indices were closed, opened or locked. */
    LOCKED,
    /** That an alias goes on in a new index. */
    ROLLED_OVER,
    /** How well indices are. */
    HEALTH,
    /** What was counted of indices. */
    STATISTICS,
    /** Of which segments indices are made. */
    SEGMENTS,
    /** The terms of a text. */
    ANALYSIS,
    /** The terms of a document. */
    TERM_VECTORS,
    /** The terms of documents. */
    SEVERAL_TERM_VECTORS,
    /** Which indices and aliases there are. */
    RESOLUTION,
    /** Rows about indices. */
    ROWS,
    /** What the server is. */
    SERVER,
    /** Nothing is asked of the cluster: the gateway answers with its own address. */
    OWN_ADDRESS;

    /** Whether it may be asked of all of a tenant's indices where they lie in one, since it is never of less. */
    public boolean isOfAllInOne() {
        return this == REFRESHED || this == HEALTH;
    }

    /** Whether it is about what stands in the request, where that names no index. */
    boolean mayBeOfNoIndex() {
        return this == ANALYSIS;
    }

    /** Whether it is the same for all tenants, whatever the layout of their indices. */
    public boolean isOfTheServer() {
        return this == SERVER || this == OWN_ADDRESS;
    }
}
