package io.sluice.config;

import io.sluice.api.Key;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One Elasticsearch cluster. */
public record ClusterConfig(
        @Key("its seed nodes, as http or https addresses with a port")
        List<URI> nodes,

        @Key(value = "finding the other nodes", def = "{}") DiscoveryConfig discovery,
        @Key("credentials of the gateway") @Nullable AuthConfig auth,
        @Key(value = "TLS to the nodes", def = "{}") UpstreamTlsConfig tls,
        @Key(value = "connections to each node", def = "{}") PoolConfig pool,

        @Key(value = "how long the nodes may take", def = "{}")
        UpstreamTimeouts timeouts,

        @Key(value = "when a node is left out and taken back", def = "{}")
        HealthConfig health,

        @Key(value = "trying another node", def = "{}") ReplayConfig replay,

        @Key(value = "parts of bulks at each node", def = "{}")
        BulkConcurrencyConfig bulkConcurrency) {

    public ClusterConfig {
        nodes = List.copyOf(nodes);
        Checks checks = new Checks();
        checks.require(!nodes.isEmpty(), "a cluster needs at least one node");
        for (URI node : nodes) {
            boolean scheme = "http".equals(node.getScheme()) || "https".equals(node.getScheme());
            boolean reached = scheme && node.getHost() != null && node.getPort() > 0 && node.getPort() <= 65535;
            checks.require(
                    reached,
                    "a node is written http://host:port or https://host:port, not "
                            + ScalarType.withoutUser(node.toString()));
            String path = Objects.requireNonNullElse(node.getRawPath(), "");
            boolean bare = path.isEmpty() || path.equals("/");
            checks.require(
                    !reached || bare && node.getRawQuery() == null && node.getRawUserInfo() == null,
                    "a node's address has no path, query or user: " + node.getScheme() + "://" + node.getHost());
        }
        checks.done();
        checks.require(
                nodes.stream().map(ClusterConfig::address).distinct().count() == nodes.size(),
                "a node is listed twice");
        checks.require(
                nodes.stream().map(URI::getScheme).distinct().count() == 1,
                "all nodes of a cluster are reached either through http or through https");
        checks.done();
    }

    private static String address(URI node) {
        return node.getHost().toLowerCase(Locale.ROOT) + ":" + node.getPort();
    }

    /** Whether the nodes are reached through TLS. */
    public boolean secure() {
        return "https".equals(nodes.getFirst().getScheme());
    }
}
