package io.sluice.tls;

import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Why a TLS handshake failed, as seen from this side. */
public enum HandshakeFailure {
    /** The peer does not speak TLS. */
    PLAINTEXT("the peer does not speak TLS"),
    /** The peer's certificate was not accepted here. */
    UNTRUSTED("the peer's certificate is not accepted"),
    /** The peer did not accept the certificate that it was shown, or wanted one and got none. */
    REFUSED("the peer does not accept the gateway's certificate"),
    /** No version, cipher suite or signature algorithm in common. */
    PROTOCOL("nothing in common with the peer"),
    /** The peer was too slow. */
    TIMEOUT("the handshake took too long"),
    /** The peer closed the connection. */
    CLOSED("the peer closed the connection"),
    /** Anything else. */
    OTHER("the handshake failed");

    static final int MAX_CAUSES = 10;
    private static final List<String> ABOUT_CERTIFICATES = List.of("certificate", "unknown ca", "access denied");
    private static final List<String> ABOUT_PROTOCOLS = List.of(
            "protocol",
            "cipher suite",
            "handshake failure",
            "insufficient security",
            "signature scheme",
            "no shared",
            "wrong curve",
            "no common signature",
            "inappropriate fallback",
            "renegotiation");

    private final String description;

    HandshakeFailure(String description) {
        this.description = description;
    }

    /** One phrase, which shows nothing that the peer sent. */
    public String description() {
        return description;
    }

    /** The name in metrics and logs. */
    String tag() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of failure that an exception reports. */
    public static HandshakeFailure of(Throwable cause) {
        Throwable at = cause;
        for (int i = 0; at != null && i < MAX_CAUSES; i++, at = at.getCause()) {
            if (at instanceof CertificateException) {
                return UNTRUSTED;
            }
        }
        return switch (cause) {
            case NotSslRecordException plain -> PLAINTEXT;
            case SslHandshakeTimeoutException late -> TIMEOUT;
            case ClosedChannelException closed -> CLOSED;
            case SSLException failure -> ofMessage(failure.getMessage());
            default -> cause instanceof java.io.IOException ? CLOSED : OTHER;
        };
    }

    // Messages say only what happened, as in "Received fatal alert: unknown_ca" of the JDK,
    // "error:10000418:SSL routines:OPENSSL_internal:TLSV1_ALERT_UNKNOWN_CA" of OpenSSL.
    private static HandshakeFailure ofMessage(@Nullable String message) {
        String text = String.valueOf(message).toLowerCase(Locale.ROOT).replace('_', ' ');
        if (text.contains("alert") && ABOUT_CERTIFICATES.stream().anyMatch(text::contains)) {
            return REFUSED;
        }
        if (ABOUT_PROTOCOLS.stream().anyMatch(text::contains)) {
            return PROTOCOL;
        }
        return text.contains("closed") ? CLOSED : OTHER;
    }
}
