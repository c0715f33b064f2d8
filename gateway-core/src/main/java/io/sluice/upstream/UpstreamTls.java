package io.sluice.upstream;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.sluice.config.ClusterConfig;
import io.sluice.config.UpstreamTlsConfig;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Makes the TLS context of a cluster. Reads files, so off the event loops. */
public final class UpstreamTls {
    private UpstreamTls() {}

    /**
     * The context, or null where the cluster is reached without TLS.
     *
     * @throws SSLException if a file cannot be read or does not hold what it should
     */
    public static @Nullable SslContext contextOf(ClusterConfig cluster) throws SSLException {
        if (!cluster.secure()) {
            return null;
        }
        UpstreamTlsConfig config = cluster.tls();
        SslContextBuilder builder = SslContextBuilder.forClient()
                .clientAuth(ClientAuth.NONE)
                .protocols("TLSv1.3", "TLSv1.2")
                // Set per connection, where the configuration asks for it.
                .endpointIdentificationAlgorithm(null);
        if (!config.verify()) {
            builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
        } else if (config.ca() != null) {
            builder.trustManager(config.ca().toFile());
        }
        if (config.certificate() != null && config.key() != null) {
            builder.keyManager(config.certificate().toFile(), config.key().toFile());
        }
        return builder.build();
    }
}
