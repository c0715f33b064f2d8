package io.sluice.upstream;

import io.netty.handler.ssl.SslContext;
import io.sluice.config.ClusterConfig;
import io.sluice.config.UpstreamTlsConfig;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.metrics.MeterGroup;
import io.sluice.tls.Certificates;
import io.sluice.tls.Expiry;
import io.sluice.tls.KeyedChain;
import io.sluice.tls.TlsContexts;
import io.sluice.tls.TlsFileException;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the TLS context of a cluster. Reads files, so off the event loops. */
public final class UpstreamTls {
    private UpstreamTls() {}

    /**
     * The context, or null where the cluster is reached without TLS.
     *
     * @param name of the cluster
     * @param metrics takes the dates of the certificates
     * @throws IOException if a file cannot be used
     */
    public static @Nullable SslContext contextOf(String name, ClusterConfig cluster, GatewayMetrics metrics)
            throws IOException {
        if (!cluster.secure()) {
            return null;
        }
        UpstreamTlsConfig config = cluster.tls();
        try {
            List<X509Certificate> trusted = config.ca() == null ? null : Certificates.read(config.ca());
            KeyedChain own = config.certificate() == null || config.key() == null
                    ? null
                    : KeyedChain.read(config.certificate(), config.key());
            if (trusted != null) {
                Expiry.measure(trusted, group(metrics, name, "ca"));
            }
            if (own != null) {
                Expiry.measure(own.chain(), group(metrics, name, "certificate"));
            }
            return TlsContexts.client(trusted, own, config.verify());
        } catch (TlsFileException e) {
            throw new IOException("cluster " + name + ": " + e.getMessage(), e);
        }
    }

    private static MeterGroup group(GatewayMetrics metrics, String name, String use) {
        return metrics.group("side", "cluster", "name", name, "use", use);
    }
}
