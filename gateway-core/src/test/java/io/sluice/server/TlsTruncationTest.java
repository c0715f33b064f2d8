package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An answer may end with its connection. Where that end could be anybody's doing (TCP closed, TLS not), or means that the rest is
 * lost, nobody may take what came for the whole (RFC 9112, 9.8).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TlsTruncationTest {
    private static final String OPEN_ENDED = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{\"part\":1}";

    /** A record of application data that no key of the connection fits. */
    private static final byte[] FORGED = Arrays.copyOf(new byte[] {23, 3, 3, 0, 64}, 69);

    @TempDir
    static Path files;

    private String section;
    private SSLContext serverSide;

    /** Speaks TLS over connections that can be closed underneath, as somebody on the way would do it. */
    private final class CutServer extends ServerSocket {
        private volatile Socket last;

        CutServer() throws IOException {
            super(0, 10, InetAddress.getLoopbackAddress());
        }

        @Override
        public Socket accept() throws IOException {
            last = super.accept();
            SSLSocket secure = (SSLSocket) serverSide.getSocketFactory().createSocket(last, "127.0.0.1", 0, true);
            secure.setUseClientMode(false);
            return secure;
        }

        void cut() throws IOException {
            last.close();
        }

        void sendForgedRecord() throws IOException {
            last.getOutputStream().write(FORGED);
        }
    }

    @BeforeAll
    void issue() throws Exception {
        TlsIdentity own = new TlsIdentity();
        serverSide = own.serverSide();
        section = own.section(files);
    }

    private static TestGateway before(int port) throws Exception {
        return new TestGateway(
                TestGateway.yaml(
                        "",
                        "nodes: [\"https://127.0.0.1:" + port
                                + "\"]\n    discovery: { enabled: false }\n    timeouts: { connect: 60s }\n    tls: { verify: false }\n    replay: { attempts: 1 }"));
    }

    /** What a client reads when a node sends an answer without a length; {@code cut}: TLS is not closed before TCP is. */
    private String read(boolean cut, boolean sentFirst, String version) throws Exception {
        CutServer server = new CutServer();
        CountDownLatch seen = new CountDownLatch(sentFirst ? 1 : 0);
        try (TestNode node = new TestNode(server, connection -> {
                    connection.readRequest();
                    connection.send(OPEN_ENDED);
                    seen.await();
                    if (cut) {
                        server.cut();
                    }
                });
                TestGateway gateway = before(node.port());
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST /logs/_doc " + version + "\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}");
            String first = sentFirst ? client.readFirst() : "";
            seen.countDown();
            return first + client.readAllOrThrow();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void relaysAnAnswerThatEndsWithTls(boolean sentFirst) throws Exception {
        for (String version : new String[] {"HTTP/1.1\r\nConnection: close", "HTTP/1.0"}) {
            assertThat(read(false, sentFirst, version))
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .contains("{\"part\":1}")
                    .satisfies(all -> assertThat(all.contains("chunked")).isEqualTo(version.startsWith("HTTP/1.1")))
                    .satisfies(all -> assertThat(all.endsWith("\r\n0\r\n\r\n")).isEqualTo(all.contains("chunked")));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void neverEndsAnAnswerThatWasCutOff(boolean sentFirst) throws Exception {
        String all = read(true, sentFirst, "HTTP/1.1\r\nConnection: close");
        assertThat(all.startsWith("HTTP/1.1 502 ") || !all.endsWith("\r\n0\r\n\r\n"))
                .as(all)
                .isTrue();
    }

    @Test
    void tellsOldClientsThatAnAnswerWasCutOff() {
        assertThatThrownBy(() -> read(true, true, "HTTP/1.0"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("reset");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tellsOldClientsOverTlsThatAnAnswerBroke(boolean breaks) throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    connection.send("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n");
                    seen.await();
                    if (!breaks) {
                        connection.send("0\r\n\r\n");
                    }
                });
                TestGateway gateway = new TestGateway(TestGateway.yaml(
                        section, "nodes: [" + node.address() + "]\n    discovery: { enabled: false }"));
                Socket socket = TlsIdentity.clientSide().getSocketFactory().createSocket("127.0.0.1", gateway.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            StringBuilder all = new StringBuilder();
            while (!all.toString().endsWith("hello")) {
                all.append((char) socket.getInputStream().read());
            }
            seen.countDown();
            if (breaks) {
                assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(IOException.class);
            } else {
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
            }
        }
    }

    // The node neither closes the connection nor sends more, and must not be waited for.
    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}"})
    void endsAnAnswerWithAForgedRecordAtOnce(String begun) throws Exception {
        CutServer server = new CutServer();
        CountDownLatch over = new CountDownLatch(1);
        try (TestNode node = new TestNode(server, connection -> {
                    connection.readRequest();
                    connection.send(begun);
                    server.sendForgedRecord();
                    over.await();
                });
                TestGateway gateway = before(node.port());
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST /logs/_doc HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}");
            String all = client.readAllOrThrow();
            over.countDown();
            assertThat(all.startsWith("HTTP/1.1 502 ") || all.endsWith("\r\n\r\n{}"))
                    .as(all)
                    .isTrue();
            assertThat(node.requests()).hasSize(1);
        }
    }

    @Test
    void closesAConnectionWithAForgedRecordAtOnce() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(TestGateway.yaml(
                        section, "nodes: [" + node.address() + "]\n    discovery: { enabled: false }"));
                Socket under = gateway.connect();
                SSLSocket client = (SSLSocket) TlsIdentity.clientSide()
                        .getSocketFactory()
                        .createSocket(under, "127.0.0.1", gateway.port(), false)) {
            client.startHandshake();
            under.getOutputStream().write(FORGED);
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(gateway.gateway().connections()).isZero());
        }
    }
}
