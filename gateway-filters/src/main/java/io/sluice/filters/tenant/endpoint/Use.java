package io.sluice.filters.tenant.endpoint;

import io.sluice.filters.search.BatchWaits;
import io.sluice.filters.search.Waits;

/** How a URL parameter is handled. */
public enum Use {
    /** Sent unchanged. */
    COPIED("sent as it is"),
    /** Only {@code json} is allowed. */
    JSON_ONLY("only `json`"),
    /** Only {@code false} is allowed. */
    FALSE_ONLY("only `false`"),
    /** Only {@code true} is allowed. */
    TRUE_ONLY("only `true`"),
    /** The level of detail. */
    LEVEL("only `cluster`, `indices` or `shards`"),
    /** Field names; the layout's tenant field must not be among them. */
    FIELDS("names fields"),
    /** The same for all items of a bulk; repeated on the action lines of items whose fields have physical names. */
    FIELDS_OF_ITEMS("names fields"),
    /** Paths into the response, which are translated in the nested layout. */
    PATHS("translated in `nested`"),
    /** Paths into a response that names no indices; sent unchanged. */
    ANY_PATHS("sent as it is"),
    /** Paths into the health of indices. */
    HEALTH_PATHS("names no index"),
    /** Paths into a response with one member per index. */
    PATHS_BY_INDEX("each path begins with `*.`"),
    /** Sent unchanged if all documents of the index are the tenant's; otherwise denied. */
    OWN_INDEX_ONLY("`index-per-tenant` only"),
    /** The same, but {@code false} is always allowed, because it requests nothing. */
    FALSE_UNLESS_OWN("only `false` outside `index-per-tenant`"),
    /** Requests scores of inner queries; only layouts with the server's own scores allow that. */
    INNER_SCORES("only `false` where scores are constant"),
    /** Up to how many hits are counted; at least one in shared indices. */
    TOTAL("all are counted in `shared`"),
    /** After how many hits a server ends; depends on others' documents in shared indices. */
    EARLY_END("left out in `shared`"),
    /** Part of a query in the URL; moved into the body if that must be completed. */
    QUERY_TEXT("part of a query"),
    /** Requests the document in errors; a stored one differs from the tenant's outside {@code index-per-tenant}. */
    SOURCE_IN_ERRORS("sent as `false` outside `index-per-tenant`"),
    /** When a write is answered; a tenant could have an index of its own wait for good. */
    REFRESH("`wait_for` sent as `true` in `index-per-tenant`"),
    /** Chooses a shard: sent unchanged, or set to the tenant's name if the layout says so. */
    ROUTING("sent as it is; denied and set with `routing: tenant`"),
    /** Chooses shard copies; must not name nodes. */
    PREFERENCE("not by nodes"),
    /** How many searches, or shards, at once. */
    AT_ONCE("more than 20 sent as 20"),
    /** Into how many parts a change by query is divided. */
    SLICES("at most 1,024, or `auto`"),
    /** How many documents of a batch there are. */
    BATCH(BatchWaits.SIZE.text()),
    /** How many documents are changed in a second. */
    THROTTLE(BatchWaits.TEXT),
    /** For how many copies of a shard a write waits. */
    WRITE_COPIES(Waits.COPIES.text()),
    /** How long a request waits for a cluster. */
    TIMEOUT(Waits.TIMEOUT.text()),
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
