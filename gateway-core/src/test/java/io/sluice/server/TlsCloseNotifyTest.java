package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;
import io.sluice.api.ResponsePlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer whose TLS ends sends no more, although its TCP connection stays open: that is the end of the connection. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class TlsCloseNotifyTest {
    @TempDir
    static Path files;

    private String section;
    private SSLContext serverSide;
    private SSLContext clientSide;

    /** Ends TLS and leaves TCP open. */
    private final class LingeringServer extends ServerSocket {
        private final String protocol;
        private volatile SSLSocket last;
        private volatile Socket lastUnder;

        LingeringServer(String protocol) throws IOException {
            super(0, 10, InetAddress.getLoopbackAddress());
            this.protocol = protocol;
        }

        @Override
        public Socket accept() throws IOException {
            Socket under = super.accept();
            SSLSocket secure = (SSLSocket) serverSide.getSocketFactory().createSocket(under, "127.0.0.1", 0, false);
            secure.setUseClientMode(false);
            secure.setEnabledProtocols(new String[] {protocol});
            last = secure;
            lastUnder = under;
            return secure;
        }

        void endTls() throws IOException {
            last.shutdownOutput();
        }

        void endTlsAndTcp() throws IOException {
            endTls();
            lastUnder.close();
        }
    }

    @BeforeAll
    void issue() throws Exception {
        TlsIdentity own = new TlsIdentity();
        serverSide = own.serverSide();
        clientSide = TlsIdentity.clientSide();
        section = own.section(files);
    }

    private static TestGateway before(TestNode node, String more) throws Exception {
        return new TestGateway(yaml(node, more));
    }

    private static String yaml(TestNode node, String more) {
        return TestGateway.yaml(
                "",
                "nodes: [\"https://127.0.0.1:" + node.port()
                        + "\"]\n    discovery: { enabled: false }\n    tls: { verify: false }\n    " + more);
    }

    // Nodes.

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void takesAnIdleConnectionOutOfItsPool(String protocol) throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        LingeringServer server = new LingeringServer(protocol);
        try (TestNode node = new TestNode(server, connection -> {
                    if (connection.readRequest() != null) {
                        connection.send(TestNode.ok("{}"));
                        server.endTls();
                        over.await();
                    }
                });
                TestGateway gateway = before(node, "timeouts: { connect: 60s, response: 5s }")) {
            for (int i = 0; i < 3; i++) {
                assertThat(gateway.post("/logs/_doc", "{}").statusCode()).isEqualTo(200);
                Awaitility.await()
                        .untilAsserted(
                                () -> assertThat(gateway.connections(node)).isZero());
            }
            over.countDown();
        }
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.2, ''", "TLSv1.3, ''", "TLSv1.3, 'HTTP/1.1 200 OK|content-length: 9||{}'"})
    void endsTheAnswerThatIsAwaited(String protocol, String begun) throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        LingeringServer server = new LingeringServer(protocol);
        try (TestNode node = new TestNode(server, connection -> {
                    connection.readRequest();
                    connection.send(begun.replace("|", "\r\n"));
                    server.endTls();
                    over.await();
                });
                TestGateway gateway = before(node, "timeouts: { connect: 60s, response: 60s }");
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST /logs/_doc HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}");
            String all = client.readAllOrThrow();
            over.countDown();
            if (begun.isEmpty()) {
                assertThat(all).startsWith("HTTP/1.1 502 ").contains("sluice_upstream_reset");
            } else {
                assertThat(all)
                        .satisfiesAnyOf(
                                it -> assertThat(it).startsWith("HTTP/1.1 502 "),
                                it -> assertThat(it).endsWith("\r\n\r\n{}"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void sendsAgainWhatMayBeSentAgain(String protocol) throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        LingeringServer server = new LingeringServer(protocol);
        try (TestNode node = new TestNode(server, connection -> {
                    connection.readRequest();
                    server.endTls();
                    over.await();
                });
                TestGateway gateway =
                        before(node, "timeouts: { connect: 60s, response: 60s }\n    replay: { attempts: 2 }");
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET /logs/_doc/1 HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(502);
            over.countDown();
            assertThat(node.requests()).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void takesItForTheEndOfAnAnswerWithoutLength(String protocol) throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        LingeringServer server = new LingeringServer(protocol);
        try (TestNode node = new TestNode(server, connection -> {
                    connection.readRequest();
                    connection.send("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{\"part\":1}");
                    server.endTls();
                    over.await();
                });
                TestGateway gateway = before(node, "timeouts: { connect: 60s, response: 60s }");
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST /logs/_doc HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}");
            assertThat(client.read().body()).isEqualTo("{\"part\":1}");
            over.countDown();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void leavesACompleteAnswerThatAFilterLetsWait(String protocol) throws Exception {
        assumeTrue(Epoll.isAvailable(), "only epoll tells of an end while nobody reads");
        CompletableFuture<String> plan = new CompletableFuture<>();
        TestFilter later =
                TestFilter.onResponse((head, exchange) -> new ResponsePlan.Later<>(plan, value -> ResponsePlan.pass()));
        LingeringServer server = new LingeringServer(protocol);
        try (TestNode node = new TestNode(server, connection -> {
                    connection.readRequest();
                    connection.send("HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}");
                    server.endTlsAndTcp();
                });
                TestGateway gateway = new TestGateway(
                        "plugins: { filterTimeout: 60s }\n"
                                + yaml(node, "timeouts: { connect: 60s }")
                                        .replace(
                                                "relay:", "filters: [ { type: on-response, config: {} } ]\n    relay:"),
                        later);
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST /logs/_doc HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}");
            Awaitility.await().until(() -> !node.requests().isEmpty());
            Awaitility.await()
                    .untilAsserted(() -> assertThat(gateway.connections(node)).isZero());
            plan.complete("");

            assertThat(client.read().status()).isEqualTo(201);
            assertThat(gateway.node().health().failuresInARow()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void asksAboutTheClusterOverAnotherConnection(String protocol) throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        LingeringServer server = new LingeringServer(protocol);
        try (TestNode node = new TestNode(server, connection -> {
                    if (connection.readRequest() != null) {
                        connection.send(TestNode.ok("{}"));
                        server.endTls();
                        over.await();
                    }
                });
                TestGateway gateway = new TestGateway(TestGateway.yaml(
                        "",
                        "nodes: [\"https://127.0.0.1:" + node.port()
                                + "\"]\n    discovery: { every: 1s, timeout: 60s }\n    tls: { verify: false }"))) {
            Awaitility.await().untilAsserted(() -> assertThat(node.requests()).hasSizeGreaterThan(2));
            over.countDown();
        }
    }

    // Clients.

    private TestGateway secure(TestNode node) throws Exception {
        return new TestGateway(
                TestGateway.yaml(section, "nodes: [" + node.address() + "]\n    discovery: { enabled: false }"));
    }

    @ParameterizedTest
    @CsvSource({
        "TLSv1.2, ''",
        "TLSv1.3, ''",
        "TLSv1.3, 'GET / HTT'",
        "TLSv1.3, 'POST /a/_doc HTTP/1.1|Host: a|Content-Length: 9||{'",
        "TLSv1.2, 'GET / HTTP/1.1|Host: a||'",
        "TLSv1.3, 'GET / HTTP/1.1|Host: a||'",
    })
    void takesAClientForGone(String protocol, String sent) throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    if (connection.read() < 0) {
                        ended.countDown();
                    }
                });
                TestGateway gateway = secure(node);
                Socket under = gateway.connect();
                SSLSocket client = (SSLSocket)
                        clientSide.getSocketFactory().createSocket(under, "127.0.0.1", gateway.port(), false)) {
            client.setEnabledProtocols(new String[] {protocol});
            client.startHandshake();
            client.getOutputStream().write(sent.replace("|", "\r\n").getBytes(StandardCharsets.US_ASCII));
            if (sent.endsWith("||")) {
                Awaitility.await().until(() -> !node.requests().isEmpty());
            }

            client.shutdownOutput();

            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(gateway.gateway().connections()).isZero());
            assertThat(sent.endsWith("||") ? ended.await(10, TimeUnit.SECONDS) : ended.getCount() == 1)
                    .isTrue();
        }
    }
}
