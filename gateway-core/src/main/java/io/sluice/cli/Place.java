package io.sluice.cli;

import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.config.GatewayConfig;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Indices of a cluster, as an argument names them: {@code http://host:9200/logs-*}, or {@code primary/logs-*} where the
 * configuration has a cluster {@code primary}.
 *
 * @param text as it was given, without credentials
 * @param cluster with the credentials to use
 * @param indices an expression; empty if none was given
 */
record Place(String text, ClusterConfig cluster, String indices) {
    private static final int DEFAULT_PORT = 9200;

    /**
     * Reads an argument.
     *
     * @param access credentials and authority for a URL
     * @param config read only if the argument names a cluster of it
     * @throws IllegalArgumentException if it is not of that form
     * @throws ConfigException if the configuration or a section made of the argument cannot be used
     */
    static Place parse(String text, Access access, Path config) throws ConfigException {
        return text.startsWith("http://") || text.startsWith("https://")
                ? ofUrl(text, access)
                : ofConfig(text, access, config);
    }

    private static Place ofUrl(String text, Access access) throws ConfigException {
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("not a URL: " + e.getReason(), e);
        }
        String user = url.getUserInfo();
        if (url.getHost() == null || url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new IllegalArgumentException("indices are written http://host:9200/INDICES");
        }
        if (user != null && user.indexOf(':') >= 0) {
            throw new IllegalArgumentException(
                    "a password in a URL can be seen by others: set " + access.variable("PASSWORD") + " instead");
        }
        int port = url.getPort() < 0 ? DEFAULT_PORT : url.getPort();
        String node = url.getScheme() + "://" + url.getHost() + ":" + port;
        String indices = Objects.requireNonNullElse(url.getPath(), "").replaceFirst("^/", "");
        return new Place(node + "/" + indices, cluster(node, access, user), checked(indices));
    }

    private static ClusterConfig cluster(String node, Access access, @Nullable String user) throws ConfigException {
        String ca = access.authority() == null ? "" : ", tls: { ca: '" + quoted(access.authority()) + "' }";
        ClusterConfig plain = new ConfigLoader(Map.of())
                .parseFilter(
                        "{ nodes: ['" + node + "']" + ca + " }",
                        node,
                        Path.of("").toAbsolutePath(),
                        ClusterConfig.class);
        return with(plain, access, user);
    }

    private static String quoted(Path file) {
        return file.toAbsolutePath().toString().replace("'", "''");
    }

    private static ClusterConfig with(ClusterConfig plain, Access access, @Nullable String user) {
        return new ClusterConfig(
                plain.nodes(),
                plain.discovery(),
                access.auth(user),
                plain.tls(),
                plain.pool(),
                plain.timeouts(),
                plain.health(),
                plain.replay(),
                plain.bulkConcurrency());
    }

    private static Place ofConfig(String text, Access access, Path file) throws ConfigException {
        int slash = text.indexOf('/');
        String name = slash < 0 ? text : text.substring(0, slash);
        GatewayConfig config = ConfigOption.load(file).config();
        ClusterConfig cluster = config.clusters().get(name);
        if (cluster == null) {
            throw new IllegalArgumentException(
                    "'" + name + "' is neither a URL (http://host:9200/INDICES) nor a cluster of " + file
                            + ", which has " + config.clusters().keySet());
        }
        if (access.authority() != null) {
            throw new IllegalArgumentException(
                    "--" + access.side() + "-ca is for a URL; '" + name + "' is verified by the tls.ca of its section");
        }
        boolean own = access.isGiven();
        return new Place(
                text, own ? with(cluster, access, null) : cluster, checked(slash < 0 ? "" : text.substring(slash + 1)));
    }

    private static String checked(String indices) {
        if (indices.indexOf('/') >= 0) {
            throw new IllegalArgumentException("no index has a slash in its name: " + indices);
        }
        return indices;
    }

    /** Whether the expression is one name, of an index or an alias. */
    boolean isOneName() {
        return !indices.isEmpty() && !indices.equals("_all") && indices.chars().noneMatch(c -> c == '*' || c == ',');
    }
}
