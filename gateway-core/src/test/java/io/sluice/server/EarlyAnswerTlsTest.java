package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client over TLS that is answered while it sends gets the answer, as one without TLS does. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EarlyAnswerTlsTest {
    private static final String HEAD = "PUT /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String CHUNK = "4000\r\n" + "x".repeat(0x4000) + "\r\n";
    private static final int CHUNKS = 200;

    @TempDir
    static Path files;

    private TestNode node;
    private TestGateway gateway;

    @BeforeAll
    void start() throws Exception {
        node = TestNode.answering(TestNode.ok("{}"));
        gateway = new TestGateway(TestGateway.yaml(
                new TlsIdentity().section(files) + "\n    limits: { body: 1KiB }",
                "nodes: [" + node.address() + "]\n    discovery: { enabled: false }"));
    }

    @AfterAll
    void stop() throws Exception {
        gateway.close();
        node.close();
    }

    private SSLSocket connect(String protocol) throws Exception {
        SSLSocket client = (SSLSocket) TlsIdentity.clientSide()
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), gateway.port());
        client.setEnabledProtocols(new String[] {protocol});
        client.setSoTimeout(30_000);
        return client;
    }

    private static void write(OutputStream out, String what) throws IOException {
        out.write(what.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static String statusLine(SSLSocket client) throws IOException {
        return new String(client.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    }

    private void awaitNoConnection() {
        Awaitility.await()
                .untilAsserted(() -> assertThat(gateway.gateway().connections()).isZero());
    }

    private String statusAfterAll(String protocol) throws Exception {
        try (SSLSocket client = connect(protocol)) {
            write(client.getOutputStream(), HEAD);
            for (int i = 0; i < CHUNKS; i++) {
                write(client.getOutputStream(), CHUNK);
            }
            return statusLine(client);
        } catch (IOException e) {
            return e.toString();
        }
    }

    // What is discarded after the answer is bounded in time, which a slow machine may need more of.
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void comesAlsoAfterTheClientHasSentAll(String protocol) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(statusAfterAll(protocol)).isEqualTo("HTTP/1.1 413"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void endsWithTlsAndWithTheConnection(String protocol) throws Exception {
        try (SSLSocket client = connect(protocol)) {
            write(client.getOutputStream(), HEAD + CHUNK);
            assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 413")
                    .contains("connection: close");
            awaitNoConnection();
        }
    }
}
