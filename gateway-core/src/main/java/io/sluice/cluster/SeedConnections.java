package io.sluice.cluster;

import io.sluice.config.ClusterConfig;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLContext;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.config.MessageConstraints;
import org.apache.http.config.Registry;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.ssl.DefaultHostnameVerifier;
import org.apache.http.conn.ssl.NoopHostnameVerifier;
import org.apache.http.conn.util.PublicSuffixMatcherLoader;
import org.apache.http.impl.nio.conn.PoolingNHttpClientConnectionManager;
import org.apache.http.impl.nio.reactor.DefaultConnectingIOReactor;
import org.apache.http.impl.nio.reactor.IOReactorConfig;
import org.apache.http.nio.conn.NoopIOSessionStrategy;
import org.apache.http.nio.conn.SchemeIOSessionStrategy;
import org.apache.http.nio.conn.ssl.SSLIOSessionStrategy;
import org.apache.http.nio.reactor.IOReactorException;
import org.jspecify.annotations.Nullable;

/** Makes the connections of a control plane, with bounds on heads, to addresses that the gateway has found. */
final class SeedConnections {
    private static final int MAX_HEADER_BYTES = 64 * 1024;
    private static final int MAX_HEADERS = 200;

    private SeedConnections() {}

    /**
     * Opens a pool, which its client closes.
     *
     * @param tls null for plain connections
     * @param perSeed how many there may be to one seed
     * @throws IllegalStateException if the system gives no selector
     */
    static PoolingNHttpClientConnectionManager open(
            ClusterConfig config, @Nullable SSLContext tls, SeedAddresses addresses, int perSeed) {
        var schemes =
                RegistryBuilder.<SchemeIOSessionStrategy>create().register("http", NoopIOSessionStrategy.INSTANCE);
        if (tls != null) {
            HostnameVerifier verifier = config.tls().verify()
                    ? new DefaultHostnameVerifier(PublicSuffixMatcherLoader.getDefault())
                    : NoopHostnameVerifier.INSTANCE;
            schemes.register("https", new SSLIOSessionStrategy(tls, verifier));
        }
        PoolingNHttpClientConnectionManager pool = pool(schemes.build(), addresses);
        pool.setDefaultMaxPerRoute(perSeed);
        // The default is less than several seeds may have together.
        pool.setMaxTotal(perSeed * config.nodes().size());
        pool.setDefaultConnectionConfig(ConnectionConfig.custom()
                .setMessageConstraints(MessageConstraints.custom()
                        .setMaxLineLength(MAX_HEADER_BYTES)
                        .setMaxHeaderCount(MAX_HEADERS)
                        .build())
                .build());
        return pool;
    }

    private static PoolingNHttpClientConnectionManager pool(
            Registry<SchemeIOSessionStrategy> schemes, SeedAddresses addresses) {
        IOReactorConfig oneThread = IOReactorConfig.custom().setIoThreadCount(1).build();
        try {
            return new PoolingNHttpClientConnectionManager(
                    new DefaultConnectingIOReactor(oneThread), null, schemes, addresses);
        } catch (IOReactorException e) {
            throw new IllegalStateException("the system gives no selector for questions to a cluster", e);
        }
    }
}
