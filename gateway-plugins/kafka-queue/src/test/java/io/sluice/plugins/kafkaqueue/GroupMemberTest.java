package io.sluice.plugins.kafkaqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.PooledByteBufAllocator;
import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.Troubles;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** The thread of the reading side, with consumers that fail with errors. */
class GroupMemberTest {

    private static final TopicPartition PARTITION = new TopicPartition("sluice.ingest", 0);

    /** Where the lane is read from once it was given out. */
    private static final long START = 4;

    private final Troubles troubles = new Troubles();
    private final List<TestConsumer> made = new CopyOnWriteArrayList<>();
    /** What was wrong when each consumer was made. */
    private final List<String> known = new CopyOnWriteArrayList<>();

    /** A consumer that gets a lane, and may fail once it has it. */
    private static final class TestConsumer extends MockConsumer<byte[], byte[]> {
        private final boolean fails;

        TestConsumer(boolean fails) {
            super("none");
            this.fails = fails;
            schedulePollTask(() -> rebalance(List.of(PARTITION)));
        }

        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            if (fails && assignment().contains(PARTITION) && position(PARTITION) == START) {
                throw new NoClassDefFoundError("expected by the test");
            }
            return super.poll(timeout);
        }
    }

    /** Counts lanes; may fail when one goes. */
    private static final class User implements LaneUser {
        private final AtomicInteger lanes = new AtomicInteger();
        private volatile boolean fails;

        @Override
        public void onLane(QueueLane lane) {
            lanes.incrementAndGet();
        }

        @Override
        public CompletionStage<Void> onLaneGoing(QueueLane lane) {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public void onLaneGone(QueueLane lane) {
            if (fails) {
                throw new IllegalStateException("expected by the test");
            }
        }
    }

    private Consumer<byte[], byte[]> make() {
        known.add(String.valueOf(troubles.some()));
        TestConsumer next = new TestConsumer(made.isEmpty());
        made.add(next);
        return next;
    }

    private GroupMember member(User user) {
        KafkaQueueConfig config = TestConfig.of("kafka-1:9092").make();
        Membership.Terms terms = new Membership.Terms(
                "ingest",
                QueueNames.of("ingest", config),
                config,
                PooledByteBufAllocator.DEFAULT,
                new Depths(4),
                (lanes, then) -> then.accept(Map.of(0, new LaneOffsets(0, 10, new OffsetAndMetadata(START)))));
        return new GroupMember(terms, this::make, user, troubles, Duration.ofMillis(20));
    }

    private void run(User user) {
        GroupMember member = member(user);
        member.start();
        try {
            await().atMost(QueueRig.PATIENCE).until(() -> user.lanes.get() == 2);
            await().atMost(QueueRig.PATIENCE).until(() -> troubles.some() == null);
        } finally {
            member.stop();
        }
    }

    @Test
    void readsOnWithAnotherConsumerAfterAnErrorAndShowsItUntilThen() {
        User user = new User();

        run(user);

        assertThat(made).hasSize(2);
        assertThat(known)
                .containsExactly(
                        "null",
                        "the reader of the queue fails and is replaced: NoClassDefFoundError: expected by the test");
    }

    @Test
    void closesAConsumerThatFailedWhateverBecomesOfItsLanes() {
        User user = new User();
        user.fails = true;

        run(user);

        assertThat(made.getFirst().closed()).isTrue();
    }
}
