package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class UpstreamFaultTest {

    @Test
    void tells503WhenNoNodeCanBeReached() throws Exception {
        try (UnusedPort unused = new UnusedPort();
                TestGateway gateway = new TestGateway(TestGateway.yaml(
                        "", "nodes: [http://" + unused.address() + "]\n    discovery: { enabled: false }"))) {
            var response = gateway.get("/");
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.body()).contains("sluice_no_upstream", "cannot connect to node " + unused.address());
            assertThat(response.headers().firstValue("retry-after")).contains("1");
        }
    }

    @Test
    void triesAnotherNodeWhenOneCannotBeReached() throws Exception {
        try (UnusedPort unused = new UnusedPort();
                TestNode alive = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(TestGateway.yaml(
                        "",
                        "nodes: [http://" + unused.address() + ", " + alive.address()
                                + "]\n    discovery: { enabled: false }"))) {
            for (int i = 0; i < 30; i++) {
                assertThat(gateway.post("/_bulk", "{}\n").statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void sendsReadingRequestsAgainWhenTheConnectionBreaks() throws Exception {
        try (TestNode breaking = new TestNode(connection -> connection.readRequest());
                TestNode alive = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestGateway.before("    health: { failures: 1000 }\n", breaking, alive)) {
            for (int i = 0; i < 30; i++) {
                assertThat(gateway.post("/logs/_search", "{\"size\":" + i + "}").statusCode())
                        .isEqualTo(200);
            }
            assertThat(breaking.requests()).isNotEmpty();
            assertThat(alive.requests()).hasSize(30);
            assertThat(alive.requests()).allMatch(request -> request.text().startsWith("{\"size\":"));
        }
    }

    @Test
    void sendsNoWriteOfADocumentAgainThatIsNamedLikeAnEndpoint() throws Exception {
        try (TestNode breaking = new TestNode(connection -> connection.readRequest());
                TestGateway gateway = TestGateway.before("    health: { failures: 1000 }\n", breaking)) {
            gateway.post("/counters/_update/_count", "{\"script\":\"ctx._source.n++\"}");

            assertThat(breaking.requests()).hasSize(1);
        }
    }

    /** What ends a node ends two at most. */
    @Test
    void sendsNoRequestToAThirdNodeThatBreaksWithIt() throws Exception {
        try (TestNode one = new TestNode(connection -> connection.readRequest());
                TestNode two = new TestNode(connection -> connection.readRequest());
                TestNode three = new TestNode(connection -> connection.readRequest());
                TestGateway gateway = TestGateway.before(
                        "    replay: { attempts: 3, budgetPercent: 100 }\n    health: { failures: 1000 }\n",
                        one,
                        two,
                        three)) {
            assertThat(gateway.post("/logs/_search", "{}").statusCode()).isEqualTo(502);

            assertThat(one.requests().size()
                            + two.requests().size()
                            + three.requests().size())
                    .isEqualTo(2);
        }
    }

    /** Answers the first request of each connection with 400, and nothing after it, as Elasticsearch 7.17 does at times. */
    private static TestNode deafAfterRefusals() throws IOException {
        return new TestNode(connection -> {
            for (var request = connection.readRequest(); request != null; request = connection.readRequest()) {
                boolean refused = request.line().contains("/refused");
                connection.send(
                        refused ? "HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}" : TestNode.ok("{}"));
                if (refused) {
                    while (connection.read() >= 0) {
                        // Nobody will read it.
                    }
                    return;
                }
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"Cookie, 2100", "X-Opaque-Id, 0", "Traceparent, 0"})
    void givesNobodyTheConnectionOfAHeadThatANodeMayHaveGivenUpOn(String name, int length) throws Exception {
        try (TestNode node = deafAfterRefusals();
                TestGateway gateway = TestGateway.before("    pool: { maxConnectionsPerNode: 1 }\n", node)) {
            for (int i = 0; i < 3; i++) {
                var refused = gateway.request("/refused").header(name, "a" + "b".repeat(length));
                if (length == 0) {
                    refused.header(name.toLowerCase(Locale.ROOT), "c");
                }
                assertThat(gateway.send(refused.build()).statusCode()).isEqualTo(400);
                assertThat(gateway.get("/").statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void keepsTheConnectionOfAnOrdinaryRefusal() throws Exception {
        String refusal = "HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}";
        try (TestNode node = TestNode.answering(refusal);
                TestGateway gateway = TestGateway.before("", node)) {
            for (int i = 0; i < 5; i++) {
                assertThat(gateway.post("/logs/_doc", "{}").statusCode()).isEqualTo(400);
            }
            assertThat(node.accepted()).isEqualTo(1);
        }
    }

    @Test
    void neverSendsAWriteAgainWhenItsBytesWentOut() throws Exception {
        try (TestNode breaking = new TestNode(connection -> connection.readRequest());
                TestGateway gateway = TestGateway.before("", breaking)) {
            var response = gateway.post("/_bulk", "{}\n");
            assertThat(response.statusCode()).isEqualTo(502);
            assertThat(response.body()).contains("sluice_upstream_reset");
            assertThat(breaking.requests()).hasSize(1);
        }
    }

    @Test
    void tells504WhenANodeDoesNotAnswerInTime() throws Exception {
        try (TestNode silent = new TestNode(connection -> {
                    connection.readRequest();
                    connection.read();
                });
                TestGateway gateway = TestGateway.before("    timeouts: { response: 300ms }\n", silent)) {
            var response = gateway.get("/");
            assertThat(response.statusCode()).isEqualTo(504);
            assertThat(response.body()).contains("sluice_upstream_timeout");
            Awaitility.await().until(() -> silent.openConnections() == 0);
        }
    }

    @Test
    void closesTheClientWhenAnAnswerBreaksOff() throws Exception {
        try (TestNode breaking = new TestNode(connection -> {
                    connection.readRequest();
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
                });
                TestGateway gateway = TestGateway.before("", breaking);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.read().body()).isEqualTo("only this");
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void neverEndsAChunkedAnswerWellThatBrokeOff() throws Exception {
        try (TestNode breaking = new TestNode(connection -> {
                    connection.readRequest();
                    connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
                });
                TestGateway gateway = TestGateway.before("", breaking);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            org.assertj.core.api.Assertions.assertThatThrownBy(client::read).isInstanceOf(java.io.IOException.class);
        }
    }

    @Test
    void takesAnAnswerThatComesBeforeTheBodyEnded() throws Exception {
        try (TestNode early = new TestNode(connection -> {
                    connection.readHead();
                    connection.send("HTTP/1.1 429 Too Many\r\nContent-Length: 2\r\n\r\n{}");
                    while (connection.read() >= 0) {}
                });
                TestGateway gateway = TestGateway.before("", early);
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST /_bulk HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\nfirst");
            RawClient.Answer answer = client.read();
            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.header("connection")).isEqualTo("close");
            // The rest is drained, so that the client could read the answer; then the connection ends.
            client.send(new byte[499_995]);
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void letsGoOfTheNodeWhenTheClientGoesAway() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        try (TestNode slow = new TestNode(connection -> {
                    connection.readRequest();
                    if (connection.read() < 0) {
                        gone.countDown();
                    }
                });
                TestGateway gateway = TestGateway.before("", slow);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET /_search HTTP/1.1\r\nHost: a\r\n\r\n");
            Awaitility.await().until(() -> !slow.requests().isEmpty());
            client.close();
            assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
            Awaitility.await().until(() -> gateway.gateway().requests() == 0);
        }
    }

    @Test
    void leavesOutANodeThatFailsAndTakesItBackByItself() throws Exception {
        java.util.concurrent.atomic.AtomicBoolean broken = new java.util.concurrent.atomic.AtomicBoolean(true);
        try (TestNode flaky = new TestNode(connection -> {
                    while (connection.readRequest() != null) {
                        if (broken.get()) {
                            return;
                        }
                        connection.send(TestNode.ok("{}"));
                    }
                });
                TestNode good = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestGateway.before(
                        "    health: { failures: 2, ejection: 100ms, maxEjection: 200ms, probeEvery: 100ms }\n",
                        flaky,
                        good)) {
            for (int i = 0; i < 40; i++) {
                assertThat(gateway.get("/" + i).statusCode()).isEqualTo(200);
            }
            broken.set(false);
            Awaitility.await().untilAsserted(() -> {
                int before = (int) flaky.requests().stream()
                        .filter(request -> request.line().startsWith("GET"))
                        .count();
                for (int i = 0; i < 20; i++) {
                    assertThat(gateway.get("/" + i).statusCode()).isEqualTo(200);
                }
                assertThat(flaky.requests().stream()
                                .filter(request -> request.line().startsWith("GET"))
                                .count())
                        .isGreaterThan(before + 3);
            });
        }
    }

    // Elasticsearch 8 closes the connection of "GET /index?flat_settings=x".
    @Test
    void keepsANodeThatClosesTheConnectionForOneRequestAndAnswersOthers() throws Exception {
        try (TestNode node = new TestNode(connection -> {
                    for (var request = connection.readRequest(); request != null; request = connection.readRequest()) {
                        if (request.line().contains("flat_settings")) {
                            return;
                        }
                        connection.send(TestNode.ok(request.line().startsWith("HEAD") ? "" : "{}"));
                    }
                });
                TestGateway gateway = TestGateway.before(
                        "    health: { failures: 3, ejection: 60s, maxEjection: 60s, probeEvery: 60s }\n    timeouts: { connect: 60s }\n",
                        node)) {
            for (int i = 0; i < 30; i++) {
                assertThat(gateway.get("/a?flat_settings=x").statusCode()).isEqualTo(502);
                assertThat(gateway.gateway().ready()).isTrue();
            }
            assertThat(gateway.get("/").statusCode()).isEqualTo(200);
            assertThat(node.requests()).anyMatch(request -> request.line().startsWith("HEAD / "));
        }
    }

    @Test
    void doesNotUseAConnectionThatTheNodeHasClosed() throws Exception {
        try (TestNode closing = new TestNode(connection -> {
                    connection.readRequest();
                    connection.send(TestNode.ok("{}"));
                });
                TestGateway gateway = TestGateway.before("", closing)) {
            for (int i = 0; i < 20; i++) {
                int served = i;
                assertThat(gateway.post("/i/_doc", "{}").statusCode()).isEqualTo(200);
                Awaitility.await()
                        .until(() -> closing.openConnections() == 0
                                && closing.requests().size() > served);
            }
        }
    }

    @Test
    void sharesOneConnectionBetweenAllEventLoops() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway =
                        TestGateway.before("    pool: { maxConnectionsPerNode: 1, acquireTimeout: 20s }\n", node);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                answers.add(threads.submit(() -> {
                    try (RawClient client = new RawClient(gateway.port())) {
                        for (int j = 0; j < 10; j++) {
                            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                            if (client.read().status() != 200) {
                                return 0;
                            }
                        }
                        return 1;
                    }
                }));
            }
            for (Future<Integer> answer : answers) {
                assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo(1);
            }
            assertThat(node.requests()).hasSize(160);
        }
    }

    @Test
    void tells429WhenTheWaitForAConnectionIsOver() throws Exception {
        try (TestNode silent = new TestNode(connection -> {
                    connection.readRequest();
                    connection.read();
                });
                TestGateway gateway =
                        TestGateway.before("    pool: { maxConnectionsPerNode: 1, acquireTimeout: 300ms }\n", silent);
                RawClient first = new RawClient(gateway.port());
                RawClient second = new RawClient(gateway.port())) {
            first.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n");
            Awaitility.await().until(() -> !silent.requests().isEmpty());
            second.send("GET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(second.read().status()).isEqualTo(429);
        }
    }

    @Test
    void finishesWhatRunsWhenItIsStopped() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        try (TestNode slow = new TestNode(connection -> {
            connection.readRequest();
            answer.await();
            connection.send(TestNode.ok("done"));
        })) {
            TestGateway gateway = TestGateway.before("", slow);
            try (RawClient busy = new RawClient(gateway.port());
                    RawClient idle = new RawClient(gateway.port())) {
                busy.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                Awaitility.await().until(() -> !slow.requests().isEmpty());
                Thread stop = Thread.ofVirtual().start(gateway::close);
                assertThat(idle.closed()).isTrue();
                answer.countDown();
                RawClient.Answer last = busy.read();
                assertThat(last.body()).isEqualTo("done");
                assertThat(last.header("connection")).isEqualTo("close");
                stop.join();
            }
        }
    }

    @Test
    void keepsTheBodyWholeWhenTheNodeReadsSlowly() throws Exception {
        byte[] body = "x".repeat(3_000_000).getBytes(StandardCharsets.US_ASCII);
        try (TestNode slow = new TestNode(connection -> {
                    TestNode.Request head = connection.readHead();
                    int length = Integer.parseInt(head.header("content-length"));
                    for (int i = 0; i < length; i++) {
                        if (connection.read() != 'x') {
                            return;
                        }
                        if (i % 200_000 == 0) {
                            TimeUnit.MILLISECONDS.sleep(5);
                        }
                    }
                    connection.send(TestNode.ok("whole"));
                });
                TestGateway gateway = TestGateway.before("", slow)) {
            assertThat(gateway.post("/_bulk", new String(body, StandardCharsets.US_ASCII))
                            .body())
                    .isEqualTo("whole");
        }
    }

    @Test
    void endsWhatIsUnderWayForAClientThatClosesItsHalf() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    asked.countDown();
                    if (connection.read() < 0) {
                        ended.countDown();
                    }
                });
                TestGateway gateway = TestGateway.before("", node);
                Socket client = gateway.connect()) {
            client.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            asked.await();
            client.shutdownOutput();

            assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }
}
