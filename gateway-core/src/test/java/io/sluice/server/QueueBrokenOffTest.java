package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.queue.KeptLetter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Items at which the cluster breaks off each time, and clusters that break off at everything. */
class QueueBrokenOffTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int TRIES = 4;

    private ModelCluster cluster;
    private QueueGateway gateway;

    @BeforeEach
    void start() throws Exception {
        cluster = new ModelCluster(1).index("logs", 2);
        gateway = new QueueGateway(
                new MemoryEngine(), "retry: { first: 5ms, most: 20ms, brokenOff: " + TRIES + " },", cluster);
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
        cluster.close();
    }

    private static String index(String id, String value) {
        return "{\"index\":{\"_index\":\"logs\",\"_id\":\"" + id + "\"}}\n{\"v\":\"" + value + "\"}\n";
    }

    private static String good(int from, int to) {
        StringBuilder bulk = new StringBuilder();
        IntStream.range(from, to).forEach(n -> bulk.append(index("d" + n, "good" + n)));
        return bulk.toString();
    }

    private List<String> sources() {
        return cluster.executed().stream().map(ModelCluster.Executed::source).toList();
    }

    private List<String> goodSources(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> "{\"v\":\"good" + n + "\"}")
                .toList();
    }

    private long letters() {
        return gateway.queue().report().dead().records();
    }

    private void assertThatTheLetterSaysWhy() throws Exception {
        KeptLetter letter = gateway.queue().peek(10).getFirst();
        JsonNode told = MAPPER.readTree(letter.told());
        assertThat(letter.lines()).asString().isEqualTo(index("bad", "poison"));
        assertThat(told.path("status").asInt()).isEqualTo(502);
        assertThat(told.at("/result/error/type").asText()).isEqualTo("sluice_broken_off");
        assertThat(told.at("/result/error/reason").asText())
                .startsWith(
                        "the cluster broke off at this item alone " + TRIES + " times, and worked in between; at last:")
                .contains("node 127.0.0.1:");
    }

    @Test
    void anItemAtWhichTheClusterBreaksOffBecomesADeadLetterWhileOthersGo() throws Exception {
        cluster.breakOff(body -> body.contains("poison"));

        gateway.bulk(good(0, 60) + index("bad", "poison") + index("bad", "after") + good(60, 120));
        int sent = 120;
        while (letters() == 0) {
            gateway.bulk(good(sent, sent + 4));
            sent += 4;
        }

        gateway.awaitEmpty();
        assertThat(letters()).isEqualTo(1);
        assertThatTheLetterSaysWhy();
        assertThat(sources())
                .contains("{\"v\":\"after\"}")
                .containsAll(goodSources(sent))
                .hasSize(sent + 1);
    }

    @Test
    void findsTheItemWithoutOtherWritesIfTheNodeAnswersInBetween() throws Exception {
        cluster.breakOff(body -> body.contains("poison"));

        gateway.bulk(good(0, 30) + index("bad", "poison") + good(30, 60));

        await().atMost(PATIENCE).until(() -> letters() == 1);
        gateway.awaitEmpty();
        assertThatTheLetterSaysWhy();
        assertThat(sources()).containsExactlyInAnyOrderElementsOf(goodSources(60));
    }

    @Test
    void sendsAgainOnlyItemsWhoseResultDidNotComeBeforeTheAnswerWasCutOff() throws Exception {
        AtomicInteger bulks = new AtomicInteger();
        cluster.cutOff(() -> bulks.getAndIncrement() == 0);
        String keys = "config: { lanes: 1 }, retry: { first: 5ms, most: 20ms },";
        try (QueueGateway oneLane = new QueueGateway(new MemoryEngine(), keys, cluster)) {
            oneLane.bulk(good(0, 40));

            oneLane.awaitEmpty();
            assertThat(sources()).containsAll(goodSources(40)).hasSizeBetween(41, 59);
        }
    }

    @Test
    void sendsNothingAgainWhereAllResultsCameBeforeTheConnectionBroke() throws Exception {
        AtomicInteger bulks = new AtomicInteger();
        cluster.cutOffBehindJson(() -> bulks.getAndIncrement() == 0);
        String keys = "config: { lanes: 1 }, retry: { first: 5ms, most: 20ms },";
        try (QueueGateway oneLane = new QueueGateway(new MemoryEngine(), keys, cluster)) {
            oneLane.bulk(good(0, 40));

            oneLane.awaitEmpty();
            assertThat(sources()).containsExactlyInAnyOrderElementsOf(goodSources(40));
        }
    }

    @Test
    void nothingBecomesADeadLetterWhileTheClusterIsAway() throws Exception {
        AtomicInteger broken = new AtomicInteger();
        AtomicReference<ModelCluster.Behaviour> away = new AtomicReference<>((connection, node) -> {
            broken.incrementAndGet();
            return true;
        });
        cluster.behave((connection, node) -> away.get().meet(connection, node));

        gateway.bulk(index("bad", "good0"));
        await().atMost(PATIENCE).until(() -> broken.get() > 10 * TRIES);
        assertThat(letters()).isZero();
        away.set((connection, node) -> false);

        gateway.awaitEmpty();
        assertThat(letters()).isZero();
        assertThat(sources()).containsExactlyElementsOf(goodSources(1));
    }

    @Test
    void nothingBecomesADeadLetterWhileTheClusterAnswersButBreaksOffAtAllBulks() throws Exception {
        AtomicInteger broken = new AtomicInteger();
        cluster.breakOff(body -> {
            broken.incrementAndGet();
            return true;
        });

        gateway.bulk(good(0, 200));
        await().atMost(PATIENCE).until(() -> broken.get() > 50 * TRIES);
        assertThat(letters()).isZero();
        cluster.breakOff(body -> false);

        gateway.awaitEmpty();
        assertThat(letters()).isZero();
        assertThat(sources()).containsExactlyInAnyOrderElementsOf(goodSources(200));
    }
}
