package io.sluice.server;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.sluice.tls.ClientTrust;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Objects;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * The other side of a connection.
 *
 * @param address that of its socket, or the one that a balancer names before it relays the connection's bytes
 * @param secure whether it speaks TLS
 * @param trust what its certificate was verified by; null if it was asked for none
 * @param certificate its own; null if it was asked for none or has none
 */
record Peer(
        InetSocketAddress address,
        boolean secure,
        @Nullable ClientTrust trust,
        @Nullable X509Certificate certificate) {

    /** One that is asked for no certificate, or has not been yet. */
    Peer(InetSocketAddress address, boolean secure) {
        this(address, secure, null, null);
    }

    /** This one with the certificate that it has shown in a handshake, which has succeeded. */
    Peer verified(@Nullable ClientTrust by, Channel channel) {
        return by == null ? this : new Peer(address, secure, by, shownOn(channel));
    }

    private static @Nullable X509Certificate shownOn(Channel channel) {
        try {
            return (X509Certificate) channel.pipeline()
                    .get(SslHandler.class)
                    .engine()
                    .getSession()
                    .getPeerCertificates()[0];
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    /** Whether a listener with these terms would still let it in. */
    boolean isAcceptedBy(ListenerTerms terms) {
        ListenerTls tls = terms.tls();
        return Objects.equals(trust, tls == null ? null : tls.clients())
                && (certificate == null
                        || !Instant.now().isAfter(certificate.getNotAfter().toInstant()));
    }
}
