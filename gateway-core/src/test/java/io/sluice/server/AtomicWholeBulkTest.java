package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Atomic bulks that one node gets whole, as their index is not known, and which that node is slow at. */
@Tag("slow")
class AtomicWholeBulkTest {
    private static final String BULK = "bulk: { groupBy: test, minBytes: 1KiB, minItems: 10, atomic: true, ";
    /** More than the buffers of a connection take, and less than is spooled in memory. */
    private static final int LONG = 14_000_000;

    @TempDir
    Path directory;

    private final CountDownLatch over = new CountDownLatch(1);
    private ModelCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = new ModelCluster(1).index("known", 1);
    }

    @AfterEach
    void stop() throws Exception {
        over.countDown();
        cluster.close();
    }

    private TestGateway gateway(String timeouts, String more) throws Exception {
        return Bulks.gatewayOf(
                "    timeouts: { " + timeouts + ", total: 20s }\n    health: { probeEvery: 1h }\n",
                BULK + more + "queueTimeout: 50ms }",
                TestRouter.byShard(),
                cluster.nodes());
    }

    private static String items(int bytes) {
        String item = "{\"index\":{\"_index\":\"nowhere\"}}\n{\"v\":\"" + "v".repeat(20_000) + "\"}\n";
        return item.repeat(bytes / item.length());
    }

    private static void assertThatItWasLate(HttpResponse<String> response, String reason) {
        assertThat(response.statusCode()).isEqualTo(504);
        assertThat(response.body()).contains("sluice_upstream_timeout", reason);
    }

    private boolean hang() throws InterruptedException {
        over.await();
        return true;
    }

    @Test
    void isGivenUpIfNoAnswerComesInTimeToWhatWasInAFile() throws Exception {
        cluster.behave((connection, node) -> {
            while (connection.read() >= 0) {}
            return true;
        });
        String spool = "mergeBytes: 1MiB, spool: { directory: '" + directory + "' }, ";
        try (TestGateway gateway = gateway("response: 300ms", spool)) {
            HttpResponse<String> response = Bulks.bulk(gateway, items(2_500_000));

            assertThatItWasLate(response, "did not answer in time");
        }
    }

    @Test
    void isGivenUpIfTheNodeStopsToTakeIt() throws Exception {
        cluster.behave((connection, node) -> hang());
        try (TestGateway gateway = gateway("stall: 300ms", "")) {
            HttpResponse<String> response = Bulks.bulk(gateway, items(LONG));

            assertThatItWasLate(response, "did not take the request in time");
        }
    }

    @Test
    void isTakenByANodeThatIsSlowWithoutEverStopping() throws Exception {
        String body = items(LONG);
        cluster.behave((connection, node) -> {
            int part = body.length() / 20;
            for (int read = 0; read < body.length(); read += part) {
                Thread.sleep(200);
                connection.skip(Math.min(part, body.length() - read));
            }
            connection.send(TestNode.ok("{\"took\":1,\"errors\":false,\"items\":[]}"));
            return true;
        });
        try (TestGateway gateway = gateway("stall: 3s", "")) {
            assertThat(Bulks.bulk(gateway, body).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void isGivenUpIfTheNodeStopsInAnAnswerThatItBeganBeforeItHadAll() throws Exception {
        cluster.behave((connection, node) -> {
            connection.send("HTTP/1.1 413 Too Large\r\ncontent-length: 100\r\n\r\nhalf");
            return hang();
        });
        try (TestGateway gateway = gateway("stall: 300ms", "");
                var socket = gateway.connect()) {
            String body = items(LONG);
            socket.getOutputStream().write(Bulks.request(body, body.length()));

            assertThat(new String(socket.getInputStream().readAllBytes())).endsWith("half");
        }
    }

    @Test
    void isSentAgainByAQueueOnceItsPatienceEnds() throws Exception {
        AtomicInteger bulks = new AtomicInteger();
        cluster.behave((connection, node) -> bulks.incrementAndGet() == 1 && hang());
        String keys = BULK + "queueTimeout: 50ms }, batch: { bytes: 15MiB }, config: { lanes: 1 },"
                + " retry: { first: 5ms, most: 20ms, patience: 20s },";
        String yaml = QueueGateway.yaml(keys, cluster)
                .replace("discovery:", "timeouts: { stall: 8s, response: 30s }, discovery:");
        try (TestGateway gateway = new TestGateway(yaml, new MemoryEngine(), TestRouter.byShard())) {
            QueueGateway.awaitView(gateway);
            String body = items(LONG);
            assertThat(Bulks.bulk(gateway, body).statusCode()).isEqualTo(200);

            var queue = gateway.gateway().queues().getFirst();
            await().atMost(Duration.ofMinutes(1)).until(queue::isEmpty);
            assertThat(bulks).hasValue(2);
            assertThat(cluster.executed()).hasSize((int) body.lines().count() / 2);
            assertThat(queue.report().dead().records()).isZero();
        }
    }
}
