package io.sluice.api;

import java.security.cert.X509Certificate;

/**
 * A typed key of a fact about an exchange, compared by identity: make it once and keep it in a constant.
 *
 * @param <T> the type of the fact
 */
public final class ExchangeKey<T> {

    /** Who the client is, noted by a filter that authenticates. */
    public static final ExchangeKey<Principal> PRINCIPAL = new ExchangeKey<>("principal", Principal.class);

    /** The name of the tenant whose request it is, noted by a filter that tells tenants apart. */
    public static final ExchangeKey<String> TENANT = new ExchangeKey<>("tenant", String.class);

    /** The place of that tenant, noted by a filter that knows several. */
    public static final ExchangeKey<TenantPlace> PLACE = new ExchangeKey<>("place", TenantPlace.class);

    /**
     * The certificate that the client has shown and that the gateway has verified; there is none where the listener asks for none, and
     * behind a trusted proxy, whose certificate would say nothing about its client.
     */
    public static final ExchangeKey<X509Certificate> CLIENT_CERTIFICATE =
            new ExchangeKey<>("client certificate", X509Certificate.class);

    /** The request's place in the trace that the gateway records of it; there is none where it records none. */
    public static final ExchangeKey<TraceContext> TRACE = new ExchangeKey<>("trace", TraceContext.class);

    /**
     * What the request shows its cluster, noted by a filter that chooses it; without it, that is what {@code clusters.NAME.auth} or the
     * client says. What stands here once the head is final counts, for every try and for every part of a bulk.
     */
    public static final ExchangeKey<UpstreamCredentials> UPSTREAM_CREDENTIALS =
            new ExchangeKey<>("upstream credentials", UpstreamCredentials.class);

    private final String name;
    private final Class<T> type;

    public ExchangeKey(String name, Class<T> type) {
        this.name = name;
        this.type = type;
    }

    /** For messages only. */
    public String name() {
        return name;
    }

    /** The type that values are checked against. */
    public Class<T> type() {
        return type;
    }

    @Override
    public String toString() {
        return name;
    }
}
