package io.sluice.upstream;

import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;
import io.sluice.config.ClusterConfig;
import io.sluice.config.UpstreamTlsConfig;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.metrics.MeterGroup;
import io.sluice.tls.Certificates;
import io.sluice.tls.Expiry;
import io.sluice.tls.KeyedChain;
import io.sluice.tls.TlsContexts;
import io.sluice.tls.TlsFileException;
import io.sluice.tls.TlsProvider;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * TLS to the nodes of a cluster. Safe from any thread.
 *
 * @param context of connections for requests, released with it; null where the cluster is reached without TLS
 * @param questions of the gateway's own questions, which go through a client that knows the JDK's TLS only; null likewise
 * @param meters of the certificates; closed with it
 */
public record UpstreamTls(
        @Nullable SslContext context, @Nullable SSLContext questions, List<MeterGroup> meters)
        implements AutoCloseable {

    /**
     * Reads the files, so off the event loops.
     *
     * @param name of the cluster
     * @param metrics takes the dates of the certificates
     * @throws IOException if a file cannot be used
     */
    public static UpstreamTls of(String name, ClusterConfig cluster, GatewayMetrics metrics) throws IOException {
        if (!cluster.secure()) {
            return new UpstreamTls(null, null, List.of());
        }
        UpstreamTlsConfig config = cluster.tls();
        try {
            List<X509Certificate> trusted = config.ca() == null ? null : Certificates.read(config.ca());
            KeyedChain own = config.certificate() == null || config.key() == null
                    ? null
                    : KeyedChain.read(config.certificate(), config.key());
            SslContext context = TlsContexts.client(trusted, own, config.verify(), config.provider());
            SslContext java = context instanceof JdkSslContext
                    ? context
                    : TlsContexts.client(trusted, own, config.verify(), TlsProvider.JDK);
            List<MeterGroup> meters = new ArrayList<>();
            if (trusted != null) {
                meters.add(measure(trusted, group(metrics, name, "ca")));
            }
            if (own != null) {
                meters.add(measure(own.chain(), group(metrics, name, "certificate")));
            }
            return new UpstreamTls(context, ((JdkSslContext) java).context(), meters);
        } catch (TlsFileException e) {
            throw new IOException("cluster " + name + ": " + e.getMessage(), e);
        }
    }

    private static MeterGroup measure(List<X509Certificate> certificates, MeterGroup group) {
        Expiry.measure(certificates, group);
        return group;
    }

    private static MeterGroup group(GatewayMetrics metrics, String name, String use) {
        return metrics.group("side", "cluster", "name", name, "use", use);
    }

    @Override
    public void close() {
        meters.forEach(MeterGroup::close);
        // Connections that use it keep it until they end.
        ReferenceCountUtil.release(context);
    }
}
