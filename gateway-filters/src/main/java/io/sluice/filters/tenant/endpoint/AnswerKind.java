package io.sluice.filters.tenant.endpoint;

/** The kinds of successful responses of the cluster. */
public enum AnswerKind {
    /** A document with its metadata. */
    DOCUMENT,
    /** A document alone. */
    SOURCE,
    /** The result of writing a document. */
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
    /** The explanation of a score. */
    EXPLANATION,
    /** The capabilities of fields. */
    FIELD_CAPS,
    /** How many documents were changed. */
    BY_QUERY,
    /** The id of a point in time. */
    POINT_IN_TIME,
    /** One member per index. */
    BY_INDEX,
    /** An acknowledgement. */
    ACKNOWLEDGED,
    /** The result of a refresh, flush or similar operation on indices. */
    REFRESHED,
    /** The result of deleting an index or, in the nested layout, its documents. */
    DELETED_INDEX,
    /** The result of opening, closing or locking indices. */
    LOCKED,
    /** The result of a rollover. */
    ROLLED_OVER,
    /** The health of indices. */
    HEALTH,
    /** The statistics of indices. */
    STATISTICS,
    /** The segments of indices. */
    SEGMENTS,
    /** The terms of a text. */
    ANALYSIS,
    /** The terms of a document. */
    TERM_VECTORS,
    /** The terms of documents. */
    SEVERAL_TERM_VECTORS,
    /** The existing indices and aliases. */
    RESOLUTION,
    /** Rows about indices. */
    ROWS,
    /** The copies of shards that a search may read. */
    SHARDS,
    /** Information about the server. */
    SERVER,
    /** The license, and what it allows. */
    PRODUCT,
    /** The request is not sent: the gateway answers with its own address. */
    OWN_ADDRESS;

    /**
     * Whether it is allowed for the tenant's whole physical index in the nested layout, because it never covers less.
     */
    public boolean isOfAllInOne() {
        return this == REFRESHED || this == HEALTH;
    }

    /** Whether the request may change documents, indices or aliases. */
    public boolean tellsOfChanges() {
        return switch (this) {
            case WRITTEN, BULK, BY_QUERY, ACKNOWLEDGED, DELETED_INDEX, LOCKED, ROLLED_OVER -> true;
            default -> false;
        };
    }

    /** Whether it depends on the request alone if that names no index. */
    boolean mayBeOfNoIndex() {
        return this == ANALYSIS;
    }

    /** Whether it is the same for all tenants, whatever the layout of their indices. */
    public boolean isOfTheServer() {
        return this == SERVER || this == PRODUCT || this == OWN_ADDRESS;
    }
}
