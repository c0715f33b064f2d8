package io.sluice.plugins.diskqueue;

import static io.sluice.plugins.diskqueue.QueueRig.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.NextRecord;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueuedRecord;
import io.sluice.api.queue.RecordQueue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures of the disk that pass: nothing was written wrong, so what failed is tried again. */
@Tag("slow")
class PassingFailureTest {

    private static final String FIRST = SegmentHeader.nameOf(1);
    private static final String SECOND = SegmentHeader.nameOf(2);
    private static final String LONG = "x".repeat(40_000);

    private final MemoryDisk disk = new MemoryDisk();

    @ParameterizedTest
    @ValueSource(strings = {"read ", "open "})
    void readsARecordOnceItCanBeRead(String call) throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            // Given
            rig.put(0, "first");
            rig.put(1, LONG);
            rig.put(1, LONG);
            assertThat(disk.list()).contains(SECOND);
            disk.breakCalls(each -> each.equals(call + FIRST));

            // When
            CompletableFuture<NextRecord> next = rig.lanes.get(0).next(100).toCompletableFuture();

            // Then
            await().until(() -> rig.queue.stats().trouble() != null);
            assertThat(rig.queue.stats().trouble()).contains("cannot be read", call + FIRST);
            rig.put(2, "meanwhile");
            assertThat(next).isNotDone();
            disk.breakCalls(each -> false);
            assertThat(QueueRig.got((QueuedRecord) next.get(30, TimeUnit.SECONDS))
                            .text())
                    .isEqualTo("first");
            await().until(() -> rig.queue.stats().trouble() == null);
            assertThat(rig.texts(1)).hasSize(2);
            assertThat(rig.queue.stats().trouble()).isNull();
            assertThat(rig.queue.stats().failure()).isNull();
        }
        assertThat(disk.openFiles()).isZero();
    }

    @Test
    void readsWhatIsAskedForAfterALaneBeganAgainWhileItCouldNotBeRead() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, "first");
            await().until(() -> rig.queue.stats().oldest() != null);
            disk.breakCalls(each -> each.equals("read " + FIRST));
            CompletableFuture<NextRecord> before = rig.lanes.get(0).next(100).toCompletableFuture();
            await().until(() -> rig.queue.stats().trouble() != null);

            rig.lanes.get(0).rewind();
            disk.breakCalls(each -> false);

            assertThat(before).isCancelled();
            assertThat(rig.next(0).text()).isEqualTo("first");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"create ", "open "})
    void goesOnToTheNextFileOnceItCanBeBegun(String call) throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            // Given
            rig.put(0, LONG);
            disk.breakCalls(each -> each.equals(call + SECOND));

            // When
            CompletableFuture<Void> failed = rig.append(record(0, LONG));

            // Then
            assertThatThrownBy(() -> failed.get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(QueueFailedException.class)
                    .hasMessageContaining("records cannot be written now");
            assertThat(rig.queue.stats().failure()).isNull();
            assertThat(rig.queue.stats().trouble()).contains(call + SECOND);
            assertThatThrownBy(() -> rig.put(0, "short")).hasMessageContaining("cannot be written now");
            disk.breakCalls(each -> false);
            rig.put(0, "after");
            rig.put(0, "last");
            assertThat(rig.queue.stats().trouble()).isNull();
            assertThat(rig.texts(0)).containsExactly(LONG, "after", "last");
        }
        try (QueueRig rig = QueueRig.open(disk)) {
            assertThat(rig.texts(0)).containsExactly(LONG, "after", "last");
        }
    }

    @Test
    void givesOutWhatWasWrittenBeforeTheNextFileCouldNotBeBegun() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            // Given
            rig.put(1, LONG);
            CompletableFuture<NextRecord> next = rig.lanes.get(0).next(100).toCompletableFuture();
            disk.breakCalls(each -> each.equals("create " + SECOND));

            // When
            CompletableFuture<Void> failed = rig.append(record(0, "kept"), record(1, LONG));

            // Then
            assertThatThrownBy(() -> failed.get(30, TimeUnit.SECONDS)).hasMessageContaining("cannot be written now");
            assertThat(QueueRig.got((QueuedRecord) next.get(30, TimeUnit.SECONDS))
                            .text())
                    .isEqualTo("kept");
        }
    }

    @Test
    void isTroubledNoLongerOnceNobodyWantsWhatCouldNotBeRead() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, "first");
            await().until(() -> rig.queue.stats().oldest() != null);
            disk.breakCalls(each -> each.equals("read " + FIRST));
            CompletableFuture<NextRecord> asked = rig.lanes.get(0).next(100).toCompletableFuture();
            await().until(() -> rig.queue.stats().trouble() != null);

            rig.queue.release();

            assertThat(asked).isCompletedExceptionally();
            await().atMost(30, TimeUnit.SECONDS).until(() -> rig.queue.stats().trouble() == null);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"create ", "open "})
    void isTroubledNoLongerOnceTheNextFileCanBeBegun(String call) throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, LONG);
            disk.breakCalls(each -> each.equals(call + SECOND));
            assertThatThrownBy(() -> rig.put(0, LONG)).hasMessageContaining("cannot be written now");
            assertThat(rig.queue.stats().trouble()).contains(call + SECOND);

            disk.breakCalls(each -> false);

            await().atMost(30, TimeUnit.SECONDS).until(() -> rig.queue.stats().trouble() == null);
            assertThat(disk.list()).contains(SECOND);
            rig.put(0, "after");
            assertThat(rig.texts(0)).containsExactly(LONG, "after");
        }
    }

    @Test
    void isTroubledWhileTheRoomOfTheDiskIsNotKnown() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            disk.breakCalls(each -> each.equals("space"));
            assertThatThrownBy(() -> rig.put(0, "a")).hasMessageContaining("cannot be written now");
            assertThat(rig.queue.stats().trouble()).contains("cannot be written now", "space");

            disk.breakCalls(each -> false);

            await().atMost(30, TimeUnit.SECONDS).until(() -> rig.queue.stats().trouble() == null);
        }
    }

    @Test
    void isTroubledOnceItsDirectoryIsGone(@TempDir Path parent) throws Exception {
        Path directory = parent.resolve("queue");
        try (QueueRig rig = QueueRig.open(new LocalDisk(directory))) {
            rig.put(0, "a");
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(directory);

            assertThatThrownBy(() -> rig.put(0, "b")).hasMessageContaining("cannot be written now");

            assertThat(rig.queue.stats().trouble()).contains(directory.toString());
        }
    }

    @Test
    void isOpenedAnewWithAFileThatEndedWithoutANextOne() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, LONG);
            disk.breakCalls(each -> each.equals("open " + SECOND));
            assertThatThrownBy(() -> rig.put(0, LONG)).hasMessageContaining("records cannot be written now");
        }
        disk.breakCalls(each -> false);

        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, "after");
            assertThat(rig.texts(0)).containsExactly(LONG, "after");
        }
    }

    @Test
    void writesOnceTheRoomOfTheDiskIsKnownAgain() throws Exception {
        try (QueueRig rig = QueueRig.open(disk)) {
            RecordQueue.HeldRoom room = rig.queue.takeRoom(List.of(record(0, "a")));
            disk.breakCalls(each -> each.equals("space"));

            assertThatThrownBy(() -> room.append().toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .hasMessageContaining("records cannot be written now");

            disk.breakCalls(each -> false);
            rig.put(0, "b");
            assertThat(rig.texts(0)).containsExactly("b");
            assertThat(rig.queue.stats().trouble()).isNull();
        }
    }

    /** Else what is appended later would wait for ever. */
    @Test
    void takesNothingMoreAfterAnErrorOfItsWriter() throws Exception {
        UnpooledHeapByteBuf broken = new UnpooledHeapByteBuf(UnpooledByteBufAllocator.DEFAULT, 1, 1) {
            @Override
            protected void deallocate() {
                throw new NoClassDefFoundError("expected by the test");
            }
        };
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.append(new LaneRecord(0, broken));

            await().until(() -> rig.queue.stats().failure() != null);

            assertThat(rig.queue.stats().failure()).isEqualTo("the queue's writer failed: expected by the test");
            assertThatThrownBy(() ->
                            rig.append(new LaneRecord(0, Unpooled.buffer(1))).get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(QueueFailedException.class);
        }
    }
}
