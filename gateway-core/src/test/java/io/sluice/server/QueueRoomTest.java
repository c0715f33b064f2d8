package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the lanes of a queue hold in memory, however long records are and whatever the cluster does. */
@Tag("slow")
class QueueRoomTest {
    private static final int LANES = 16;
    private static final long FREE = 512 << 10;
    private static final long BOUND = 1 << 20;
    private static final String LONG = "x".repeat(900_000);

    private ModelCluster cluster;
    private QueueGateway gateway;
    private final AtomicBoolean away = new AtomicBoolean();
    private final AtomicLong most = new AtomicLong();
    private final List<String> sent = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        cluster = new ModelCluster(1).index("logs", 2);
        cluster.behave((connection, node) -> away.get());
        cluster.breakOff(body -> {
            most.accumulateAndGet(gateway.engine().lent(), Math::max);
            return false;
        });
        String keys = "maxHeldBytes: " + BOUND + ", retry: { first: 5ms, most: 20ms },";
        gateway = new QueueGateway(new MemoryEngine(), keys, cluster);
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
        cluster.close();
    }

    private void write(String index, String id, String text) throws Exception {
        String source = "{\"v\":\"" + id + text + "\"}";
        assertThat(gateway.document("PUT", "/" + index + "/_doc/" + id, source).statusCode())
                .isEqualTo(202);
        sent.add(source);
    }

    private List<String> sources() {
        return cluster.executed().stream().map(ModelCluster.Executed::source).toList();
    }

    private void assertThatAllIsSentOnceWithLittleMemory() {
        await().atMost(Duration.ofSeconds(60)).until(() -> gateway.queue().isEmpty());
        assertThat(sources()).containsExactlyInAnyOrderElementsOf(sent);
        assertThat(most.get()).isPositive().isLessThan(BOUND + LANES * FREE);
        assertThat(gateway.engine().lent()).isZero();
    }

    @Test
    void longRecordsWaitInTheEngineWhileTheClusterIsAway() throws Exception {
        away.set(true);
        for (int i = 0; i < 60; i++) {
            write("index" + i % 20, "d" + i, i % 3 == 0 ? "" : LONG);
        }
        // Each lane has tried several times by then.
        long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
        await().pollInterval(Duration.ofMillis(5)).until(() -> {
            most.accumulateAndGet(gateway.engine().lent(), Math::max);
            return System.nanoTime() > end;
        });
        away.set(false);

        assertThatAllIsSentOnceWithLittleMemory();
    }

    @Test
    void batchesOfManyShortRecordsAreBoundedToo() throws Exception {
        away.set(true);
        for (int i = 0; i < 400; i++) {
            write("index" + i % 20, "d" + i, "y".repeat(50_000));
        }
        away.set(false);

        assertThatAllIsSentOnceWithLittleMemory();
    }

    /** Lanes that have no more records wait for one while they pause. */
    @ParameterizedTest
    @ValueSource(ints = {6, 24})
    void anIndexThatTakesNothingLeavesRoomForOthers(int count) throws Exception {
        AtomicBoolean stuck = new AtomicBoolean(true);
        cluster.busyFor(source -> stuck.get() && source.contains("stuck"));
        for (int i = 0; i < count; i++) {
            write("bad", "stuck" + i, LONG);
        }
        int before = sources().size();
        for (int i = 0; i < 24; i++) {
            write("good" + i, "d" + i, LONG);
        }

        // Lanes that both indices share wait.
        await().atMost(Duration.ofSeconds(60)).until(() -> sources().size() >= before + 6);
        assertThat(sources()).noneMatch(source -> source.contains("stuck"));
        stuck.set(false);
        assertThatAllIsSentOnceWithLittleMemory();
    }

    /** Lanes have set aside as much as they may, and hold long records behind that. */
    @Test
    void lanesThatAnIndexWithoutShardsHoldsUpLeaveRoomForOthers() throws Exception {
        AtomicBoolean stuck = new AtomicBoolean(true);
        cluster.refuse(source -> stuck.get() && source.contains("stuck")
                ? "\"status\":503,\"error\":{\"type\":\"unavailable_shards_exception\"}"
                : null);
        for (int from = 0; from < 12_000; from += 2000) {
            StringBuilder bulk = new StringBuilder();
            for (int i = from; i < from + 2000; i++) {
                String source = "{\"v\":\"stuck" + i + "\"}";
                bulk.append("{\"index\":{\"_index\":\"bad\",\"_id\":\"d" + i + "\"}}\n")
                        .append(source)
                        .append('\n');
                sent.add(source);
            }
            gateway.bulk(bulk.toString());
            // What is done behind is not read again with the long one.
            for (int i = 0; i < 20; i++) {
                write("fine" + i, "d" + from + "-" + i, "");
            }
            write("bad", "stuck-long" + from, LONG);
        }
        for (int i = 0; i < 24; i++) {
            write("good" + i, "d" + i, LONG);
        }

        await().atMost(Duration.ofSeconds(60))
                .until(() -> sources().stream()
                                .filter(source -> source.endsWith(LONG + "\"}"))
                                .count()
                        >= 6);
        assertThat(sources()).noneMatch(source -> source.contains("stuck"));
        stuck.set(false);
        assertThatAllIsSentOnceWithLittleMemory();
    }

    /** What comes last of what is read again lies before what is done already. */
    @Test
    void aLaneGoesOnWhereTheLastRecordThatItReadIsDoneBeforeALongOne() throws Exception {
        AtomicBoolean stuck = new AtomicBoolean(true);
        cluster.busyFor(source -> stuck.get() && source.contains("stuck"));
        StringBuilder bulk = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            String source = "{\"v\":\"" + (i == 0 ? "stuck" + LONG : "small" + i) + "\"}";
            bulk.append("{\"index\":{\"_index\":\"bad\",\"_id\":\"d" + i + "\"}}\n")
                    .append(source)
                    .append('\n');
            sent.add(source);
        }
        gateway.bulk(bulk.toString());
        for (int i = 0; i < 24; i++) {
            write("good" + i, "d" + i, LONG);
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> sources().size() >= 39 + 6);

        stuck.set(false);

        assertThatAllIsSentOnceWithLittleMemory();
        assertThat(gateway.queue().report().failedLanes()).isEmpty();
    }
}
