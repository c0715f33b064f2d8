package io.sluice.plugins.diskqueue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.queue.LaneProgress;
import io.sluice.plugins.diskqueue.PositionsFile.Positions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class PositionsFileTest {
    private static final LogEnd END = new LogEnd(1, 100);
    private static final int LANES = 200;
    /** Where the blocks begin that say what is done behind the first record that is not. */
    private static final int BLOCKS = 32 << 10;

    private static final long SALT = 5;

    private static DoneRecords all(long position) {
        return DoneRecords.upTo(allLanes(position));
    }

    private static long[] allLanes(long position) {
        long[] done = new long[LANES];
        Arrays.fill(done, position);
        return done;
    }

    /** The record at a position behind the first that is not done is done in each lane. */
    private static DoneRecords ahead(long done, long position) {
        return DoneRecords.of(
                IntStream.range(0, LANES)
                        .mapToObj(lane -> {
                            LaneProgress progress = new LaneProgress(done);
                            progress.doneAlone(position);
                            return progress;
                        })
                        .toList(),
                SALT);
    }

    private static boolean isDone(MemoryDisk disk, long done, long next, long position) throws IOException {
        try (PositionsFile file = PositionsFile.open(disk)) {
            return file.progress(allLanes(done), allLanes(next), Set.of(SALT, 7L), "positions").stream()
                    .allMatch(lane -> lane.isDone(position));
        }
    }

    @Test
    void holdsWhatIsDoneBehindTheFirstRecordThatIsNot() throws Exception {
        MemoryDisk disk = new MemoryDisk();
        try (PositionsFile file = PositionsFile.create(disk)) {
            file.writeTwice(END, all(3));
            disk.sync();
            file.note(END, ahead(3, 5));
            assertThat(isDone(disk.kill(), 3, 10, 5)).isTrue();

            file.write(END, ahead(3, 5));
            file.note(END, ahead(3, 7));

            for (int i = 0; i < 20; i++) {
                assertThat(isDone(disk.crash(new SplittableRandom(i)), 3, 10, 5))
                        .isTrue();
            }
            assertThat(isDone(disk, 3, 10, 7)).isTrue();
            assertThat(isDone(disk, 3, 10, 4)).isFalse();
        }
    }

    /** Its place may be taken by another one. */
    @Test
    void doesNotTakeWhatIsBehindTheEndForDone() throws Exception {
        MemoryDisk disk = new MemoryDisk();
        try (PositionsFile file = PositionsFile.create(disk)) {
            file.write(END, ahead(3, 5));
            file.write(END, ahead(3, 5));

            assertThat(isDone(disk, 3, 5, 5)).isFalse();
            file.forgetAheadBut(all(3));
            assertThat(isDone(disk, 3, 10, 5)).isFalse();
        }
    }

    /** A gateway from before these blocks leaves them, also where it begins the numbers of records anew. */
    @Test
    void doesNotTakeNumbersOfAnEarlierLogForDone() throws Exception {
        // Given
        MemoryDisk disk = new MemoryDisk();
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(1, "a");
            rig.put(1, "b");
            rig.next(1);
            rig.lanes.get(1).doneAlone(rig.next(1).position());
        }
        byte[] earlier = disk.bytes(PositionsFile.NAME);
        ByteBuffer blocks = ByteBuffer.wrap(earlier, BLOCKS, earlier.length - BLOCKS);
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.lanes.get(1).done(rig.all(1).getLast().position());
        }
        QueueRig.open(disk, QueueRig.config(8, 64 << 20, OnDamage.FAIL)).close();

        // When
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(1, "c");
            rig.put(1, "d");
        }
        try (DataFile file = disk.open(PositionsFile.NAME)) {
            file.write(blocks, BLOCKS);
        }

        // Then
        try (QueueRig rig = QueueRig.open(disk)) {
            assertThat(rig.texts(1)).containsExactly("c", "d");
        }
    }

    private static long read(MemoryDisk disk) throws IOException {
        try (PositionsFile file = PositionsFile.open(disk)) {
            Positions found = file.read("positions");
            assertThat(found).isNotNull();
            assertThat(found.done()).containsOnly(found.done()[0]);
            return found.done()[0];
        }
    }

    @Test
    void holdsWhatWasWrittenAfterACrashAndWhatWasNotedAfterAKill() throws Exception {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        MemoryDisk disk = new MemoryDisk();
        try (PositionsFile file = PositionsFile.create(disk)) {
            file.writeTwice(END, all(0));
            disk.sync();
        }
        long position = 0;
        for (int round = 0; round < 2_000; round++) {
            String what = "seed " + seed + ", round " + round;
            try (PositionsFile file = PositionsFile.open(disk)) {
                file.read("positions");
                long written = position;
                for (int i = random.nextInt(6); i > 0; i--) {
                    position++;
                    if (random.nextInt(3) == 0) {
                        file.write(END, all(position));
                        written = position;
                    } else {
                        file.note(END, all(position));
                    }
                }
                if (random.nextBoolean()) {
                    disk = disk.crash(random);
                    assertThat(read(disk)).as(what).isBetween(written, position);
                    position = read(disk);
                } else {
                    disk = disk.kill();
                    assertThat(read(disk)).as(what).isEqualTo(position);
                }
            }
        }
    }

    @Test
    void aKilledProcessDoesAgainWhatWasOnItsWayOnly() throws Exception {
        MemoryDisk disk = new MemoryDisk();
        DiskQueueConfig usual = QueueRig.config(OnDamage.FAIL);
        DiskQueueConfig seldom = new DiskQueueConfig(
                usual.directory(),
                usual.lanes(),
                usual.maxBytes(),
                usual.minFree(),
                usual.segmentBytes(),
                usual.maxWaiting(),
                Duration.ofMinutes(1),
                usual.damaged());
        try (QueueRig rig = QueueRig.open(disk, seldom)) {
            for (String text : List.of("a", "b", "c")) {
                rig.put(1, text);
            }
            rig.next(1);
            rig.lanes.get(1).done(rig.next(1).position());

            Awaitility.await().untilAsserted(() -> {
                try (QueueRig again = QueueRig.open(disk.kill(), seldom)) {
                    assertThat(again.texts(1)).containsExactly("c");
                }
            });
        }
    }
}
