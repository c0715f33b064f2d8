package io.sluice.plugins.diskqueue;

import static io.sluice.plugins.diskqueue.QueueRig.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueFullException;
import io.sluice.api.queue.RecordQueue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class FailureTest {

    private static final String FIRST = SegmentHeader.nameOf(1);

    private final MemoryDisk disk = new MemoryDisk();

    @Test
    void takesNothingAfterASyncThatFailedUntilItIsOpenedAnew() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            // Given
            rig.put(0, "before");
            disk.breakCalls(call -> call.equals("force " + FIRST));

            // When
            ByteBuf bytes = Unpooled.buffer(1).writeByte('x');
            CompletableFuture<Void> failed = rig.append(new LaneRecord(0, bytes));

            // Then
            assertThatThrownBy(failed::join)
                    .hasCauseInstanceOf(QueueFailedException.class)
                    .hasMessageContaining("records cannot be written");
            assertThat(bytes.refCnt()).isZero();
            disk.breakCalls(call -> false);
            assertThatThrownBy(rig.append(record(0, "after"))::join).hasCauseInstanceOf(QueueFailedException.class);
            assertThat(rig.queue.stats().failure()).contains("force " + FIRST);
            assertThat(rig.texts(0)).as("what was synced can be read").containsExactly("before");
        }
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, "after");
            assertThat(rig.texts(0)).startsWith("before").endsWith("after");
        }
    }

    @Test
    void syncsAgainWhatASyncThatFailedMayHaveLeftInTheCache() throws Exception {
        // Given
        try (QueueRig rig = QueueRig.open(disk)) {
            disk.breakCalls(call -> call.equals("force " + FIRST));
            assertThatThrownBy(rig.append(record(0, "in the cache only"))::join).isNotNull();
        }
        List<String> calls = new ArrayList<>();
        disk.breakCalls(call -> {
            calls.add(call);
            return false;
        });

        // When
        QueueRig.open(disk).close();

        // Then
        assertThat(calls).containsSubsequence("write " + FIRST, "force " + FIRST);
    }

    @Test
    void failsAllAppendsThatWaitWhenAWriteFails() throws Exception {
        // Given
        CountDownLatch goOn = new CountDownLatch(1);
        try (QueueRig rig = QueueRig.open(disk)) {
            disk.beforeForce(() -> QueueRig.await(goOn));
            CompletableFuture<Void> first = rig.append(record(0, "a"));
            List<CompletableFuture<Void>> others = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                others.add(rig.append(record(1, "b")));
            }

            // When
            disk.breakCalls(call -> call.endsWith(FIRST));
            goOn.countDown();

            // Then
            assertThatThrownBy(first::join).hasCauseInstanceOf(QueueFailedException.class);
            others.forEach(each -> assertThatThrownBy(each::join).hasCauseInstanceOf(QueueFailedException.class));
            assertThat(rig.queue.stats().records()).isZero();
        }
    }

    @Test
    void isFullWithoutAWriteWhenTheDiskHasNoRoom() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            // Given
            rig.put(0, "before");
            byte[] held = disk.bytes(FIRST);
            disk.free(1_000_000);

            // When
            CompletableFuture<Void> refused = rig.append(record(0, "x"));

            // Then
            assertThatThrownBy(refused::join)
                    .hasCauseInstanceOf(QueueFullException.class)
                    .hasMessageContaining("1000000 bytes are free, and 1048576 are to stay free, by minFree 1MiB");
            assertThat(disk.bytes(FIRST)).isEqualTo(held);
            disk.free(Long.MAX_VALUE);
            rig.put(0, "after");
            assertThat(rig.texts(0)).containsExactly("before", "after");
        }
    }

    @Test
    void takesDeadLettersIntoHalfOfWhatIsToStayFree() throws Exception {
        var context = new QueueRig.TestContext("ingest/dead", Path.of("/"), InstantSource.system());
        try (RecordQueue letters = DiskQueue.open(QueueRig.config(OnDamage.FAIL), context, disk)) {
            disk.free(600_000);
            letters.append(List.of(record(0, "a"))).toCompletableFuture().join();

            disk.free(500_000);

            assertThatThrownBy(letters.append(List.of(record(0, "b"))).toCompletableFuture()::join)
                    .hasCauseInstanceOf(QueueFullException.class)
                    .hasMessageContaining("524288 are to stay free, by minFree 1MiB");
        }
    }

    @Test
    void isFullAtItsBoundAndTakesMoreOnceRecordsAreDone() throws Exception {
        DiskQueueConfig small = QueueRig.config(4, 256 << 10, OnDamage.FAIL);
        String text = "x".repeat(9_000);
        try (QueueRig rig = QueueRig.open(disk, small)) {
            // Given
            int taken = 0;
            CompletableFuture<Void> last = rig.append(record(0, text));
            while (!refused(last)) {
                taken++;
                last = rig.append(record(0, text));
            }
            assertThatThrownBy(last::join).hasMessageContaining("maxBytes, 256KiB");
            assertThat(taken).isBetween(25, 28);
            assertThat(rig.queue.stats().bytes()).isLessThanOrEqualTo(256 << 10);

            // When
            rig.lanes.get(0).done(rig.all(0).getLast().position());

            // Then
            Awaitility.await().until(() -> !refused(rig.append(record(0, text))));
        }
    }

    @Test
    void givesTheFileBackWhoseRecordsAreDoneWhenThereIsNoRoom() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            // Given
            rig.put(0, "x".repeat(50_000));
            rig.put(1, "y");
            disk.free(1_000_000);
            rig.lanes.get(0).done(rig.next(0).position());
            assertThat(refused(rig.append(record(0, "x")))).isTrue();
            assertThat(rig.texts(1)).containsExactly("y");

            // When
            rig.lanes.get(1).done(rig.all(1).getLast().position());

            // Then
            Awaitility.await().until(() -> rig.queue.stats().bytes() < 1_000);
            assertThat(Recovery.numbers(disk)).containsExactly(2L);
            disk.free(Long.MAX_VALUE);
            rig.put(0, "later");
        }
        try (QueueRig rig = QueueRig.open(disk)) {
            assertThat(rig.texts(0)).containsExactly("later");
            assertThat(rig.texts(1)).isEmpty();
        }
    }

    @Test
    void givesTheFileBackAlsoIfItsRecordsWereDoneBeforeTheStart() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, "x".repeat(50_000));
            rig.lanes.get(0).done(rig.next(0).position());
        }
        disk.free(1_000_000);
        try (QueueRig rig = QueueRig.open(disk)) {
            assertThat(refused(rig.append(record(0, "x")))).isTrue();

            Awaitility.await().until(() -> rig.queue.stats().bytes() < 1_000);
            assertThat(rig.queue.stats().failure()).isNull();
        }
    }

    @Test
    void beginsNoFileOnADiskThatTakesNothing() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, "x");
            rig.lanes.get(0).done(rig.next(0).position());
            disk.free(10);
            assertThat(refused(rig.append(record(0, "x")))).isTrue();
            assertThat(refused(rig.append(record(0, "x")))).isTrue();
            disk.free(Long.MAX_VALUE);

            rig.put(0, "later");

            assertThat(rig.queue.stats().failure()).isNull();
        }
    }

    /** Three quarters of a small queue. */
    private static List<LaneRecord> threeLongOnes() {
        String text = "x".repeat(60_000);
        return List.of(record(0, text), record(0, text), record(0, text));
    }

    /** What is held for an append that comes is taken, until it is given back. */
    @Test
    void holdsRoomForAnAppendThatComes() throws Exception {
        DiskQueueConfig small = QueueRig.config(4, 256 << 10, OnDamage.FAIL);
        try (QueueRig rig = QueueRig.open(disk, small)) {
            RecordQueue.HeldRoom room = rig.queue.takeRoom(threeLongOnes());
            LaneRecord other = record(0, "y".repeat(60_000));

            assertThatThrownBy(() -> rig.queue.takeRoom(List.of(other, other)))
                    .isInstanceOf(QueueFullException.class)
                    .hasMessageContaining("maxBytes, 256KiB");
            assertThat(refused(rig.append(other, record(1, "y".repeat(60_000)))))
                    .isTrue();

            room.append().toCompletableFuture().get(30, TimeUnit.SECONDS);
            assertThat(rig.texts(0)).hasSize(3);
        }
    }

    @Test
    void takesRoomThatIsGivenBack() throws Exception {
        DiskQueueConfig small = QueueRig.config(4, 256 << 10, OnDamage.FAIL);
        try (QueueRig rig = QueueRig.open(disk, small)) {
            List<LaneRecord> never = threeLongOnes();
            rig.queue.takeRoom(never).giveBack();
            never.forEach(record -> record.bytes().release());

            rig.queue.takeRoom(threeLongOnes()).append().toCompletableFuture().get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void holdsNoRoomWhileTheDiskHasNone() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            disk.free(1_000_000);
            LaneRecord next = record(0, "y");

            assertThatThrownBy(() -> rig.queue.takeRoom(List.of(next)))
                    .isInstanceOf(QueueFullException.class)
                    .hasMessageContaining("minFree");

            disk.free(Long.MAX_VALUE);
            rig.queue.takeRoom(List.of(next)).append().toCompletableFuture().get(30, TimeUnit.SECONDS);
            assertThat(rig.texts(0)).containsExactly("y");
        }
    }

    /** Another queue may have kept the same write. */
    @Test
    void keepsWhatRoomWasTakenForOnADiskThatOthersFillMeanwhile() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            RecordQueue.HeldRoom room = rig.queue.takeRoom(List.of(record(0, "x")));
            disk.free(600_000);

            room.append().toCompletableFuture().get(30, TimeUnit.SECONDS);

            assertThat(rig.texts(0)).containsExactly("x");
            assertThat(refused(rig.append(record(0, "y")))).isTrue();
        }
    }

    /** Together they would leave less than is to stay free. */
    @Test
    void countsWhatHasTakenRoomOnTheDisk() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            disk.free((1 << 20) + 100_000);
            RecordQueue.HeldRoom room = rig.queue.takeRoom(List.of(record(0, "x".repeat(60_000))));

            assertThat(refused(rig.append(record(0, "y".repeat(60_000))))).isTrue();
            room.append().toCompletableFuture().get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void failsAnAppendWhoseRoomWasTakenBeforeTheEnd() throws Exception {
        RecordQueue.HeldRoom room;
        try (QueueRig rig = QueueRig.open(disk)) {
            room = rig.queue.takeRoom(List.of(record(0, "x")));
        }

        assertThatThrownBy(room.append().toCompletableFuture()::join)
                .hasCauseInstanceOf(QueueFailedException.class)
                .hasMessageContaining("the queue is closed");
    }

    private static boolean refused(CompletableFuture<Void> append) throws Exception {
        Throwable failure = append.handle((none, e) -> e).get(30, TimeUnit.SECONDS);
        assertThat(failure)
                .satisfiesAnyOf(e -> assertThat(e).isNull(), e -> assertThat(e).isInstanceOf(QueueFullException.class));
        return failure != null;
    }

    @Test
    void boundsWhatWaitsForASlowDisk() throws Exception {
        // Given
        CountDownLatch goOn = new CountDownLatch(1);
        try (QueueRig rig = QueueRig.open(disk)) {
            disk.beforeForce(() -> QueueRig.await(goOn));
            String text = "x".repeat(60_000);
            List<CompletableFuture<Void>> appends = new ArrayList<>();
            while (appends.isEmpty() || !appends.getLast().isCompletedExceptionally()) {
                assertThat(appends).hasSizeLessThan(1_000);
                appends.add(rig.append(record(0, text)));
            }

            // Then
            assertThatThrownBy(appends.getLast()::join)
                    .hasCauseInstanceOf(QueueFullException.class)
                    .hasMessageContaining("maxWaiting, 8MiB");
            goOn.countDown();
            CompletableFuture.allOf(appends.subList(0, appends.size() - 1).toArray(CompletableFuture[]::new))
                    .get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void failsWhenPositionsCannotBeKept() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, "a");
            disk.breakCalls(call -> call.equals("force " + PositionsFile.NAME));
            rig.lanes.get(0).done(rig.next(0).position());

            Awaitility.await().until(() -> rig.queue.stats().failure() != null);
            assertThat(rig.queue.stats().failure()).contains("positions of lanes cannot be kept");
        }
    }

    @Test
    void failsALaneWhoseRecordChangedOnTheDiskAndGoesOnWithOthers() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            // Given
            rig.put(0, "changed later");
            rig.put(1, "intact");
            rig.put(0, "behind");
            int at = SegmentHeader.bytes(4) + RecordHeader.BYTES;
            disk.corrupt(FIRST, at);

            // When
            assertThatThrownBy(() -> rig.next(0))
                    .hasCauseInstanceOf(QueueFailedException.class)
                    .hasMessageContaining("/memory/" + FIRST + ", byte 80: the bytes of record 1 of lane 0 differ");

            // Then
            assertThatThrownBy(() -> rig.next(0)).hasCauseInstanceOf(QueueFailedException.class);
            assertThat(rig.next(1).text()).isEqualTo("intact");
            assertThatThrownBy(rig.append(record(1, "more"))::join).hasCauseInstanceOf(QueueFailedException.class);
        }
    }

    @Test
    void refusesFilesOfANewerVersion() throws Exception {
        // Given
        QueueRig.open(disk).close();
        byte[] older = disk.bytes(FIRST);
        disk.put(FIRST, newer(older, 0));

        // Then
        assertThatThrownBy(() -> QueueRig.open(disk))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/memory/" + FIRST + ": version 2 of the format wrote it");
        disk.put(FIRST, older);
        disk.put(PositionsFile.NAME, newer(newer(disk.bytes(PositionsFile.NAME), 0), 16 << 10));
        assertThatThrownBy(() -> QueueRig.open(disk)).hasMessageContaining("positions: version 2");
    }

    private static byte[] newer(byte[] file, int at) {
        ByteBuffer bytes = ByteBuffer.wrap(file.clone());
        int length = bytes.getInt(at + 12);
        bytes.putInt(at + 8, 2);
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(at, length - 4));
        return bytes.putInt(at + length - 4, (int) crc.getValue()).array();
    }

    @Test
    void goesOnAfterAProcessThatEndedWhileItMadeASegment() throws Exception {
        // Given
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, "kept");
        }
        byte[] header = disk.bytes(FIRST);
        for (int length : new int[] {0, 1, 20, SegmentHeader.bytes(4) - 1}) {
            disk.put(SegmentHeader.nameOf(2), Arrays.copyOf(header, length));

            // When
            try (QueueRig rig = QueueRig.open(disk)) {

                // Then
                assertThat(rig.queue.stats().failure()).as("%d bytes", length).isNull();
                assertThat(rig.texts(0)).containsExactly("kept");
                assertThat(disk.list()).doesNotContain(SegmentHeader.nameOf(2));
            }
        }
    }

    @Test
    void goesOnAfterAProcessThatEndedWhileItMadeTheQueue() throws Exception {
        for (int length : new int[] {0, 100, 16 << 10, (16 << 10) + 100}) {
            MemoryDisk begun = new MemoryDisk();
            begun.put(PositionsFile.NAME, new byte[length]);

            try (QueueRig rig = QueueRig.open(begun)) {
                rig.put(0, "a");
                assertThat(rig.texts(0)).containsExactly("a");
            }
        }
    }

    @Test
    void saysThatASegmentIsMissing() throws Exception {
        // Given
        try (QueueRig rig = QueueRig.open(disk)) {
            for (int i = 0; i < 40; i++) {
                rig.put(0, "x".repeat(10_000));
            }
        }
        List<Long> numbers = Recovery.numbers(disk);
        for (long number : numbers) {
            MemoryDisk without = disk.kill();
            without.delete(SegmentHeader.nameOf(number));

            // When
            try (QueueRig rig = QueueRig.open(without)) {

                // Then
                assertThat(rig.queue.stats().failure()).as("without %d", number).contains("missing");
                assertThatThrownBy(rig.append(record(0, "x"))::join).hasCauseInstanceOf(QueueFailedException.class);
            }
        }
    }

    @Test
    void keepsOthersOutWhileItIsOpen() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            assertThatThrownBy(() -> QueueRig.open(disk)).hasMessageContaining("is open in this process");
            rig.put(0, "a");
        }
        QueueRig.open(disk).close();
    }
}
