package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;
import io.sluice.api.JsonEdit;
import io.sluice.api.ResponsePlan;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Answers that wait for a filter or for their client while their node closes its connection. Only epoll tells of that while nobody
 * reads.
 */
class GoneNodesTest {
    private static final String CREATED = "{\"_id\":\"1\",\"result\":\"created\"}";
    private static final String POST = "POST /a/_doc HTTP/1.1\r\nHost: a\r\nContent-Length: ";

    private final CompletableFuture<String> plan = new CompletableFuture<>();
    private final CompletableFuture<Void> asked = new CompletableFuture<>();
    private final TestFilter later = TestFilter.onResponse((head, exchange) -> {
        asked.complete(null);
        return new ResponsePlan.Later<>(plan, value -> ResponsePlan.pass());
    });

    @BeforeAll
    static void needsEpoll() {
        assumeTrue(Epoll.isAvailable(), "epoll does not work on this machine");
    }

    private static TestGateway before(TestNode node, TestFilter filter) throws Exception {
        return TestFilter.gateway("plugins: { filterTimeout: 60s }", node, filter);
    }

    private static void awaitTheEndOf(TestNode node, TestGateway gateway) {
        Awaitility.await()
                .untilAsserted(() -> assertThat(gateway.connections(node)).isZero());
    }

    @ParameterizedTest
    @CsvSource({
        "'HTTP/1.1 201 Created|content-length: 30||', false",
        "'HTTP/1.1 201 Created|content-length: 30||', true",
        "'HTTP/1.1 201 Created|content-length: 30|connection: close||', false",
        "'HTTP/1.1 201 Created||', false",
    })
    void doNotTakeACompleteAnswerAwayThatAFilterLetsWait(String head, boolean resets) throws Exception {
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    connection.send(head.replace("|", "\r\n") + CREATED);
                    asked.join();
                    if (resets) {
                        connection.reset();
                    }
                });
                TestGateway gateway = before(node, later);
                RawClient client = new RawClient(gateway.port())) {
            client.send(POST + "2\r\n\r\n{}");
            asked.join();
            awaitTheEndOf(node, gateway);
            plan.complete("");

            RawClient.Answer answer = client.read();

            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.body()).isEqualTo(CREATED);
            assertThat(gateway.node().health().failuresInARow()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void doNotTakeAnAnswerAwayThatCameBeforeTheBodyEnded(boolean sendsOn) throws Exception {
        try (TestNode node = new TestNode(connection -> {
                    connection.readHead();
                    connection.skip(5);
                    connection.send("HTTP/1.1 413 Too Long\r\ncontent-length: 2\r\n\r\n{}");
                    asked.join();
                });
                TestGateway gateway = before(node, later);
                RawClient client = new RawClient(gateway.port())) {
            client.send(POST + "500000\r\n\r\nfirst");
            asked.join();
            awaitTheEndOf(node, gateway);
            client.send(new byte[sendsOn ? 499_995 : 10]);
            plan.complete("");

            RawClient.Answer answer = client.read();

            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.body()).isEqualTo("{}");
            assertThat(gateway.node().health().failuresInARow()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1e\r\n" + CREATED + "\r\n0\r\n", "1e\r\n" + CREATED + "\r\n0\r\nx-digest: 1\r\n", "1e\r\n{"})
    void endAnAnswerThatIsNotComplete(String begun) throws Exception {
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    connection.send("HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n" + begun);
                    asked.join();
                });
                TestGateway gateway = before(node, later);
                RawClient client = new RawClient(gateway.port())) {
            client.send(POST + "2\r\n\r\n{}");

            assertThat(client.read().status()).isEqualTo(502);
            assertThat(gateway.node().health().failuresInARow()).isOne();
        }
    }

    @Test
    void doNotCutAnAnswerThatItsClientTakesSlowly() throws Exception {
        StringBuilder numbers = new StringBuilder("[");
        Random random = new Random(1);
        while (numbers.length() < 900_000) {
            numbers.append(1 + random.nextInt(9)).append("0".repeat(23)).append(',');
        }
        String body = numbers.append("1]").toString();
        byte[] zipped = TestFilter.gzip(body.getBytes(StandardCharsets.US_ASCII));
        TestFilter json =
                TestFilter.onResponse((head, exchange) -> new ResponsePlan.Json(head, at -> JsonEdit.descend()));
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    connection.send("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\n"
                            + "content-length: " + zipped.length + "\r\n\r\n");
                    connection.send(zipped);
                });
                TestGateway gateway = before(node, json);
                Socket client = new Socket()) {
            client.setReceiveBufferSize(16 << 10);
            client.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
            client.setSoTimeout(10_000);
            client.getOutputStream().write("GET / HTTP/1.0\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            Awaitility.await().until(() -> !node.requests().isEmpty());
            awaitTheEndOf(node, gateway);

            String answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);

            assertThat(answer.substring(answer.indexOf('[')).length()).isEqualTo(body.length());
            assertThat(answer).endsWith(body);
            assertThat(gateway.node().health().failuresInARow()).isZero();
        }
    }
}
