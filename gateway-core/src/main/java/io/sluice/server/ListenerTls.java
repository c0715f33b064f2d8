package io.sluice.server;

import io.netty.handler.ssl.SslContext;
import io.sluice.config.ListenerConfig;
import io.sluice.config.ListenerTlsConfig;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.tls.Expiry;
import io.sluice.tls.HandshakeFailures;
import io.sluice.tls.KeyedChain;
import io.sluice.tls.TlsContexts;
import io.sluice.tls.TlsFileException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** TLS of one listener. Safe from any thread. */
record ListenerTls(SslContext context, HandshakeFailures failures) {

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
        try {
            KeyedChain chain = KeyedChain.read(config.certificate(), config.key());
            Expiry.measure(
                    chain.chain(), metrics.group("side", "listener", "name", listener.name(), "use", "certificate"));
            HandshakeFailures failures =
                    new HandshakeFailures(metrics.group("listener", listener.name()), "sluice.tls.handshake.failures");
            return new ListenerTls(TlsContexts.server(chain, config.protocols()), failures);
        } catch (TlsFileException e) {
            throw new IOException("listener " + listener.name() + ": " + e.getMessage(), e);
        }
    }
}
