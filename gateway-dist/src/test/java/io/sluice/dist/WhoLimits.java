package io.sluice.dist;

/** What requests are counted by. Each limit lets one request of a key pass: one a day, or one at a time. */
enum WhoLimits {
    CLIENT("client"),
    PRINCIPAL("principal"),
    CLAIM("claim:org"),
    TENANT("tenant"),
    INDEX("index"),
    HEADER("header:X-Team"),
    FLOW_IN_FLIGHT("flow"),
    TENANT_IN_FLIGHT("tenant"),
    PRINCIPAL_IN_FLIGHT("principal");

    private final String by;

    WhoLimits(String by) {
        this.by = by;
    }

    /** Whether requests count as long as they run, instead of for a day. */
    boolean isInFlight() {
        return ordinal() >= FLOW_IN_FLIGHT.ordinal();
    }

    /** As the page says it. */
    String label() {
        return (isInFlight() ? "in flight by " : "rate by ") + by.replaceAll(":.*", "");
    }

    /** @param name of the limit: those of one name would share what they count */
    String filter(String name) {
        if (isInFlight()) {
            return "{ type: concurrency-limit, config: { by: " + by
                    + ", limit: { fixed: 16 }, perKey: 1, queue: { size: 0 } } }";
        }
        String trusted = this == HEADER ? ", headersFrom: [127.0.0.2, 127.0.0.3]" : "";
        return "{ type: rate-limit, config: { limits: [{ name: " + name + ", rate: 1/d, burst: 1, by: [\"" + by + "\"]"
                + trusted + " }] } }";
    }

    /** The key that a request is counted by. */
    String key(WhoIdentity identity, String tenant, WhoAsks asks) {
        return switch (this) {
            case CLIENT -> asks.address();
            case PRINCIPAL -> identity.namesUsers() ? asks.user() : asks.address();
            case CLAIM -> identity.namesClaims() ? WhoAsks.organisation(asks.user()) : asks.address();
            case TENANT, TENANT_IN_FLIGHT -> tenant;
            case INDEX -> tenant + "." + asks.index() + "-x";
            case HEADER -> asks.team();
            case FLOW_IN_FLIGHT -> "all";
            case PRINCIPAL_IN_FLIGHT -> identity.namesUsers() ? asks.user() : "nobody";
        };
    }

    /** What becomes of the limit where somebody may lack the key, as the page says it. */
    String outcome(WhoIdentity identity) {
        boolean lacking = this == CLAIM && !identity.namesClaims()
                || (this == PRINCIPAL || this == PRINCIPAL_IN_FLIGHT) && !identity.namesUsers();
        return lacking ? isInFlight() ? "all as one" : "by address" : "yes";
    }
}
