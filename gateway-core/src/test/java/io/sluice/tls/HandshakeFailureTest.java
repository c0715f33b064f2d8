package io.sluice.tls;

import static org.assertj.core.api.Assertions.assertThat;

import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The JDK and OpenSSL report the same failure in different words. */
class HandshakeFailureTest {

    @ParameterizedTest
    @CsvSource({
        "REFUSED, Received fatal alert: unknown_ca",
        "REFUSED, TLSV1_ALERT_UNKNOWN_CA",
        "REFUSED, Received fatal alert: access_denied",
        "REFUSED, TLSV1_ALERT_ACCESS_DENIED",
        "REFUSED, Received fatal alert: bad_certificate",
        "REFUSED, SSLV3_ALERT_BAD_CERTIFICATE",
        "REFUSED, TLSV1_ALERT_CERTIFICATE_REQUIRED",
        "PROTOCOL, Received fatal alert: handshake_failure",
        "PROTOCOL, SSLV3_ALERT_HANDSHAKE_FAILURE",
        "PROTOCOL, Received fatal alert: insufficient_security",
        "PROTOCOL, TLSV1_ALERT_INSUFFICIENT_SECURITY",
        "PROTOCOL, Received fatal alert: protocol_version",
        "PROTOCOL, TLSV1_ALERT_PROTOCOL_VERSION",
        "PROTOCOL, no cipher suites in common",
        "PROTOCOL, NO_SHARED_CIPHER",
        "PROTOCOL, NO_SHARED_GROUP",
        "PROTOCOL, WRONG_CURVE",
        "PROTOCOL, UNSUPPORTED_PROTOCOL",
        "PROTOCOL, NO_COMMON_SIGNATURE_ALGORITHMS",
        "PROTOCOL, INAPPROPRIATE_FALLBACK",
        "PROTOCOL, NO_RENEGOTIATION",
        "OTHER, Received fatal alert: internal_error",
        "OTHER, TLSV1_ALERT_INTERNAL_ERROR",
        "OTHER, DECRYPTION_FAILED_OR_BAD_RECORD_MAC",
    })
    void readsTheMessagesOfBothProviders(HandshakeFailure kind, String message) {
        String whole = message.contains(" ") ? message : "error:10000000:SSL routines:OPENSSL_internal:" + message;
        assertThat(HandshakeFailure.of(new SSLHandshakeException(whole))).isEqualTo(kind);
    }
}
