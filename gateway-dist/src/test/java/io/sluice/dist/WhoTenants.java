package io.sluice.dist;

import org.jspecify.annotations.Nullable;

/** The places where the filter {@code tenant} finds the tenant. */
enum WhoTenants {
    HEADER("header", "header: { name: X-Tenant, trusted: [127.0.0.2, 127.0.0.3, 127.0.0.4] }"),
    PRINCIPAL("user's name", "principal: { realm: %s }"),
    CLAIM("claim", "principal: { realm: %s, claim: org }"),
    HOST("host", "host: \"(?<tenant>[a-z0-9]+)[.]search[.]example\""),
    INDEX("index", "index: \"^(?<prefix>[^-]+)-(?<tenant>[^-]+)(?<postfix>.*)$\"");

    /** What no configuration gives to anybody. */
    static final String FORGED = "forged";

    private final String label;
    private final String source;

    WhoTenants(String label, String source) {
        this.label = label;
        this.source = source;
    }

    /** As the page says it. */
    String label() {
        return label;
    }

    String filter(WhoIdentity identity) {
        return "{ type: tenant, config: { from: [{ " + source.formatted(identity.type())
                + " }], layouts: [{ indexPerTenant: { indices: [\"*\"], template: \"{tenant}.{index}\" } }] } },";
    }

    /** Whose request it is; null if it is nobody's. */
    @Nullable String tenant(WhoIdentity identity, WhoAsks asks) {
        return switch (this) {
            case HEADER, HOST, INDEX -> asks.tenant();
            case PRINCIPAL -> identity.namesUsers() ? asks.user() : null;
            case CLAIM -> identity.namesClaims() ? WhoAsks.organisation(asks.user()) : null;
        };
    }

    String header(WhoAsks asks) {
        return this == HEADER ? asks.tenant() : FORGED;
    }

    String host(WhoAsks asks) {
        return (this == HOST ? asks.tenant() : FORGED) + ".search.example";
    }

    String path(WhoAsks asks) {
        return "/" + asks.index() + (this == INDEX ? "-" + asks.tenant() : "") + "-x/_search";
    }
}
