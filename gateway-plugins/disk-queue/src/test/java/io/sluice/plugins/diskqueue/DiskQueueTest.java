package io.sluice.plugins.diskqueue;

import static io.sluice.plugins.diskqueue.QueueRig.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.NextRecord;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueuedRecord;
import io.sluice.plugins.diskqueue.QueueRig.Got;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class DiskQueueTest {

    private final MemoryDisk disk = new MemoryDisk();

    @Test
    void givesLanesOutAnewAfterTheyWereTakenBack() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, "a");
            rig.put(0, "b");
            rig.put(0, "c");
            rig.lanes.get(0).done(rig.next(0).position());
            rig.next(0);
            CompletableFuture<QueuedRecord> waiting = rig.lanes.get(1).next().toCompletableFuture();

            rig.queue.release();

            assertThat(waiting).isCompletedExceptionally();
            rig.consume();
            assertThat(rig.next(0).text()).isEqualTo("b");
            CompletableFuture<QueuedRecord> again = rig.lanes.get(1).next().toCompletableFuture();
            rig.put(1, "d");
            assertThat(QueueRig.got(again.get(30, TimeUnit.SECONDS)).text()).isEqualTo("d");
        }
    }

    @Test
    void beginsAgainAlsoWhileSomebodyWaits() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, "first");
            rig.next(0);
            CompletableFuture<NextRecord> waiting = rig.lanes.get(0).next(1).toCompletableFuture();

            rig.lanes.get(0).rewind();

            assertThat(waiting).isCancelled();
            assertThat(rig.next(0).text()).isEqualTo("first");
            CompletableFuture<QueuedRecord> next = rig.lanes.get(0).next().toCompletableFuture();
            rig.put(0, "second");
            assertThat(QueueRig.got(next.get(30, TimeUnit.SECONDS)).text()).isEqualTo("second");
        }
    }

    @Test
    void tellsWhichRecordsAnEarlierRunMayHaveRead() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, "before");
        }
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, "after");

            assertThat(rig.next(0).position()).isLessThan(rig.lanes.get(0).unreadFrom());
            assertThat(rig.next(0).position()).isEqualTo(rig.lanes.get(0).unreadFrom());
        }
    }

    @Test
    void givesRecordsOfALaneInTheirOrder() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            // When
            rig.append(record(1, "a"), record(2, "x"), record(1, "b")).get(30, TimeUnit.SECONDS);
            rig.put(1, "");

            // Then
            assertThat(rig.texts(1)).containsExactly("a", "b", "");
            assertThat(rig.texts(2)).containsExactly("x");
            assertThat(rig.queue.stats().depths()).containsExactly(0L, 3L, 1L, 0L);
            assertThat(rig.queue.stats().records()).isEqualTo(4);
        }
    }

    @Test
    void givesARecordToWhoWaitsForIt() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            // Given
            CompletableFuture<QueuedRecord> asked = rig.lanes.get(3).next().toCompletableFuture();
            rig.put(2, "of another lane");
            assertThat(asked).isNotDone();

            // When
            rig.put(3, "awaited");

            // Then
            assertThat(QueueRig.got(asked.get(30, TimeUnit.SECONDS)).text()).isEqualTo("awaited");
        }
    }

    @Test
    void beginsWithTheFirstRecordThatIsNotDoneWhenOpenedAnew() throws Exception {
        // Given
        try (QueueRig rig = QueueRig.open(disk)) {
            for (String text : List.of("a", "b", "c", "d")) {
                rig.put(0, text);
            }
            List<Got> all = rig.all(0);
            rig.lanes.get(0).done(all.get(1).position());
        }

        // When
        try (QueueRig rig = QueueRig.open(disk)) {

            // Then
            assertThat(rig.texts(0)).containsExactly("c", "d");
        }
    }

    @Test
    void rewindsToTheFirstRecordThatIsNotDone() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            // Given
            QueueLane lane = rig.lanes.get(0);
            for (String text : List.of("a", "b", "c")) {
                rig.put(0, text);
            }
            lane.done(rig.next(0).position());
            rig.next(0);

            // When
            lane.rewind();

            // Then
            assertThat(rig.next(0).text()).isEqualTo("b");
            assertThat(rig.next(0).text()).isEqualTo("c");
        }
    }

    @Test
    void refusesCallsOutOfTurn() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            // Given
            QueueLane lane = rig.lanes.get(0);
            CompletableFuture<QueuedRecord> asked = lane.next().toCompletableFuture();

            // Then
            assertThatThrownBy(lane::next).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> lane.done(1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> rig.queue.consume(null)).isInstanceOf(IllegalStateException.class);
            assertThat(asked).isNotDone();
        }
    }

    @Test
    void releasesRecordsThatItRefuses() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            ByteBuf large = Unpooled.buffer(70_000).writeZero(70_000);
            ByteBuf elsewhere = Unpooled.buffer(1);

            assertThatThrownBy(() -> rig.queue.append(List.of(new LaneRecord(0, large))))
                    .hasMessageContaining("larger than a segment");
            assertThatThrownBy(() -> rig.queue.append(List.of(new LaneRecord(4, elsewhere))))
                    .hasMessageContaining("no lane 4");
            assertThatThrownBy(() -> rig.queue.append(List.of())).isInstanceOf(IllegalArgumentException.class);
            assertThat(large.refCnt()).isZero();
            assertThat(elsewhere.refCnt()).isZero();
        }
    }

    @Test
    void takesARecordThatFillsASegment() throws Exception {
        // Given
        String text = "x".repeat(QueueRig.config(OnDamage.FAIL).maxRecordBytes());

        // When
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, "before");
            rig.put(0, text);
            rig.put(0, "after");
        }

        // Then
        try (QueueRig rig = QueueRig.open(disk)) {
            assertThat(rig.texts(0)).containsExactly("before", text, "after");
        }
    }

    @Test
    void keepsRecordsThatAreLargerThanItsBuffers() throws Exception {
        // Given
        DiskQueueConfig large = QueueRig.config(4, 64 << 20, 4 << 20, OnDamage.FAIL);
        List<String> texts = new ArrayList<>();
        CountDownLatch goOn = new CountDownLatch(1);

        // When
        try (QueueRig rig = QueueRig.open(disk, large)) {
            disk.beforeForce(() -> QueueRig.await(goOn));
            List<CompletableFuture<Void>> appends = new ArrayList<>();
            for (int length : new int[] {1, 300_000, 524_255, 524_256, 524_257, 1_500_000, 40, 3_000_000}) {
                String text = length + "-".repeat(length);
                texts.add(text);
                appends.add(rig.append(record(2, text)));
            }
            goOn.countDown();
            CompletableFuture.allOf(appends.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);

            // Then
            assertThat(rig.texts(2)).isEqualTo(texts);
        }
        try (QueueRig rig = QueueRig.open(disk, large)) {
            assertThat(rig.texts(2)).isEqualTo(texts);
        }
    }

    @Test
    void deletesSegmentsThatAllLanesAreDoneWith() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            // Given
            String text = "x".repeat(10_000);
            rig.put(1, "stays");
            for (int i = 0; i < 40; i++) {
                rig.put(0, text);
            }
            List<Got> all = rig.all(0);
            rig.lanes.get(0).done(all.getLast().position());
            assertThat(Recovery.numbers(disk)).hasSizeGreaterThan(5);
            Awaitility.await().until(() -> rig.queue.stats().oldest() != null);
            assertThat(Recovery.numbers(disk)).as("a lane needs the first").hasSizeGreaterThan(5);

            // When
            rig.lanes.get(1).done(rig.next(1).position());

            // Then
            // A file is deleted before it is no longer counted.
            Awaitility.await().until(() -> rig.queue.stats().bytes() < 64 << 10);
            assertThat(Recovery.numbers(disk)).hasSize(1);
            assertThat(rig.queue.stats().records()).isZero();
        }
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, "later");
            assertThat(rig.texts(0)).containsExactly("later");
        }
    }

    @Test
    void keepsOrderWhenTheClockIsSetBack() throws Exception {
        // Given
        AtomicLong now = new AtomicLong(2_000_000_000_000L);
        InstantSource clock = () -> Instant.ofEpochMilli(now.get());

        // When
        try (QueueRig rig = QueueRig.open(disk, QueueRig.config(OnDamage.FAIL), clock)) {
            rig.put(0, "first");
            now.set(1_000_000_000_000L);
            rig.put(0, "second");
        }

        // Then
        try (QueueRig rig = QueueRig.open(disk, QueueRig.config(OnDamage.FAIL), clock)) {
            QueuedRecord first = rig.lanes.get(0).next().toCompletableFuture().get(30, TimeUnit.SECONDS);
            assertThat(first.appended()).isEqualTo(Instant.ofEpochMilli(2_000_000_000_000L));
            assertThat(QueueRig.got(first).text()).isEqualTo("first");
            assertThat(rig.next(0).text()).isEqualTo("second");
            Awaitility.await()
                    .until(() -> first.appended().equals(rig.queue.stats().oldest()));
        }
    }

    @Test
    void failsWhatWaitsWhenItIsClosed() throws Exception {
        // Given
        QueueRig rig = QueueRig.open(disk);
        CompletableFuture<QueuedRecord> asked = rig.lanes.get(0).next().toCompletableFuture();
        CompletableFuture<Void> appended = rig.append(record(1, "kept"));

        // When
        rig.close();
        rig.close();

        // Then
        assertThat(appended).isCompleted();
        assertThatThrownBy(asked::join).hasCauseInstanceOf(QueueFailedException.class);
        assertThatThrownBy(rig.append(record(1, "late"))::join).hasCauseInstanceOf(QueueFailedException.class);
        assertThatThrownBy(rig.lanes.get(1).next().toCompletableFuture()::join)
                .hasCauseInstanceOf(QueueFailedException.class);
        try (QueueRig again = QueueRig.open(disk)) {
            assertThat(again.texts(1)).containsExactly("kept");
        }
    }

    @Test
    void takesAnotherNumberOfLanesOnceItIsEmpty() throws Exception {
        // Given
        DiskQueueConfig six = QueueRig.config(6, 1 << 20, OnDamage.FAIL);
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(3, "x");
        }
        assertThatThrownBy(() -> QueueRig.open(disk, six))
                .hasMessageContaining("4 lanes as long as it holds records; 6 are configured");
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.lanes.get(3).done(rig.next(3).position());
        }

        // When
        try (QueueRig rig = QueueRig.open(disk, six)) {
            rig.put(5, "y");
        }

        // Then
        try (QueueRig rig = QueueRig.open(disk, six)) {
            assertThat(rig.texts(5)).containsExactly("y");
            assertThat(rig.texts(3)).isEmpty();
        }
    }
}
