package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.RequestPlan;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that a node sends beyond the end of its answer reach nobody, and cost the node its connection. */
@Tag("slow")
class AnswerEndTest {
    /** What Netty reads at once from a new connection. */
    private static final int FIRST_READ = 2048;

    private static final String POISON =
            "HTTP/1.1 200 OK\r\nX-Poison: yes\r\nSet-Cookie: session=other\r\ncontent-length: 6\r\n\r\npoison";

    /** A node that sends {@code first} to the first request of each connection, and counts in its answers to the others. */
    private static TestNode sending(String first) throws Exception {
        AtomicInteger served = new AtomicInteger();
        return new TestNode(connection -> {
            for (boolean begun = false; connection.readRequest() != null; begun = true) {
                connection.send(begun ? TestNode.ok("\"served " + served.incrementAndGet() + "\"") : first);
            }
        });
    }

    private static long unasked(TestGateway gateway) {
        return gateway.node().unasked();
    }

    private static void send(RawClient client, String method) throws Exception {
        client.send(method + " / HTTP/1.1\r\nHost: a\r\n\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'",
        "GET, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'",
        "GET, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Trailer: 1\r\n\r\n'",
        "GET, 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'",
        "GET, 'HTTP/1.1 204 No Content\r\n\r\n'",
        "GET, 'HTTP/1.1 304 Not Modified\r\n\r\n'",
        "HEAD, 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n'",
    })
    void neverGivesTheSecondOfTwoAnswersToTheNextRequest(String method, String answer) throws Exception {
        try (TestNode node = sending(answer.replace("\\r\\n", "\r\n") + POISON);
                TestGateway gateway = TestGateway.before("", node);
                RawClient client = new RawClient(gateway.port())) {
            for (int i = 0; i < 3; i++) {
                send(client, method);
                RawClient.Answer own = method.equals("HEAD") ? client.readHead() : client.read();
                assertThat(own.header("x-poison")).isNull();
            }
            assertThat(node.accepted()).as("connections").isEqualTo(3);
            Awaitility.await().untilAsserted(() -> assertThat(unasked(gateway)).isEqualTo(3));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, 204, 'hello'",
        "GET, 304, 'hello'",
        "HEAD, 200, 'hello'",
        "GET, 204, '5\r\nhello\r\n0\r\n\r\n'",
        "HEAD, 404, 'HTTP/1.1 200 OK'",
        "GET, 204, '\r\n'"
    })
    void neverKeepsAConnectionWithABodyWhereNoneMayBe(String method, int status, String body) throws Exception {
        try (TestNode node = sending(
                        "HTTP/1.1 " + status + " X\r\ncontent-length: 5\r\n\r\n" + body.replace("\\r\\n", "\r\n"));
                TestGateway gateway = TestGateway.before("", node)) {
            for (int i = 0; i < 3; i++) {
                // Each client is another one: the connection to the node is what they would share.
                try (RawClient client = new RawClient(gateway.port())) {
                    send(client, method);
                    RawClient.Answer own = method.equals("HEAD") ? client.readHead() : client.read();
                    assertThat(own.status()).isEqualTo(status);
                }
            }
            assertThat(node.accepted()).as("connections").isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 OK\r\nX-Poison: yes\r\n", "H", "\r\n", "\n", "HTTP/1.1 100 Continue\r\n\r\n"})
    void closesAnIdleConnectionOnWhichSomethingComes(String unasked) throws Exception {
        Semaphore idle = new Semaphore(0);
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    connection.send(TestNode.ok("\"own\""));
                    idle.acquire();
                    connection.send(unasked);
                    while (connection.readRequest() != null) {
                        connection.send("content-length: 6\r\n\r\npoison");
                    }
                });
                TestGateway gateway = TestGateway.before("", node)) {
            for (int i = 1; i <= 3; i++) {
                try (RawClient client = new RawClient(gateway.port())) {
                    send(client, "GET");
                    assertThat(client.read().body()).isEqualTo("\"own\"");
                }
                idle.release();
                int connections = i;
                Awaitility.await()
                        .untilAsserted(() -> assertThat(unasked(gateway)).isEqualTo(connections));
            }
        }
    }

    @Test
    void doesNotTakeBytesThatCameBeforeARequestForItsAnswer() throws Exception {
        // The read that ends the answer fills its buffer to the last byte, so that it does not show what is behind.
        try (TestNode node = sending(answerOf(FIRST_READ) + POISON);
                TestGateway gateway = TestGateway.before("", node);
                RawClient client = new RawClient(gateway.port())) {
            for (int i = 0; i < 3; i++) {
                send(client, "GET");
                assertThat(client.read().header("x-poison")).isNull();
            }
            assertThat(node.accepted()).isEqualTo(3);
        }
    }

    @Test
    void doesNotTakeSuchBytesForTheAnswerOfARequestThatWaits() throws Exception {
        try (TestNode node = sending(answerOf(FIRST_READ) + POISON);
                TestGateway gateway = TestGateway.before("", node);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(3));
            for (int i = 0; i < 3; i++) {
                assertThat(client.read().header("x-poison")).isNull();
            }
            assertThat(node.accepted()).isEqualTo(3);
        }
    }

    private static String answerOf(int bytes) {
        String head = "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n";
        int length = bytes - head.length();
        return head.replace("1000", String.valueOf(length)) + "y".repeat(length);
    }

    @Test
    void keepsAConnectionWhoseAnswerEndsWithItsRead() throws Exception {
        try (TestNode node = TestNode.answering(answerOf(FIRST_READ));
                TestGateway gateway = TestGateway.before("", node);
                RawClient client = new RawClient(gateway.port())) {
            for (int i = 0; i < 20; i++) {
                send(client, "GET");
                assertThat(client.read().status()).isEqualTo(200);
            }
            // The second request may come while the first connection is looked at once more.
            assertThat(node.accepted()).isLessThanOrEqualTo(2);
            assertThat(unasked(gateway)).isZero();
        }
    }

    @Test
    void takesAnotherConnectionWhereBytesComeBeforeTheRequestWasBegun() throws Exception {
        AtomicInteger accepted = new AtomicInteger();
        TestFilter editing = TestFilter.onRequest((head, exchange) -> new RequestPlan.Json(head, TestFilter.SIZE_TO_7));
        try (TestNode node = new TestNode(connection -> {
                    if (accepted.incrementAndGet() == 1) {
                        connection.send(POISON);
                    }
                    while (connection.readRequest() != null) {
                        connection.send(TestNode.ok("\"own\""));
                    }
                });
                TestGateway gateway = TestFilter.gateway(node, editing);
                RawClient client = new RawClient(gateway.port())) {
            // What is edited goes out with its length, so nothing is sent before the end of the body.
            client.send("POST /logs/_doc HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n{\"size\"");
            Awaitility.await().until(() -> unasked(gateway) == 1);
            client.send(":10}");
            RawClient.Answer own = client.read();
            assertThat(own.status()).isEqualTo(200);
            assertThat(own.header("x-poison")).isNull();
            assertThat(node.requests().getLast().text()).isEqualTo("{\"size\":7}");
        }
    }

    @Test
    void protectsThePartsOfTheNextBulk() throws Exception {
        String poison = TestNode.ok("{\"took\":1,\"errors\":false,\"items\":[]}");
        try (TestNode first = BulkNode.answering((number, connection, answer) -> connection.send(answer + poison));
                TestNode second = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = Bulks.gateway("", first, second)) {
            for (int i = 0; i < 5; i++) {
                var response = Bulks.bulk(gateway, Bulks.items(1000 * i, 1000 * (i + 1)));
                assertThat(response.statusCode()).isEqualTo(200);
                assertThat(Bulks.ids(response)).containsExactlyElementsOf(Bulks.names(1000 * i, 1000 * (i + 1)));
            }
            Awaitility.await().untilAsserted(() -> assertThat(unasked(gateway)).isEqualTo(5));
        }
    }

    @Test
    void protectsWhatFollowsAProbe() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        AtomicInteger probes = new AtomicInteger();
        try (TestNode node = new TestNode(connection -> {
                    for (var request = connection.readRequest(); request != null; request = connection.readRequest()) {
                        boolean probe = request.line().startsWith("HEAD");
                        if (!probe && broken.get()) {
                            return;
                        }
                        probes.addAndGet(probe ? 1 : 0);
                        connection.send(probe ? "HTTP/1.1 200 OK\r\n\r\n" + POISON : TestNode.ok("\"own\""));
                    }
                });
                TestGateway gateway = TestGateway.before(
                        "    health: { failures: 1, ejection: 50ms, maxEjection: 50ms, probeEvery: 50ms }\n", node)) {
            assertThat(gateway.post("/a/_doc", "{}").statusCode()).isEqualTo(502);
            broken.set(false);
            Awaitility.await().until(() -> probes.get() > 0 && unasked(gateway) > 0);
            assertThat(gateway.get("/").body()).isEqualTo("\"own\"");
        }
    }

    @Test
    void protectsTheNextOfManyPipelinedRequests() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        try (TestNode node = new TestNode(connection -> {
                    connections.incrementAndGet();
                    while (connection.readRequest() != null) {
                        connection.send(TestNode.ok("\"own\"") + POISON);
                    }
                });
                TestGateway gateway = TestGateway.before("", node);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20));
            for (int i = 0; i < 20; i++) {
                assertThat(client.read().body()).isEqualTo("\"own\"");
            }
        }
    }
}
