package io.sluice.plugins.kafkaqueue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.sluice.api.queue.LaneUser;
import io.sluice.api.queue.LongRecord;
import io.sluice.api.queue.NextRecord;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueuedRecord;
import io.sluice.plugins.kafkaqueue.QueueRig.Got;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The reading side with a consumer that fails when it is told to; the test is its thread. */
@Tag("slow")
class MembershipTest {

    private static final TopicPartition PARTITION = new TopicPartition("sluice.ingest", 0);
    private static final TopicPartition OTHER = new TopicPartition("sluice.ingest", 1);

    private final TestConsumer consumer = new TestConsumer();
    private final User user = new User();
    private final Map<Integer, LaneOffsets> offsets = new HashMap<>();
    private final TestConfig config = TestConfig.of("kafka-1:9092");
    private final Depths depths = new Depths(4);
    private Membership membership;

    /** A consumer whose commits may fail or be answered late. */
    private static final class TestConsumer extends MockConsumer<byte[], byte[]> {
        private boolean away;
        private final List<OffsetAndMetadata> commits = new ArrayList<>();

        TestConsumer() {
            super("none");
        }

        @Override
        public synchronized void commitAsync(
                Map<TopicPartition, OffsetAndMetadata> positions, OffsetCommitCallback callback) {
            if (away) {
                callback.onComplete(positions, new RetriableCommitFailedException("away"));
                return;
            }
            commits.addAll(positions.values());
            super.commitAsync(positions, callback);
        }

        @Override
        public void commitSync(Map<TopicPartition, OffsetAndMetadata> positions, Duration timeout) {
            commits.addAll(positions.values());
            super.commitSync(positions, timeout);
        }

        long lastCommit() {
            return commits.isEmpty() ? -1 : commits.getLast().offset();
        }
    }

    /** Has the lanes, and may take its time when they go. */
    private static final class User implements LaneUser {
        private final Map<Integer, QueueLane> lanes = new HashMap<>();
        private final List<String> events = new ArrayList<>();
        private Consumer<QueueLane> onGoing = lane -> {};

        @Override
        public void onLane(QueueLane lane) {
            events.add("on " + lane.number());
            lanes.put(lane.number(), lane);
        }

        @Override
        public CompletionStage<Void> onLaneGoing(QueueLane lane) {
            events.add("going " + lane.number());
            onGoing.accept(lane);
            return CompletableFuture.completedStage(null);
        }

        @Override
        public void onLaneGone(QueueLane lane) {
            events.add("gone " + lane.number());
            lanes.remove(lane.number(), lane);
        }
    }

    @BeforeEach
    void start() {
        config.doneInterval = Duration.ofMillis(10);
        offsets.put(0, new LaneOffsets(0, 10, new OffsetAndMetadata(4)));
        offsets.put(1, new LaneOffsets(0, 0, null));
    }

    private void join(TopicPartition... partitions) {
        KafkaQueueConfig made = config.make();
        Membership.Terms terms = new Membership.Terms(
                "ingest", QueueNames.of("ingest", made), made, PooledByteBufAllocator.DEFAULT, depths, this::lookUp);
        membership = new Membership(terms, consumer, user);
        consumer.schedulePollTask(() -> consumer.rebalance(List.of(partitions)));
        turn(3);
    }

    private void lookUp(Set<Integer> lanes, Consumer<Map<Integer, LaneOffsets>> then) {
        Map<Integer, LaneOffsets> found = new HashMap<>(offsets);
        found.keySet().retainAll(lanes);
        then.accept(found);
    }

    private void turn(int times) {
        for (int i = 0; i < times; i++) {
            membership.turn();
        }
    }

    /** Turns until something is so; a turn of this consumer takes no time by itself. */
    private void turnUntil(java.util.function.BooleanSupplier isSo) {
        long until = System.nanoTime() + QueueRig.PATIENCE.toNanos();
        while (!isSo.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(until);
            membership.turn();
            Thread.onSpinWait();
        }
    }

    private void fetch(TopicPartition partition, long position) {
        consumer.addRecord(new ConsumerRecord<>(
                partition.topic(), partition.partition(), position, null, ("r" + position).getBytes(UTF_8)));
    }

    private Got next(QueueLane lane) {
        CompletableFuture<QueuedRecord> next = lane.next().toCompletableFuture();
        turnUntil(next::isDone);
        return QueueRig.got(next.join());
    }

    @Test
    void beginsWithWhatIsNotDone() {
        join(PARTITION);

        assertThat(user.events).containsExactly("on 0");
        assertThat(consumer.position(PARTITION)).isEqualTo(4);
        assertThat(user.lanes.get(0).unreadFrom()).isEqualTo(10);
        assertThat(depths.of(0)).isEqualTo(6);
    }

    @Test
    void asksAgainWhereKafkaCouldNotSay() {
        LaneOffsets known = offsets.remove(0);
        join(PARTITION);
        assertThat(user.events).isEmpty();

        offsets.put(0, known);

        turnUntil(() -> user.events.contains("on 0"));
    }

    @Test
    void readsNothingThatNobodyWaitsFor() {
        join(PARTITION);
        assertThat(consumer.paused()).containsExactly(PARTITION);

        QueueLane lane = user.lanes.get(0);
        CompletableFuture<QueuedRecord> next = lane.next().toCompletableFuture();
        turn(1);
        assertThat(consumer.paused()).isEmpty();
        fetch(PARTITION, 4);
        fetch(PARTITION, 5);
        turnUntil(next::isDone);
        turn(1);

        assertThat(QueueRig.got(next.join()).position()).isEqualTo(4);
        assertThat(consumer.paused()).containsExactly(PARTITION);
        assertThat(QueueRig.got(lane.next().toCompletableFuture().join()).position())
                .as("what was fetched with it is there at once")
                .isEqualTo(5);
    }

    @Test
    void beginsAgainAlsoWhileSomebodyWaits() {
        join(PARTITION);
        QueueLane lane = user.lanes.get(0);
        fetchAll(lane);
        for (int i = 0; i < 6; i++) {
            next(lane);
        }
        CompletableFuture<NextRecord> waiting = lane.next(1).toCompletableFuture();

        lane.rewind();

        assertThat(waiting).isCancelled();
        CompletableFuture<QueuedRecord> first = lane.next().toCompletableFuture();
        turn(1);
        fetch(PARTITION, 4);
        turnUntil(first::isDone);
        assertThat(QueueRig.got(first.join()).position()).isEqualTo(4);
    }

    @Test
    void holdsNoRecordThatIsLongerThanWhoAskedTakes() {
        join(PARTITION);
        QueueLane lane = user.lanes.get(0);
        CompletableFuture<NextRecord> next = lane.next(1).toCompletableFuture();
        turn(1);
        fetch(PARTITION, 4);
        fetch(PARTITION, 5);
        turnUntil(next::isDone);
        assertThat(next.join()).isEqualTo(new LongRecord(4, 2));
        assertThat(lane.depth()).isEqualTo(6);
        turn(2);
        assertThat(consumer.position(PARTITION)).isEqualTo(4);

        CompletableFuture<NextRecord> again = lane.next(1).toCompletableFuture();
        turn(1);
        fetch(PARTITION, 4);
        fetch(PARTITION, 5);
        turnUntil(again::isDone);
        assertThat(again.join()).isEqualTo(new LongRecord(4, 2));

        CompletableFuture<QueuedRecord> whole = lane.next().toCompletableFuture();
        turn(1);
        fetch(PARTITION, 4);
        fetch(PARTITION, 5);
        turnUntil(whole::isDone);
        assertThat(QueueRig.got(whole.join()).position()).isEqualTo(4);
        assertThat(next(lane).position()).isEqualTo(5);
        lane.done(5);
        turnUntil(() -> consumer.lastCommit() == 6);
    }

    @Test
    void tellsKafkaWhatIsDoneAndNeverMore() {
        join(PARTITION);
        QueueLane lane = user.lanes.get(0);
        fetchAll(lane);
        turnUntil(() -> consumer.lastCommit() == 4);
        next(lane);
        Got second = next(lane);
        next(lane);

        lane.done(second.position());

        turnUntil(() -> consumer.lastCommit() == 6);
        assertThat(consumer.commits).allMatch(position -> position.offset() == 4 || position.offset() == 6);
    }

    @Test
    void tellsKafkaWhatIsDoneBehindTheFirstAndReadsPastIt() {
        join(PARTITION);
        QueueLane lane = user.lanes.get(0);
        fetchAll(lane);
        next(lane);
        next(lane);
        Got third = next(lane);
        lane.doneAlone(third.position());
        turnUntil(() -> !consumer.commits.isEmpty()
                && !consumer.commits.getLast().metadata().isEmpty());
        OffsetAndMetadata told = consumer.commits.getLast();
        assertThat(told.offset()).isEqualTo(4);

        consumer.schedulePollTask(() -> consumer.losePartitions(List.of(PARTITION)));
        turn(1);
        offsets.put(0, new LaneOffsets(0, 10, told));
        consumer.schedulePollTask(() -> consumer.rebalance(List.of(PARTITION)));
        turnUntil(() -> user.lanes.containsKey(0));
        QueueLane again = user.lanes.get(0);
        fetchAll(again);

        assertThat(List.of(
                        next(again).position(),
                        next(again).position(),
                        next(again).position()))
                .containsExactly(4L, 5L, 7L);
        again.done(5);
        turnUntil(() -> consumer.lastCommit() == 7);
    }

    private void fetchAll(QueueLane lane) {
        CompletableFuture<QueuedRecord> first = lane.next().toCompletableFuture();
        turn(1);
        for (long position = 4; position < 10; position++) {
            fetch(PARTITION, position);
        }
        turnUntil(first::isDone);
        first.join().bytes().release();
        lane.rewind();
        for (long position = 4; position < 10; position++) {
            fetch(PARTITION, position);
        }
    }

    @Test
    void letsTheUserEndWithALaneThatGoesAndKeepsWhatItFinished() {
        join(PARTITION, OTHER);
        QueueLane lane = user.lanes.get(0);
        CompletableFuture<QueuedRecord> first = lane.next().toCompletableFuture();
        turn(1);
        fetch(PARTITION, 4);
        turnUntil(first::isDone);
        first.join().bytes().release();
        user.onGoing = going -> going.done(4);

        consumer.schedulePollTask(() -> consumer.rebalance(List.of(OTHER)));
        turn(1);

        assertThat(user.events).endsWith("going 0", "gone 0");
        assertThat(consumer.lastCommit()).isEqualTo(5);
        assertThat(user.lanes).containsOnlyKeys(1);
    }

    @Test
    void nothingBecomesDoneOnceALaneIsGone() {
        join(PARTITION);
        QueueLane lane = user.lanes.get(0);
        CompletableFuture<QueuedRecord> first = lane.next().toCompletableFuture();
        turn(1);
        fetch(PARTITION, 4);
        turnUntil(first::isDone);
        first.join().bytes().release();
        turnUntil(() -> consumer.lastCommit() == 4);

        consumer.schedulePollTask(() -> consumer.losePartitions(List.of(PARTITION)));
        turn(1);
        lane.done(4);
        turn(3);

        assertThat(user.events).endsWith("gone 0").doesNotContain("going 0");
        assertThat(consumer.lastCommit()).isEqualTo(4);
        assertThat(lane.next().toCompletableFuture()).isNotDone();
    }

    @Test
    void takesLanesAwayOnceOthersMayHaveThemAndGivesThemAgainWhenKafkaIsBack() {
        join(PARTITION);
        turnUntil(() -> consumer.lastCommit() == 4);
        consumer.away = true;

        turnUntil(() -> user.events.contains("gone 0"));
        turn(10);
        assertThat(user.lanes).isEmpty();

        consumer.away = false;
        turnUntil(() -> user.lanes.containsKey(0));
        assertThat(user.events).containsExactly("on 0", "gone 0", "on 0");
    }

    @Test
    void standsStillWhereThePartitionWasCut() {
        join(PARTITION);
        consumer.setPollException(
                new LogTruncationException("cut", Map.of(PARTITION, 4L), Map.of(PARTITION, new OffsetAndMetadata(2))));

        turnUntil(() -> user.events.size() == 3);

        assertThat(user.events).containsExactly("on 0", "gone 0", "on 0");
        assertThat(user.lanes.get(0).next().toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(QueueFailedException.class)
                .withMessageContaining("the partition was cut");
    }

    @Test
    void goesOnWhereARecordIsGoneThatAnotherGatewayFinished() {
        join(PARTITION);
        offsets.put(0, new LaneOffsets(8, 10, new OffsetAndMetadata(8)));
        consumer.setPollException(new OffsetOutOfRangeException(Map.of(PARTITION, 4L)));

        turnUntil(() -> user.events.size() == 3);

        assertThat(user.lanes.get(0).next().toCompletableFuture()).isNotDone();
        assertThat(consumer.position(PARTITION)).isEqualTo(8);
    }

    @Test
    void standsStillWhereThePartitionEndsBeforeWhatWasRead() {
        join(PARTITION);
        offsets.put(0, new LaneOffsets(0, 4, new OffsetAndMetadata(4)));
        consumer.setPollException(new OffsetOutOfRangeException(Map.of(PARTITION, 7L)));

        turnUntil(() -> user.events.size() == 3);

        assertThat(user.lanes.get(0).next().toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .withMessageContaining("the partition was read up to record 6 and now ends with 3");
    }
}
