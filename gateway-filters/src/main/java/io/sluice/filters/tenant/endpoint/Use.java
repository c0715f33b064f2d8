package io.sluice.filters.tenant.endpoint;

/** What becomes of a URL parameter. */
public enum Use {
    /** Sent as it came. */
    COPIED("sent as it is"),
    /** Only {@code json} may be asked for. */
    JSON_ONLY("only `json`"),
    /** Only {@code false} may be asked for. */
    FALSE_ONLY("only `false`"),
    /** Only {@code true} may be asked for. */
    TRUE_ONLY("only `true`"),
    /** How finely something is told. */
    LEVEL("only `cluster`, `indices` or `shards`"),
    /** The field of a layout's tenant must not be named. */
    FIELDS("names fields"),
    /** The same; what it says of the items of a bulk is said again on the lines of those whose fields have other names. */
    FIELDS_OF_ITEMS("names fields"),
    /** Paths into the answer, which are translated where documents lie below the names of their indices. */
    PATHS("translated in `nested`"),
    /** Sent as it is where all documents of an index are the tenant's; denied elsewhere. */
    OWN_INDEX_ONLY("`index-per-tenant` only"),
    /** The same, but {@code false} may be asked for everywhere, since it asks for nothing. */
    FALSE_UNLESS_OWN("only `false` outside `index-per-tenant`"),
    /** Asks for the scores of queries inside others, which only a layout shows whose scores are the server's own. */
    INNER_SCORES("only `false` where scores are constant"),
    /** Up to how many hits are counted: at least one where several tenants' documents lie in an index. */
    TOTAL("at least 1 is counted in `shared`"),
    /** Part of a query in the URL, which becomes one in the body where the body must be completed. */
    QUERY_TEXT("part of a query"),
    /** Chooses a shard: sent as it is, or the tenant's name where the layout has it so. */
    ROUTING("sent as it is; denied and set with `routing: tenant`"),
    /** Which copies of shards are asked; no nodes may be named. */
    PREFERENCE("not by nodes"),
    /** The id of a scroll. */
    SCROLL("opened, see handles");

    private final String label;

    Use(String label) {
        this.label = label;
    }

    /** For documentation. */
    public String label() {
        return label;
    }
}
