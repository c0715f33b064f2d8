package io.sluice.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.Unpooled;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.QueueStats;
import io.sluice.api.queue.RecordQueue;
import io.sluice.metrics.GatewayMetrics;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of writes that several queues keep. */
class KeptInAllTest {
    private static final Set<Thread.State> AT_REST =
            EnumSet.of(Thread.State.TERMINATED, Thread.State.WAITING, Thread.State.BLOCKED);

    private final Appended first = new Appended();
    private final Appended second = new Appended();
    private final IngestQueue a = queue("a", first);
    private final IngestQueue b = queue("b", second);

    /** What was appended, in order; the first append may be held up. */
    private static final class Appended implements RecordQueue {
        private final List<String> records = new CopyOnWriteArrayList<>();
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch open = new CountDownLatch(1);
        private boolean holds;

        @Override
        public CompletionStage<Void> append(List<LaneRecord> appended) {
            for (LaneRecord record : appended) {
                String text = record.bytes().toString(StandardCharsets.UTF_8);
                record.bytes().release();
                if (holds && text.equals("1")) {
                    reached.countDown();
                    awaitOpen();
                }
                records.add(text);
            }
            return CompletableFuture.completedStage(null);
        }

        private void awaitOpen() {
            try {
                assertThat(open.await(2, TimeUnit.MINUTES)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public int lanes() {
            return 1;
        }

        @Override
        public int maxRecordBytes() {
            return 1 << 20;
        }

        @Override
        public void consume(LaneUser user) {}

        @Override
        public void release() {}

        @Override
        public QueueStats stats() {
            return new QueueStats(0, 100, 0, null, List.of(), 0, Duration.ZERO, null);
        }

        @Override
        public void close() {}
    }

    private static IngestQueue queue(String name, RecordQueue records) {
        return new IngestQueue(
                name,
                new IngestQueue.Engines(records, new Appended()),
                new IngestQueue.Surroundings(List.of(), new SecureRandom(), InstantSource.system()),
                new GatewayMetrics(new SimpleMeterRegistry()).queue(name));
    }

    private static Thread write(List<IngestQueue> queues, String text) {
        LaneRecord record = new LaneRecord(0, Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
        return Thread.ofPlatform().start(() -> KeptInAll.append(queues, List.of(record)));
    }

    /** Else the clusters would end with different states of a document that both write. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isTheSameInAllOfThem(boolean otherWayRound) throws Exception {
        second.holds = true;
        Thread early = write(List.of(a, b), "1");
        second.reached.await();
        Thread late = write(otherWayRound ? List.of(b, a) : List.of(a, b), "2");
        // It is through, or waits for the first one.
        await().atMost(Duration.ofMinutes(2)).until(() -> AT_REST.contains(late.getState()));
        second.open.countDown();
        early.join();
        late.join();

        assertThat(first.records).containsExactlyInAnyOrder("1", "2").isEqualTo(second.records);
    }

    @Test
    void doesNotHoldUpWritesOfOtherQueues() throws Exception {
        Appended third = new Appended();
        Appended fourth = new Appended();
        second.holds = true;
        Thread early = write(List.of(a, b), "1");
        second.reached.await();

        write(List.of(queue("c", third), queue("d", fourth)), "2").join();

        assertThat(third.records).containsExactly("2").isEqualTo(fourth.records);
        second.open.countDown();
        early.join();
    }
}
