package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.sluice.tls.HandshakeFailures;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Handshakes that fail are answered where that is possible, counted by kind, and logged now and then. */
@Tag("slow")
class TlsFailuresTest {
    /** Long enough for the first handshake of a JVM on any machine. */
    private static final String PATIENT = "timeouts: { connect: 60s }";

    private static final Instant EXPIRY =
            Instant.now().plus(90, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS);
    private static final Logger LOG = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);

    @TempDir
    static Path files;

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeAll
    static void issue() throws Exception {
        X509Bundle authority = new CertificateBuilder()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
        X509Bundle server = new CertificateBuilder()
                .subject("CN=server")
                .ecp256()
                .addSanIpAddress("127.0.0.1")
                .notAfter(EXPIRY)
                .buildIssuedBy(authority);
        X509Bundle stranger = new CertificateBuilder()
                .subject("CN=stranger")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
        Files.writeString(files.resolve("server.pem"), server.getCertificatePathPEM());
        Files.writeString(files.resolve("server.key"), server.getPrivateKeyPEM());
        Files.writeString(files.resolve("stranger.pem"), stranger.getCertificatePEM());
    }

    @BeforeEach
    void listen() {
        lines.start();
        LOG.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        LOG.detachAppender(lines);
    }

    private static TestGateway secure() throws Exception {
        String tls =
                "tls: { certificate: %s, key: %s }".formatted(files.resolve("server.pem"), files.resolve("server.key"));
        return new TestGateway(
                TestGateway.yaml(tls, "nodes: [\"http://127.0.0.1:9\"]\n    discovery: { enabled: false }"));
    }

    private static TestGateway before(int port) throws Exception {
        return new TestGateway(TestGateway.yaml(
                "",
                "nodes: [\"https://127.0.0.1:" + port + "\"]\n    discovery: { enabled: false }\n    " + PATIENT
                        + "\n    tls: { ca: " + files.resolve("stranger.pem") + " }"));
    }

    private static double failures(TestGateway gateway, String name, String kind) {
        return gateway.meters().get(name).tag("kind", kind).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private static double all(TestGateway gateway, String name) {
        return gateway.meters().get(name).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private List<String> logged() {
        return List.copyOf(lines.list).stream()
                .filter(event -> event.getLoggerName().equals(HandshakeFailures.class.getName()))
                .map(event -> event.getMessage() + " " + event.getKeyValuePairs())
                .toList();
    }

    private static String line(ILoggingEvent event) {
        return event.getFormattedMessage()
                + event.getKeyValuePairs()
                + (event.getThrowableProxy() == null
                        ? ""
                        : event.getThrowableProxy().getMessage());
    }

    @Test
    void answersHttpInTheClear() throws Exception {
        try (TestGateway gateway = secure()) {
            for (int i = 0; i < 30; i++) {
                // When
                String answer = exchange(
                        gateway,
                        "POST /_search HTTP/1.1\r\nHost: a\r\nAuthorization: Basic c2VjcmV0\r\n"
                                + "Content-Length: 20000\r\n\r\n" + "x".repeat(20000));

                // Then
                assertThat(answer)
                        .startsWith("HTTP/1.1 400 Bad Request\r\n")
                        .contains("this port speaks TLS, and the request came in the clear: use https://");
            }
            assertThat(failures(gateway, "sluice.tls.handshake.failures", "plaintext"))
                    .isEqualTo(30);
            assertThat(all(gateway, "sluice.tls.handshake.failures")).isEqualTo(30);
        }
        assertThat(logged())
                .singleElement()
                .asString()
                .contains("a TLS handshake failed", "listener=\"http\"", "kind=\"plaintext\"", "peer=\"/127.0.0.1:")
                .doesNotContain("Authorization", "c2VjcmV0", "504f5354");
    }

    private static String exchange(TestGateway gateway, String request) throws Exception {
        try (Socket socket = gateway.connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void countsClientsThatDoNotTrustTheCertificate() throws Exception {
        try (TestGateway gateway = secure()) {
            SSLContext distrusting = SSLContext.getInstance("TLS");
            distrusting.init(null, null, null);
            assertThatThrownBy(() -> handshake(gateway, distrusting)).isInstanceOf(IOException.class);
            Awaitility.await()
                    .untilAsserted(() -> assertThat(failures(gateway, "sluice.tls.handshake.failures", "refused"))
                            .isEqualTo(1));
        }
        assertThat(logged()).singleElement().asString().contains("does not accept the gateway's certificate");
    }

    @Test
    void countsClientsWithoutAProtocolInCommon() throws Exception {
        try (TestGateway gateway = secure()) {
            SSLContext trusting = TlsIdentity.clientSide();
            assertThatThrownBy(() -> handshake(gateway, trusting, "TLS_DHE_RSA_WITH_AES_128_CBC_SHA"))
                    .isInstanceOf(IOException.class);
            Awaitility.await()
                    .untilAsserted(() -> assertThat(failures(gateway, "sluice.tls.handshake.failures", "protocol"))
                            .isEqualTo(1));
        }
    }

    @Test
    void countsNeitherGoodHandshakesNorConnectionsWithoutAByte() throws Exception {
        try (TestGateway gateway = secure()) {
            gateway.connect().close();
            handshake(gateway, TlsIdentity.clientSide());
            Awaitility.await().until(() -> gateway.gateway().connections() == 0);
            assertThat(all(gateway, "sluice.tls.handshake.failures")).isZero();
        }
        assertThat(logged()).isEmpty();
    }

    @Test
    void countsClientsThatBreakOff() throws Exception {
        try (TestGateway gateway = secure()) {
            try (Socket socket = gateway.connect()) {
                socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1});
            }
            Awaitility.await()
                    .untilAsserted(() -> assertThat(failures(gateway, "sluice.tls.handshake.failures", "closed"))
                            .isEqualTo(1));
        }
    }

    private static void handshake(TestGateway gateway, SSLContext context, String... suites) throws Exception {
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", gateway.port())) {
            if (suites.length > 0) {
                socket.setEnabledProtocols(new String[] {"TLSv1.2"});
                socket.setEnabledCipherSuites(suites);
            }
            socket.setSoTimeout(10_000);
            socket.startHandshake();
            // An alert of TLS 1.3 comes after the client's side of the handshake.
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        }
    }

    @Test
    void countsNodesThatAreNotTrusted() throws Exception {
        try (TestGateway behind = secure();
                TestGateway gateway = before(behind.port())) {
            assertThat(gateway.get("/").statusCode()).isIn(502, 503);
            assertThat(failures(gateway, "sluice.upstream.tls.handshake.failures", "untrusted"))
                    .isPositive()
                    .isEqualTo(all(gateway, "sluice.upstream.tls.handshake.failures"));
            assertThat(logged())
                    .anySatisfy(line -> assertThat(line)
                            .contains(
                                    "cluster=\"primary\"",
                                    "node=\"127.0.0.1:" + behind.port() + "\"",
                                    "unable to find valid"));
        }
    }

    // In TLS 1.3 the node's alert comes behind the gateway's side of the handshake.
    @Test
    void countsNodesThatRefuseTheGatewaysCertificate() throws Exception {
        try (TlsNode node = TlsNode.refusing(connection -> connection.readRequest());
                TestGateway gateway = new TestGateway(TestGateway.yaml(
                        "",
                        "nodes: [\"" + node.address() + "\"]\n    discovery: { enabled: false }\n    " + PATIENT
                                + "\n    tls: { verify: false }"))) {
            assertThat(gateway.get("/").statusCode()).isIn(502, 503);
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(failures(gateway, "sluice.upstream.tls.handshake.failures", "refused"))
                                    .isPositive());
            assertThat(logged())
                    .anySatisfy(line -> assertThat(line).contains("does not accept the gateway's certificate"));
        }
    }

    // Nothing was executed there, so another node may have even what must not be done twice.
    @Test
    void sendsToAnotherNodeWhatOneRefusedBeforeTheEndOfTheHandshake() throws Exception {
        try (TlsNode refusing = TlsNode.refusing(connection -> connection.readRequest());
                TlsNode other = new TlsNode(connection -> {
                    while (connection.readRequest() != null) {
                        connection.send("HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n");
                    }
                });
                TestGateway gateway = new TestGateway(TestGateway.yaml(
                        "",
                        "nodes: [\"" + refusing.address() + "\", \"" + other.address()
                                + "\"]\n    discovery: { enabled: false }\n    health: { failures: 1000 }\n    "
                                + PATIENT + "\n    tls: { verify: false }"))) {
            for (int i = 0; i < 20; i++) {
                // When
                var answer = gateway.send(gateway.request("/logs/_doc")
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build());

                // Then
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
            }
            assertThat(failures(gateway, "sluice.upstream.tls.handshake.failures", "refused"))
                    .isPositive();
        }
    }

    // Half a status line proves that the node took the request, whatever its alert is about.
    @Test
    void sendsNothingAgainOnceTheNodeHasBegunToAnswer() throws Exception {
        AtomicInteger executed = new AtomicInteger();
        TestNode.Script script = connection -> {
            while (connection.readRequest() != null) {
                executed.incrementAndGet();
                connection.send("HTTP/1.1 201 Cre");
                connection.demandCertificate();
            }
        };
        try (TlsNode one = TlsNode.renegotiating(script);
                TlsNode other = TlsNode.renegotiating(script);
                TestGateway gateway = new TestGateway(TestGateway.yaml(
                        "",
                        "nodes: [\"" + one.address() + "\", \"" + other.address()
                                + "\"]\n    discovery: { enabled: false }\n    health: { failures: 1000 }\n    "
                                + PATIENT
                                + "\n    tls: { verify: false, certificate: %s, key: %s }"
                                        .formatted(files.resolve("server.pem"), files.resolve("server.key"))))) {
            // When
            var answer = gateway.send(gateway.request("/logs/_doc")
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build());

            // Then
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(502);
            assertThat(answer.body()).contains("sluice_upstream_reset");
            assertThat(executed).hasValue(1);
            // OpenSSL does not begin the handshake in which the node would refuse the certificate.
            assertThat(failures(gateway, "sluice.upstream.tls.handshake.failures", "refused")
                            + failures(gateway, "sluice.upstream.tls.handshake.failures", "protocol"))
                    .isEqualTo(1);
        }
    }

    @Test
    void countsNodesThatDoNotSpeakTls() throws Exception {
        try (TestNode node = new TestNode(connection -> {
                    connection.send("HTTP/1.1 400 Bad Request\r\nX-Secret: c2VjcmV0\r\ncontent-length: 0\r\n\r\n");
                    connection.readRequest();
                });
                TestGateway gateway = before(node.port())) {
            assertThat(gateway.get("/").statusCode()).isIn(502, 503);
            assertThat(failures(gateway, "sluice.upstream.tls.handshake.failures", "plaintext"))
                    .isPositive();
            assertThat(logged()).isNotEmpty();
            assertThat(List.copyOf(lines.list))
                    .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.INFO))
                    .noneMatch(event -> line(event).contains("485454502f"))
                    .noneMatch(event -> event.getLoggerName().startsWith("io.netty"));
        }
    }

    @Test
    void saysWhenCertificatesExpire() throws Exception {
        try (TestGateway gateway = secure();
                TestGateway client = before(9)) {
            assertThat(gateway.meters()
                            .get("sluice.tls.certificate.expiry.timestamp.seconds")
                            .tags("side", "listener", "name", "http", "use", "certificate", "subject", "CN=server")
                            .gauge()
                            .value())
                    .isEqualTo((double) EXPIRY.getEpochSecond());
            assertThat(client.meters()
                            .get("sluice.tls.certificate.expiry.timestamp.seconds")
                            .tags("side", "cluster", "name", "primary", "use", "ca", "subject", "CN=stranger")
                            .gauge()
                            .value())
                    .isPositive();
        }
    }
}
