package io.sluice.server;

import static io.sluice.server.Bulks.bulk;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What filters and metrics are told of a request that is over: whose its time was, and which way it went. */
class EndedRequestsTest {
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final List<ExchangeSummary> ended = new CopyOnWriteArrayList<>();

    private final TestFilter noting = new TestFilter("noting", new Filter() {
        @Override
        public void onComplete(ExchangeSummary summary) {
            ended.add(summary);
        }
    });

    private ExchangeSummary first() {
        Awaitility.await().until(() -> !ended.isEmpty());
        return ended.getFirst();
    }

    private static long pause() {
        long began = System.nanoTime();
        Awaitility.await().until(() -> System.nanoTime() - began > PAUSE.toNanos());
        return System.nanoTime() - began;
    }

    private static void write(Socket socket, String text) throws Exception {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private TestGateway regrouping(String more, TestNode... nodes) throws Exception {
        return new TestGateway(
                Bulks.yaml("", Bulks.REGROUPED.formatted(more), nodes)
                        .replace("    relay:", "    filters: [{ type: noting }]\n    relay:"),
                TestRouter.inRunsOf(7),
                noting);
    }

    /** Sends a bulk that is too short to be split, which its head does not say. */
    private static HttpResponse<String> shortBulk(TestGateway gateway) throws Exception {
        return gateway.send(gateway.request("/logs/_bulk")
                .header("Content-Type", "application/x-ndjson")
                .POST(BodyPublishers.fromPublisher(BodyPublishers.ofString(Bulks.items(0, 5))))
                .build());
    }

    @Test
    void theTimeOfARequestWhoseClientGoesAwayIsThatOfItsNode() throws Exception {
        try (TestNode silent = new TestNode(connection -> {
                    while (connection.readRequest() != null) {
                        // It answers nothing.
                    }
                });
                TestGateway gateway = TestFilter.gateway(silent, noting)) {
            long pause;
            try (Socket socket = gateway.connect()) {
                write(socket, "GET /a/_search HTTP/1.1\r\nHost: a\r\n\r\n");
                Awaitility.await().until(() -> !silent.requests().isEmpty());
                pause = pause();
            }

            assertThat(first().failure()).isEqualTo("client-gone");
            assertThat(first().traffic().upstreamNanos()).isGreaterThanOrEqualTo(pause);
        }
    }

    @Test
    void theTimeOfAnAnswerThatIsBrokenOffIsThatOfItsNode() throws Exception {
        try (TestNode breaking = new TestNode(connection -> {
                    connection.readRequest();
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + "y".repeat(50_000));
                    pause();
                });
                TestGateway gateway = TestFilter.gateway(breaking, noting);
                Socket socket = gateway.connect()) {
            write(socket, "GET /a/_search HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(socket.getInputStream().readAllBytes().length).isLessThan(100_000);

            assertThat(first().failure()).isEqualTo("upstream-reset");
            assertThat(first().traffic().upstreamNanos()).isGreaterThanOrEqualTo(PAUSE.toNanos());
        }
    }

    @Test
    void theTimeOfABulkBeforeANodeIsConnectedToIsTheGateways() throws Exception {
        try (TestNode node = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = regrouping("atomic: true", node);
                Socket socket = gateway.connect()) {
            String items = Bulks.items(0, 1000);
            String head = new String(Bulks.request("", items.length()), StandardCharsets.US_ASCII);
            write(socket, head + items.substring(0, 5000));
            Awaitility.await().until(() -> gateway.gateway().requests() == 1);
            long pause = pause();
            write(socket, items.substring(5000));
            Bulks.readUntil(socket, "]}");

            ExchangeSummary.Traffic traffic = first().traffic();
            assertThat(traffic.upstreamNanos()).isPositive().isLessThanOrEqualTo(traffic.totalNanos() - pause);
            assertThat(traffic.latencyNanos()).isPositive().isLessThanOrEqualTo(traffic.upstreamNanos());
        }
    }

    @ParameterizedTest
    @CsvSource({"/logs/_bulk, 5, short", "/logs/_bulk?foo=1, 1000, url"})
    void aBulkThatGoesToOneNodeForItsHeadSaysWhy(String target, int items, String reason) throws Exception {
        try (TestNode node = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = regrouping("", node)) {
            bulk(gateway, target, Bulks.items(0, items));

            assertThat(Objects.requireNonNull(first().bulk()).whole()).isEqualTo(reason);
        }
    }

    @Test
    void aBulkThatGoesToOneNodeCountsItsTries() throws Exception {
        TestNode gone = BulkNode.answering(BulkNode.CREATED);
        try (TestNode node = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = regrouping("", node, gone)) {
            gone.close();
            // Which node is tried first is drawn.
            for (int i = 0; i < 40; i++) {
                assertThat(shortBulk(gateway).statusCode()).isEqualTo(200);
            }

            Awaitility.await().until(() -> ended.size() == 40);
            assertThat(ended)
                    .extracting(summary ->
                            Objects.requireNonNull(summary.upstream()).attempts())
                    .contains(2);
        }
    }

    @Test
    void aBulkThatGoesToOneNodeFailsAsAnyRequestWhereThereIsNone() throws Exception {
        TestNode gone = BulkNode.answering(BulkNode.CREATED);
        try (TestGateway gateway = regrouping("", gone)) {
            gone.close();
            var answer = shortBulk(gateway);

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(first().failure()).isEqualTo("no-upstream");
        }
    }
}
