package io.sluice.plugins.kafkaqueue;

import static io.sluice.plugins.kafkaqueue.QueueRig.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.Unpooled;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueuedRecord;
import io.sluice.plugins.kafkaqueue.QueueRig.Got;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** One process before a real server. */
class KafkaQueueIT {

    private final String name = SharedKafka.name();
    private final TestConfig config = SharedKafka.config();

    private QueueRig open() throws Exception {
        return QueueRig.open(config, name);
    }

    private TopicPartition partition(int lane) {
        return new TopicPartition("sluice." + name, lane);
    }

    @Test
    void readsEachLaneInTheOrderOfItsAppends() throws Exception {
        try (QueueRig rig = open()) {
            rig.append(record(0, "a1"), record(1, "b1"));
            rig.append(record(0, "a2"), record(0, "a3"));
            rig.put(1, "b2");

            assertThat(rig.texts(0, 3)).containsExactly("a1", "a2", "a3");
            assertThat(rig.texts(1, 2)).containsExactly("b1", "b2");
        }
    }

    @Test
    void givesExactlyTheBytesThatWereAppended() throws Exception {
        byte[] longest = new byte[config.make().maxRecordBytes().saturatedInt()];
        new Random(7).nextBytes(longest);
        try (QueueRig rig = open()) {
            rig.append(
                            new LaneRecord(2, Unpooled.EMPTY_BUFFER),
                            new LaneRecord(2, Unpooled.wrappedBuffer(longest.clone())))
                    .get(60, TimeUnit.SECONDS);

            assertThat(rig.next(2).text()).isEmpty();
            QueuedRecord second = rig.lane(2).next().toCompletableFuture().get(60, TimeUnit.SECONDS);
            byte[] got = new byte[second.bytes().readableBytes()];
            second.bytes().readBytes(got).release();
            assertThat(Arrays.equals(got, longest)).isTrue();
            assertThatThrownBy(
                            () -> rig.append(new LaneRecord(2, Unpooled.wrappedBuffer(new byte[longest.length + 1]))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("larger than maxRecordBytes");
        }
    }

    @Test
    void goesOnBehindWhatIsDoneWhenItIsOpenedAnew() throws Exception {
        try (QueueRig rig = open()) {
            rig.append(record(0, "a"), record(0, "b"), record(0, "c")).get(60, TimeUnit.SECONDS);
            Got first = rig.next(0);
            rig.next(0);
            rig.lane(0).done(first.position());
        }

        try (QueueRig rig = open()) {
            assertThat(rig.texts(0, 2)).containsExactly("b", "c");
        }
    }

    @Test
    void beginsAnewWithWhatIsNotDoneWhenItIsRewound() throws Exception {
        try (QueueRig rig = open()) {
            rig.append(record(0, "a"), record(0, "b"), record(0, "c")).get(60, TimeUnit.SECONDS);
            Got first = rig.next(0);
            rig.next(0);
            rig.lane(0).done(first.position());

            rig.lane(0).rewind();

            assertThat(rig.texts(0, 2)).containsExactly("b", "c");
        }
    }

    @Test
    void givesOneRecordToEachCallThatWaits() throws Exception {
        try (QueueRig rig = open()) {
            QueueLane lane = rig.lane(3);
            CompletableFuture<QueuedRecord> waiting = lane.next().toCompletableFuture();
            assertThatThrownBy(lane::next).isInstanceOf(IllegalStateException.class);

            rig.put(3, "a");

            assertThat(QueueRig.got(waiting.get(60, TimeUnit.SECONDS)).text()).isEqualTo("a");
            assertThatThrownBy(() -> lane.done(17)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void tellsHowManyRecordsAreNotDone() throws Exception {
        try (QueueRig rig = open()) {
            rig.append(record(0, "a"), record(1, "b"), record(1, "c")).get(60, TimeUnit.SECONDS);
            rig.awaitRecords(3);
            assertThat(rig.queue.stats().depths()).containsExactly(1L, 2L, 0L, 0L);
            assertThat(rig.lane(1).depth()).isEqualTo(2);

            rig.lane(1).done(rig.next(1).position());

            rig.awaitRecords(2);
            assertThat(rig.queue.stats().failure()).isNull();
        }
    }

    @Test
    void tellsWhatNobodyElseCanHaveRead() throws Exception {
        try (QueueRig rig = open()) {
            rig.put(0, "before");
        }
        try (QueueRig rig = open()) {
            long from = rig.lane(0).unreadFrom();
            rig.put(0, "after");

            assertThat(rig.next(0).position()).isLessThan(from);
            assertThat(rig.next(0).position()).isGreaterThanOrEqualTo(from);
        }
    }

    @Test
    void failsWhoWaitsWhenItIsClosed() throws Exception {
        QueueRig rig = open();
        CompletableFuture<QueuedRecord> waiting = rig.lane(0).next().toCompletableFuture();

        rig.close();

        assertThat(waiting)
                .failsWithin(QueueRig.PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(QueueFailedException.class);
        assertThat(rig.append(record(0, "late"))).isCompletedExceptionally();
    }

    @Test
    void givesLanesOutAnewAfterTheyWereTakenBack() throws Exception {
        try (QueueRig rig = open()) {
            rig.append(record(0, "a"), record(0, "b")).get(60, TimeUnit.SECONDS);
            rig.lane(0).done(rig.next(0).position());

            rig.queue.release();
            rig.lanes.clear();
            rig.queue.consume(rig);

            assertThat(rig.next(0).text()).isEqualTo("b");
        }
    }

    @Test
    void deletesWhatIsDoneAndNothingElse() throws Exception {
        try (QueueRig rig = open();
                Admin admin = SharedKafka.admin(config.servers)) {
            rig.append(record(0, "a"), record(0, "b"), record(0, "c")).get(60, TimeUnit.SECONDS);
            rig.next(0);
            Got second = rig.next(0);
            rig.lane(0).done(second.position());

            rig.queue.release();

            assertThat(begin(admin, 0)).isEqualTo(second.position() + 1);
            assertThat(begin(admin, 1)).isZero();
        }
    }

    private long begin(Admin admin, int lane) throws Exception {
        return admin.listOffsets(Map.of(partition(lane), OffsetSpec.earliest()))
                .partitionResult(partition(lane))
                .get()
                .offset();
    }

    @Test
    void readsNothingTwiceWhenKafkaForgetsThePositionsOfAnIdleGroup() throws Exception {
        try (QueueRig rig = open()) {
            rig.append(record(0, "a"), record(0, "b")).get(60, TimeUnit.SECONDS);
            rig.lane(0).done(rig.next(0).position());
        }
        try (Admin admin = SharedKafka.admin(config.servers)) {
            await().atMost(QueueRig.PATIENCE).ignoreExceptions().until(() -> {
                admin.deleteConsumerGroups(List.of("sluice." + name)).all().get();
                return true;
            });
        }

        try (QueueRig rig = open()) {
            assertThat(rig.next(0).text()).isEqualTo("b");
        }
    }

    private void loseTwoOfThree() throws Exception {
        try (QueueRig rig = open();
                Admin admin = SharedKafka.admin(config.servers)) {
            rig.append(record(0, "x"), record(0, "a"), record(0, "b"), record(0, "c"))
                    .get(60, TimeUnit.SECONDS);
            Got first = rig.next(0);
            rig.lane(0).done(first.position());
            rig.queue.release();
            admin.deleteRecords(Map.of(partition(0), RecordsToDelete.beforeOffset(first.position() + 3)))
                    .all()
                    .get();
        }
    }

    @Test
    void standsStillWhereKafkaLostWhatWasNotDone() throws Exception {
        loseTwoOfThree();

        try (QueueRig rig = open()) {
            assertThat(rig.lane(0).next().toCompletableFuture())
                    .failsWithin(QueueRig.PATIENCE)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(QueueFailedException.class)
                    .withMessageContaining("records 1 to 2 were deleted before they were done");
            rig.put(1, "other lanes go on");
            assertThat(rig.next(1).text()).isEqualTo("other lanes go on");
        }
        try (QueueRig rig = open()) {
            assertThat(rig.lane(0).next().toCompletableFuture())
                    .as("also the next time")
                    .failsWithin(QueueRig.PATIENCE);
        }
    }

    @Test
    void goesOnWithWhatIsThereWhereThatIsWanted() throws Exception {
        loseTwoOfThree();
        config.onLoss = OnLoss.SKIP;

        try (QueueRig rig = open()) {
            assertThat(rig.next(0).text()).isEqualTo("c");
        }
    }

    @Test
    void noticesALossWhileItReads() throws Exception {
        try (QueueRig rig = open();
                Admin admin = SharedKafka.admin(config.servers)) {
            QueueLane before = rig.lane(0);
            rig.append(record(0, "a"), record(0, "b")).get(60, TimeUnit.SECONDS);
            admin.deleteRecords(Map.of(partition(0), RecordsToDelete.beforeOffset(2)))
                    .all()
                    .get();

            before.next();

            await().atMost(QueueRig.PATIENCE).until(() -> rig.lanes.get(0) != null && rig.lanes.get(0) != before);
            assertThat(rig.lane(0).next().toCompletableFuture())
                    .failsWithin(QueueRig.PATIENCE)
                    .withThrowableThat()
                    .havingCause()
                    .withMessageContaining("records 0 to 1 were deleted before they were done");
        }
    }
}
