package io.sluice.server;

import static io.sluice.server.SourcedItems.NO_SHARD;
import static io.sluice.server.SourcedItems.item;
import static io.sluice.server.SourcedItems.source;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.queue.KeptLetter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Indices that take nothing while the cluster takes items of others. */
@Tag("slow")
class QueueBlockedIndicesTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String FULL_DISK =
            "\"status\":429,\"error\":{\"type\":\"cluster_block_exception\",\"reason\":\"disk usage exceeded\"}";

    private static final int SET_ASIDE = 256 * 1024;

    private ModelCluster cluster;
    private MemoryEngine engine;
    private QueueGateway gateway;
    private final Set<String> blocked = ConcurrentHashMap.newKeySet();
    /** Parts of the sources that are refused, whatever their index. */
    private final Set<String> lacking = ConcurrentHashMap.newKeySet();

    private final AtomicInteger refusals = new AtomicInteger();
    private volatile String refusal = NO_SHARD;

    private static final String GONE =
            "\"status\":404,\"error\":{\"type\":\"index_not_found_exception\",\"reason\":\"no such index\"}";

    @BeforeEach
    void start() throws Exception {
        cluster = new ModelCluster(1).index("logs", 2);
        cluster.refuse(source -> {
            boolean refused = blocked.stream().anyMatch(index -> SourcedItems.isOf(source, index))
                    || lacking.stream().anyMatch(source::contains);
            if (refused) {
                refusals.incrementAndGet();
            }
            return refused ? refusal : null;
        });
        engine = new MemoryEngine();
    }

    private void gateway(String unavailable) throws Exception {
        gateway(2, "first: 5ms, most: 20ms, unavailable: " + unavailable, "");
    }

    private void gateway(int lanes, String retry, String more) throws Exception {
        String keys = "config: { lanes: " + lanes + " }, retry: { " + retry + " }," + more;
        gateway = new QueueGateway(engine, keys, cluster);
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
        cluster.close();
    }

    private static String items(String index, int from, int to) {
        StringBuilder bulk = new StringBuilder();
        IntStream.range(from, to).forEach(n -> bulk.append(item(index, "d" + n, "v" + n)));
        return bulk.toString();
    }

    private static List<String> sources(String index, int from, int to) {
        return IntStream.range(from, to).mapToObj(n -> source(index, "v" + n)).toList();
    }

    private List<String> sources() {
        return cluster.executed().stream().map(ModelCluster.Executed::source).toList();
    }

    private void awaitSources(List<String> expected) {
        await().atMost(PATIENCE).until(() -> sources().containsAll(expected));
    }

    private long letters() {
        return gateway.queue().report().dead().records();
    }

    @ParameterizedTest
    @ValueSource(strings = {NO_SHARD, FULL_DISK})
    void othersGoOnInTheSameLanes(String why) throws Exception {
        gateway("10m");
        refusal = why;
        blocked.add("red");

        for (int n = 0; n < 400; n += 20) {
            gateway.bulk(items("red", n, n + 20) + items("logs", n, n + 20));
        }

        awaitSources(sources("logs", 0, 400));
        assertThat(sources()).hasSize(400);
        assertThat(gateway.queue().report().problem()).contains("index red takes nothing");
        // The item that is tried just now is not among them.
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(gateway.gateway().meters().scrape())
                        .contains("sluice_queue_set_aside{queue=\"ingest\"} 400.0"));
        blocked.clear();
        gateway.awaitEmpty();
        assertThat(sources()).containsAll(sources("red", 0, 400)).hasSize(800);
        assertThat(letters()).isZero();
        assertThat(gateway.queue().report().problem()).isNull();
        assertThat(gateway.gateway().meters().scrape())
                .contains("sluice_queue_sent_items_total{outcome=\"done\",queue=\"ingest\"} 800.0");
    }

    @Test
    void isNotAskedForEachOfItsItems() throws Exception {
        gateway("10m");
        blocked.add("red");
        gateway.bulk(items("red", 0, 2) + items("logs", 0, 2));
        awaitSources(sources("logs", 0, 2));
        await().until(() -> refusals.get() > 2);

        refusals.set(0);
        gateway.bulk(items("red", 2, 500) + items("logs", 2, 500));

        awaitSources(sources("logs", 2, 500));
        assertThat(refusals).hasValueLessThan(200);
    }

    @Test
    void operationsOnADocumentKeepTheirOrder() throws Exception {
        gateway("10m");
        long seed = new SplittableRandom().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, List<String>> expected = new HashMap<>();
        for (int round = 0; round < 60; round++) {
            StringBuilder bulk = new StringBuilder();
            for (int i = 0; i < 30; i++) {
                String index = "logs" + random.nextInt(3);
                String id = "d" + random.nextInt(6);
                String value = round + "." + i;
                bulk.append(item(index, id, value));
                expected.computeIfAbsent(index + "/" + id, key -> new ArrayList<>())
                        .add(source(index, value));
            }
            gateway.bulk(bulk.toString());
            String index = "logs" + random.nextInt(3);
            if (random.nextBoolean()) {
                blocked.add(index);
            } else {
                blocked.remove(index);
            }
        }
        blocked.clear();
        gateway.awaitEmpty();

        Map<String, List<String>> executed = new HashMap<>();
        cluster.executed()
                .forEach(each -> executed.computeIfAbsent(each.index() + "/" + each.id(), key -> new ArrayList<>())
                        .add(each.source()));
        assertThat(executed).as("seed " + seed).isEqualTo(expected);
        assertThat(letters()).isZero();
    }

    @Test
    void whatHoldsUpOthersForLongBecomesDeadLetters() throws Exception {
        gateway("300ms");
        blocked.add("red");

        for (int n = 0; n < 4000; n += 100) {
            gateway.bulk(items("red", n, n + 100));
        }
        gateway.bulk(items("logs", 0, 100));

        awaitSources(sources("logs", 0, 100));
        assertThat(letters()).isPositive();
        KeptLetter letter = gateway.queue().peek(1).getFirst();
        JsonNode told = MAPPER.readTree(letter.told());
        assertThat(told.path("status").asInt()).isEqualTo(503);
        assertThat(told.toString()).contains("primary shard is not active");
        assertThat(letter.lines()).asString().contains("\"_index\":\"red\"");

        blocked.clear();
        gateway.awaitEmpty();
        while (letters() > 0) {
            gateway.queue().replay(1000);
        }
        gateway.awaitEmpty();
        assertThat(sources()).containsAll(sources("red", 0, 4000)).hasSize(4100);
    }

    @Test
    void nothingBecomesADeadLetterWhileTheClusterHasNoShards() throws Exception {
        cluster.activeShards(0);
        gateway("50ms");
        blocked.add("red");
        for (int n = 0; n < 3000; n += 100) {
            gateway.bulk(items("red", n, n + 100));
        }
        int before = refusals.get();
        await().atMost(PATIENCE).until(() -> refusals.get() > before + 50);
        assertThat(letters()).isZero();

        blocked.clear();
        gateway.awaitEmpty();
        assertThat(sources()).containsExactlyInAnyOrderElementsOf(sources("red", 0, 3000));
    }

    @Test
    void anItemTooLongToBeSetAsideHoldsUpItsLaneNoLonger() throws Exception {
        gateway("300ms");
        blocked.add("red");
        String padding = "x".repeat(SET_ASIDE + 1);

        for (int n = 0; n < 4; n++) {
            gateway.bulk(item("red", "long" + n, padding));
        }
        gateway.bulk(items("logs", 0, 20));

        awaitSources(sources("logs", 0, 20));
        gateway.awaitEmpty();
        assertThat(letters()).isEqualTo(4);
    }

    @Test
    void whatIsSetAsideStaysOverARestart() throws Exception {
        gateway("10m");
        blocked.add("red");
        gateway.bulk(items("red", 0, 50) + items("logs", 0, 50));
        awaitSources(sources("logs", 0, 50));
        gateway.close();
        blocked.clear();

        gateway("10m");

        gateway.awaitEmpty();
        assertThat(sources()).containsAll(sources("red", 0, 50)).containsAll(sources("logs", 0, 50));
    }

    /** What was done and deleted meanwhile would be there again. */
    @Test
    void whatIsDoneBehindItIsNotSentAgainAfterARestart() throws Exception {
        gateway("10m");
        blocked.add("red");
        gateway.bulk(items("red", 0, 50));
        awaitRefusals(1);
        for (int n = 0; n < 200; n += 10) {
            gateway.bulk(items("logs", n, n + 10));
        }
        awaitSources(sources("logs", 0, 200));
        gateway.close();
        blocked.clear();

        gateway("10m");

        gateway.awaitEmpty();
        assertThat(sources()).containsAll(sources("red", 0, 50)).hasSize(250);
    }

    /** Engines may keep all that was written since, done or not, as long as it waits. */
    @Test
    void whatIsSetAsideBecomesDeadLettersWhereTheQueueHasNoRoomForWrites() throws Exception {
        gateway("300ms");
        blocked.add("red");
        gateway.bulk(items("red", 0, 50));
        awaitRefusals(4);
        assertThat(letters()).isZero();

        engine.answers("ingest", MemoryEngine.Answer.FULL);
        assertThat(gateway.bulk(items("logs", 0, 1)).statusCode()).isEqualTo(429);

        await().atMost(PATIENCE).until(() -> letters() == 50);
        gateway.awaitEmpty();
    }

    private void awaitRefusals(int count) {
        await().atMost(PATIENCE).until(() -> refusals.get() >= count);
    }

    /** A lane holds thousands of short records while the cluster is busy. */
    @Test
    void manyRecordsAreNoReasonToWait() throws Exception {
        gateway(1, "first: 5ms, most: 20ms", "");
        refusal = BulkNode.busy();
        blocked.add("logs");
        for (int n = 0; n < 2500; n++) {
            gateway.bulk(item("logs", "d" + n % 3, "v" + n));
        }
        blocked.clear();

        awaitSources(sources("logs", 0, 2500));
        gateway.awaitEmpty();
    }

    @Test
    void aFullLaneDoesNotWaitForRoomThatItHoldsItself() throws Exception {
        gateway(1, "first: 5ms, most: 20ms", "maxHeldBytes: 600KiB,");
        blocked.add("red");
        gateway.bulk(item("red", "d0", "small"));
        awaitRefusals(1);
        String padding = "x".repeat(300 * 1024);
        gateway.bulk(item("red", "d0", "1" + padding) + item("red", "d0", "2" + padding));
        gateway.bulk(item("red", "d0", "3" + padding + padding));
        awaitRefusals(refusals.get() + 10);

        blocked.clear();

        gateway.awaitEmpty();
        assertThat(sources()).hasSize(4);
    }

    @Test
    void otherShardsOfTheIndexAreTried() throws Exception {
        gateway(1, "first: 5ms, most: 20ms", "");
        lacking.add("\"v\":\"bad\"");
        gateway.bulk(item("part", "bad", "bad"));
        awaitRefusals(2);

        gateway.bulk(items("part", 0, 50));

        awaitSources(sources("part", 0, 50));
    }

    @Test
    void itemsOfAnIndexThatIsDeletedFollowAtOnce() throws Exception {
        gateway(2, "first: 1s, most: 1s", "");
        blocked.add("red");
        gateway.bulk(items("red", 0, 30));
        awaitRefusals(2);

        refusal = GONE;

        await().atMost(PATIENCE).until(() -> letters() == 30);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8000})
    void aLongBacklogHoldsUpOthersForNoLonger(int documents) throws Exception {
        gateway(1, "first: 5s, most: 10s, unavailable: 500ms", "");
        blocked.add("red");
        gateway.bulk(item("red", "first", "v"));
        awaitRefusals(1);
        int count = Math.max(documents, 1100);
        for (int n = 0; n < count; n += 100) {
            StringBuilder bulk = new StringBuilder();
            IntStream.range(n, n + 100).forEach(i -> bulk.append(item("red", "d" + i % documents, "v" + i)));
            gateway.bulk(bulk.toString());
        }
        gateway.bulk(items("logs", 0, 20));

        awaitSources(sources("logs", 0, 20));
        await().atMost(PATIENCE)
                .until(() -> gateway.gateway()
                        .meters()
                        .scrape()
                        .contains("sluice_queue_sent_items_total{outcome=\"done\",queue=\"ingest\"} 20.0"));
    }
}
