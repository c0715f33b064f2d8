package io.sluice.config;

import io.sluice.api.CidrBlock;
import io.sluice.api.Key;
import io.sluice.api.RequestHead;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An address at which clients are accepted. */
public record ListenerConfig(
        @Key("its name, for metrics and messages") String name,
        @Key("address and port; port 0 takes a free one") HostPort bind,
        @Key("TLS; left out: plain HTTP") @Nullable ListenerTlsConfig tls,

        @Key(value = "limits of connections and requests", def = "{}")
        ListenerLimits limits,

        @Key(value = "how long clients may take", def = "{}")
        ListenerTimeouts timeouts,

        @Key("addresses whose X-Forwarded-* and Forwarded headers are kept, as CIDR blocks;"
                + " a client's address is taken from X-Forwarded-For")
        List<CidrBlock> trustedProxies,

        @Key("addresses of balancers whose connections begin with a header of the PROXY protocol, version 1 or 2,"
                + " as CIDR blocks; a client's address is taken from it")
        List<CidrBlock> proxyProtocol,

        @Key("which flow a request takes; the first match counts, the last has no match")
        List<RouteConfig> routes) {

    public ListenerConfig {
        trustedProxies = List.copyOf(trustedProxies);
        proxyProtocol = List.copyOf(proxyProtocol);
        routes = List.copyOf(routes);
        Checks checks = new Checks();
        checks.require(!name.isBlank(), "a listener needs a name");
        checks.require(
                !routes.isEmpty() && routes.getLast().match() == null,
                "the last route must have no match, so that it takes the rest");
        checks.require(
                routes.stream().filter(route -> route.match() == null).count() <= 1,
                "only the last route may be without a match, those behind it would never be reached");
        checks.done();
    }

    /** Whether all its clients are on this machine: it has a loopback address, and is behind no proxy that tells others. */
    public boolean isLocal() {
        return bind.isLoopback() && trustedProxies.isEmpty() && proxyProtocol.isEmpty();
    }

    /** Whether a connection from this address must begin with a header of the PROXY protocol. */
    public boolean sendsProxyHeader(InetAddress address) {
        return proxyProtocol.stream().anyMatch(block -> block.contains(address));
    }

    /** Why the route of a request depends on whether its path or its query names an index, an id or the like; null if it does not. */
    public @Nullable String ambiguity(RequestHead head) {
        boolean split = routes.size() > 1
                && head.target().synonyms().stream()
                        .anyMatch(synonym ->
                                synonym.ambiguity() != null || !flow(head).equals(flow(head.withTarget(synonym))));
        return split ? "the query names what the routes look for in the path" : null;
    }

    private String flow(RequestHead head) {
        for (RouteConfig route : routes) {
            if (route.match() == null || route.match().matches(head)) {
                return route.flow();
            }
        }
        throw new IllegalStateException("the last route takes everything");
    }
}
