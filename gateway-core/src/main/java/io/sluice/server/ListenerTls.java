package io.sluice.server;

import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;
import io.sluice.config.CertificateConfig;
import io.sluice.config.ClientCertificatesConfig;
import io.sluice.config.ListenerConfig;
import io.sluice.config.ListenerTlsConfig;
import io.sluice.files.FileContents;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.metrics.MeterGroup;
import io.sluice.tls.ClientTrust;
import io.sluice.tls.Expiry;
import io.sluice.tls.HandshakeFailures;
import io.sluice.tls.KeyedChain;
import io.sluice.tls.TlsContexts;
import io.sluice.tls.TlsFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * TLS of one listener. Safe from any thread.
 *
 * @param config what it was made of
 * @param files the content of the files that it was made of
 * @param clients which certificates clients may show; null if they are asked for none
 * @param context of its connections; released with it
 * @param meters of the certificates and of the failures; closed with it
 */
record ListenerTls(
        ListenerTlsConfig config,
        String files,
        @Nullable ClientTrust clients,
        SslContext context,
        HandshakeFailures failures,
        List<MeterGroup> meters)
        implements AutoCloseable {

    /**
     * Reads the files; off the event loops. Null for a listener without TLS.
     *
     * @throws IOException if a file cannot be used
     */
    static @Nullable ListenerTls of(ListenerConfig listener, GatewayMetrics metrics) throws IOException {
        ListenerTlsConfig config = listener.tls();
        if (config == null) {
            return null;
        }
        String files = filesOf(config);
        try {
            List<KeyedChain> chains = new ArrayList<>();
            for (CertificateConfig each : config.all()) {
                chains.add(KeyedChain.read(each.certificate(), each.key()));
            }
            ClientTrust clients = trustOf(config.clients());
            SslContext context =
                    TlsContexts.server(chains, clients, config.protocols(), config.http2(), config.provider());
            MeterGroup dates = metrics.group("side", "listener", "name", listener.name(), "use", "certificate");
            Expiry.measure(
                    chains.stream().flatMap(chain -> chain.chain().stream()).toList(), dates);
            MeterGroup authorities = metrics.group("side", "listener", "name", listener.name(), "use", "ca");
            if (clients != null) {
                Expiry.measure(List.copyOf(clients.authorities()), authorities);
            }
            MeterGroup own = metrics.group("listener", listener.name());
            var failures = new HandshakeFailures(own, "sluice.tls.handshake.failures");
            return new ListenerTls(config, files, clients, context, failures, List.of(dates, authorities, own));
        } catch (TlsFileException e) {
            throw new IOException("listener " + listener.name() + ": " + e.getMessage(), e);
        }
    }

    private static @Nullable ClientTrust trustOf(@Nullable ClientCertificatesConfig config) throws TlsFileException {
        return config == null ? null : ClientTrust.read(config.ca(), config.crl(), config.required());
    }

    /** Whether it would be made of the same now. */
    boolean isStill(@Nullable ListenerTlsConfig other) {
        return config.equals(other) && files.equals(filesOf(config));
    }

    private static String filesOf(ListenerTlsConfig config) {
        return FileContents.digest(config.files().toArray(Path[]::new));
    }

    @Override
    public void close() {
        meters.forEach(MeterGroup::close);
        // Connections that use it keep it until they end.
        ReferenceCountUtil.release(context);
    }
}
