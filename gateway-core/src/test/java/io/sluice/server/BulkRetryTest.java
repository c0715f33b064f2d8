package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Items that busy nodes refuse one by one. */
class BulkRetryTest {
    private static final int ITEMS = 10_000;
    private static final double BUSY = 0.1;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final Map<String, Integer> stored = new ConcurrentHashMap<>();
    private final AtomicInteger refused = new AtomicInteger();

    /** Refuses one item in ten, each time anew, and remembers what it stored. */
    private final BulkNode.Results busy = (request, id) -> {
        synchronized (random) {
            if (random.nextDouble() < BUSY) {
                refused.incrementAndGet();
                return BulkNode.busy();
            }
        }
        stored.merge(id, 1, Integer::sum);
        return BulkNode.CREATED.of(request, id);
    };

    @Test
    void storesEachItemOnceInTheEndThoughOneInTenIsRefusedEachTime() throws Exception {
        try (Cluster cluster = new Cluster("retry: { attempts: 20, pause: 1ms }")) {
            String answer = cluster.bulk();

            assertThat(answer).as("seed %d", seed).contains("\"errors\":false").doesNotContain("\"status\":429");
            assertThat(count("\"status\":201", answer)).isEqualTo(ITEMS);
            assertThat(stored).as("seed %d", seed).hasSize(ITEMS);
            assertThat(stored.values()).as("seed %d", seed).containsOnly(1);
            assertThat(refused.get()).as("seed %d", seed).isGreaterThan(ITEMS / 20);
        }
    }

    @Test
    void reportsEachRefusalOfABulkThatIsLongerThanWhatIsKept() throws Exception {
        try (Cluster cluster = new Cluster("retry: { attempts: 20, pause: 1ms, bytesPerBulk: 64KiB }")) {
            String answer = cluster.bulk();

            assertThat(answer).contains("\"errors\":true");
            assertThat(count("\"status\":429", answer)).as("seed %d", seed).isEqualTo(refused.get());
            assertThat(count("\"status\":201", answer)).isEqualTo(ITEMS - refused.get());
            assertThat(stored).hasSize(ITEMS - refused.get());
            assertThat(stored.values()).containsOnly(1);
            assertThat(cluster.requests()).isEqualTo(3);
        }
    }

    @Test
    @Timeout(120)
    void keepsTheResultsThatCameBeforeARetrysAnswerWasLongerThanWhatIsHeld() throws Exception {
        // Given
        BulkNode.Results longResults = (number, id) -> "\"status\":201,\"padding\":\"" + "a".repeat(64 << 10) + "\"";
        BulkNode.Results allBusy = (number, id) -> BulkNode.busy();
        var bulks = new AtomicInteger();
        try (TestNode node = new TestNode(connection -> {
                    for (var request = BulkNode.readBulk(connection);
                            request != null;
                            request = BulkNode.readBulk(connection)) {
                        boolean first = bulks.incrementAndGet() == 1;
                        String answer = TestNode.ok(BulkNode.answer(request.text(), 0, first ? allBusy : longResults));
                        connection.send(first ? answer : answer.substring(0, answer.length() / 2));
                    }
                });
                TestGateway gateway = Bulks.gateway("mergeBytes: 1MiB, retry: { attempts: 5, pause: 1ms }", node)) {

            // When
            var response = Bulks.bulk(gateway, Bulks.withIds(0, 100));

            // Then
            int stored = count("\"status\":201", response.body());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(Bulks.ids(response)).isEqualTo(Bulks.names(0, 100));
            assertThat(stored).isBetween(10, 49);
            assertThat(count("\"type\":\"sluice_outcome_unknown\"", response.body()))
                    .isEqualTo(100 - stored);
            assertThat(response.body()).contains("the answer is longer than the 1048576 bytes that are held");
        }
    }

    private static int count(String text, String answer) {
        return (int)
                Pattern.compile(text, Pattern.LITERAL).matcher(answer).results().count();
    }

    /** Three busy nodes behind a gateway. */
    private final class Cluster implements AutoCloseable {
        private final TestNode one = BulkNode.answering(busy);
        private final TestNode two = BulkNode.answering(busy);
        private final TestNode three = BulkNode.answering(busy);
        private final TestGateway gateway;

        Cluster(String settings) throws Exception {
            String cluster = "nodes: [" + one.address() + ", " + two.address() + ", " + three.address()
                    + "]\n    discovery: { enabled: false }\n";
            String yaml = TestGateway.yaml("", cluster)
                    .replace(
                            "relay: { cluster: primary }",
                            "relay: { cluster: primary, bulk: { groupBy: test, " + settings + " } }");
            gateway = new TestGateway(yaml, TestRouter.inRunsOf(3));
        }

        String bulk() throws Exception {
            String body = IntStream.range(0, ITEMS)
                    .mapToObj(i -> "{\"index\":{\"_id\":\"" + i + "\"}}\n{\"message\":\"a line of a log\"}\n")
                    .collect(Collectors.joining());
            var response = gateway.send(gateway.request("/logs/_bulk")
                    .header("Content-Type", "application/x-ndjson")
                    .timeout(Duration.ofSeconds(60))
                    .POST(BodyPublishers.ofString(body))
                    .build());
            assertThat(response.statusCode()).isEqualTo(200);
            return response.body();
        }

        int requests() {
            return BulkNode.bulks(one).size()
                    + BulkNode.bulks(two).size()
                    + BulkNode.bulks(three).size();
        }

        @Override
        public void close() throws Exception {
            gateway.close();
            one.close();
            two.close();
            three.close();
        }
    }
}
