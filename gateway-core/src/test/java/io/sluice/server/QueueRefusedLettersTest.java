package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Items that will never succeed, while the engine does not keep them as dead letters. */
class QueueRefusedLettersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String DEAD = "ingest/dead";
    private static final String NO_NUMBER = "\"status\":400,\"error\":{\"type\":\"mapper_parsing_exception\"}";

    private ModelCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = new ModelCluster(1).index("logs", 2);
        cluster.refuse(source -> source.contains("bad") ? NO_NUMBER : null);
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }

    private static String item(String index, String id, String value) {
        return "{\"index\":{\"_index\":\"" + index + "\",\"_id\":\"" + id + "\"}}\n" + source(value) + "\n";
    }

    private static String source(String value) {
        return "{\"v\":\"" + value + "\"}";
    }

    private List<String> sources() {
        return cluster.executed().stream().map(ModelCluster.Executed::source).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "FULL | the queue has no room; replay or purge dead letters, or make room",
                "FAILED | the disk is broken",
                "THROWN | the record is not one for this engine"
            })
    void holdUpTheirLaneOnlyUntilTheyAreKept(MemoryEngine.Answer answer, String reason) throws Exception {
        MemoryEngine engine = new MemoryEngine();
        try (QueueGateway gateway = new QueueGateway(engine, "", cluster)) {
            // Given
            engine.answers(DEAD, answer);
            gateway.bulk(item("logs", "a", "bad"));
            await().atMost(PATIENCE).until(() -> gateway.queue().report().problem() != null);
            gateway.bulk(item("logs", "a", "later"));

            // When
            gateway.bulk(IntStream.range(0, 100)
                    .mapToObj(i -> item("index" + i, "d", "good" + i))
                    .collect(Collectors.joining()));

            // Then
            await().atMost(PATIENCE).until(() -> sources().size() > 50);
            assertThat(sources()).doesNotContain(source("later"));
            assertThat(gateway.queue().report().problem())
                    .isEqualTo("dead letters cannot be kept, so what follows them waits: " + reason);
            assertThat(gateway.queue().report().failedLanes()).isEmpty();
            assertThat(gateway.gateway().meters().scrape()).contains("sluice_queue_unburied{queue=\"ingest\"} 1.0");

            engine.answers(DEAD, MemoryEngine.Answer.KEPT);
            gateway.awaitEmpty();
            assertThat(gateway.queue().report().dead().records()).isEqualTo(1);
            assertThat(sources()).hasSize(101).doesNotHaveDuplicates().contains(source("later"));
            assertThat(gateway.queue().report().problem()).isNull();
            assertThat(gateway.gateway().meters().scrape()).contains("sluice_queue_unburied{queue=\"ingest\"} 0.0");
        }
    }

    @Test
    void areNoProblemOnceTheyAreKeptThoughTheirLaneGetsNothingMore() throws Exception {
        MemoryEngine engine = new MemoryEngine();
        try (QueueGateway gateway = new QueueGateway(engine, "", cluster)) {
            // Given
            engine.answers(DEAD, MemoryEngine.Answer.FULL);
            gateway.bulk(item("logs", "a", "bad"));
            await().atMost(PATIENCE).until(() -> gateway.queue().report().problem() != null);

            // When
            engine.answers(DEAD, MemoryEngine.Answer.KEPT);
            gateway.awaitEmpty();

            // Then
            await().atMost(PATIENCE).until(() -> gateway.queue().report().problem() == null);
        }
    }

    @Test
    void areTriedLessAndLessOften() throws Exception {
        MemoryEngine engine = new MemoryEngine();
        engine.answers(DEAD, MemoryEngine.Answer.FULL);
        try (QueueGateway gateway = new QueueGateway(engine, "retry: { first: 1ms, most: 1h },", cluster)) {
            gateway.bulk(item("logs", "a", "bad"));

            await().atMost(PATIENCE).until(() -> engine.appends(DEAD) > 3);
            await().during(Duration.ofSeconds(1)).until(() -> engine.appends(DEAD) < 30);
        }
    }

    @Test
    void leaveRoomInMemoryForOthers() throws Exception {
        MemoryEngine engine = new MemoryEngine();
        engine.answers(DEAD, MemoryEngine.Answer.FULL);
        String keys = "maxHeldBytes: 1MiB, retry: { first: 5ms, most: 20ms },";
        try (QueueGateway gateway = new QueueGateway(engine, keys, cluster)) {
            for (int i = 0; i < 24; i++) {
                gateway.document("PUT", "/bad/_doc/" + i, source("bad" + "x".repeat(900_000)));
            }
            await().atMost(PATIENCE).until(() -> gateway.queue().report().problem() != null);
            for (int i = 0; i < 24; i++) {
                gateway.document("PUT", "/logs" + i + "/_doc/1", source("good" + "x".repeat(900_000)));
            }

            // Lanes that both kinds share wait.
            await().atMost(PATIENCE).until(() -> sources().size() >= 6);

            engine.answers(DEAD, MemoryEngine.Answer.KEPT);
            gateway.awaitEmpty();
            assertThat(sources()).hasSize(24);
            assertThat(gateway.queue().report().dead().records()).isEqualTo(24);
            assertThat(engine.lent()).isZero();
        }
    }
}
