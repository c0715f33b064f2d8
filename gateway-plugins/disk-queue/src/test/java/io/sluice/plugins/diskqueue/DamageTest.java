package io.sluice.plugins.diskqueue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.queue.QueueLane;
import io.sluice.api.queue.QueuedRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bits that flip and files that end early: nothing wrong is given out, and nothing is lost without a word. */
@Tag("slow")
class DamageTest {

    private static final int LANES = 4;
    private static final int TRIES = Integer.getInteger("sluice.queue.damage.tries", 600);
    private static final int REPAIRS = TRIES / 10;

    private final SplittableRandom seeds = new SplittableRandom();
    private final Map<Integer, List<String>> written = new LinkedHashMap<>();

    /** A queue of some segments with everything acknowledged; lanes are done with some of the first ones. */
    private MemoryDisk filled(boolean closed) throws Exception {
        MemoryDisk disk = new MemoryDisk();
        QueueRig rig = QueueRig.open(disk);
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 150; i++) {
            int lane = i % LANES;
            String text = i + ":" + "x".repeat(random.nextInt(3_000));
            rig.put(lane, text);
            written.computeIfAbsent(lane, none -> new ArrayList<>()).add(text);
        }
        MemoryDisk left = closed ? disk : disk.kill();
        rig.close();
        return closed ? disk.kill() : left;
    }

    private static List<String> names(MemoryDisk disk) {
        return disk.list().stream().filter(name -> !name.equals("lock")).toList();
    }

    private static MemoryDisk flipped(MemoryDisk disk, String name, int bit) {
        MemoryDisk damaged = disk.kill();
        byte[] bytes = disk.bytes(name);
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
        damaged.put(name, bytes);
        return damaged;
    }

    private static MemoryDisk cut(MemoryDisk disk, String name, int length) {
        MemoryDisk damaged = disk.kill();
        damaged.put(name, Arrays.copyOf(disk.bytes(name), length));
        return damaged;
    }

    @Test
    void noticesEveryFlippedBitOrIsNotHarmed() throws Exception {
        for (boolean closed : new boolean[] {true, false}) {
            written.clear();
            MemoryDisk disk = filled(closed);
            int noticed = 0;
            for (int i = 0; i < TRIES; i++) {
                String name = names(disk).get(seeds.nextInt(names(disk).size()));
                int bit = seeds.nextInt(disk.bytes(name).length * 8);
                try (QueueRig rig = QueueRig.open(flipped(disk, name, bit))) {
                    if (rig.queue.stats().failure() == null) {
                        expectEverything(rig, name + ", bit " + bit + ", closed " + closed);
                    } else {
                        assertThat(rig.queue.stats().failure()).contains("/memory/");
                        assertThat(rig.lanes).isEmpty();
                        noticed++;
                    }
                }
            }
            assertThat(noticed).isGreaterThan(TRIES / 2);
        }
    }

    private void expectEverything(QueueRig rig, String what) throws Exception {
        for (int lane = 0; lane < LANES; lane++) {
            assertThat(rig.texts(lane)).as(what + ", lane " + lane).isEqualTo(written.get(lane));
        }
    }

    @Test
    void readsEverythingBeforeACutOrSaysThatTheFileIsTooShort() throws Exception {
        MemoryDisk disk = filled(false);
        List<Long> numbers = Recovery.numbers(disk);
        String last = SegmentHeader.nameOf(numbers.getLast());
        int read = 0;
        for (int i = 0; i < TRIES; i++) {
            String name = SegmentHeader.nameOf(numbers.get(seeds.nextInt(numbers.size())));
            if (seeds.nextBoolean()) {
                name = last;
            }
            int length = seeds.nextInt(disk.bytes(name).length);
            try (QueueRig rig = QueueRig.open(cut(disk, name, length))) {
                if (rig.queue.stats().failure() != null) {
                    assertThat(rig.queue.stats().failure()).contains(name);
                    continue;
                }
                assertThat(name)
                        .as("only the end of the last segment can be a write cut short")
                        .isEqualTo(last);
                for (int lane = 0; lane < LANES; lane++) {
                    List<String> texts = rig.texts(lane);
                    assertThat(texts).isEqualTo(written.get(lane).subList(0, texts.size()));
                }
                read++;
            }
        }
        // If the records ended with a segment, the last one has a header only, without any part of which it is too
        // short.
        assertThat(read > 0).isEqualTo(disk.bytes(last).length > SegmentHeader.bytes(LANES));
    }

    @Test
    void goesOnWithAllThatIsIntactWhereTheOperatorAsksForIt() throws Exception {
        MemoryDisk disk = filled(true);
        int lost = 0;
        for (int i = 0; i < REPAIRS; i++) {
            String name = names(disk).get(seeds.nextInt(names(disk).size()));
            int bit = seeds.nextInt(disk.bytes(name).length * 8);
            lost += lostAfterRepair(flipped(disk, name, bit), name + ", bit " + bit);
        }
        // A flip in a record loses that one, one in a segment's header loses its records, since their checksums need
        // it.
        assertThat(lost).isPositive();
    }

    @Test
    void losesOneRecordToABitInItsPayload() throws Exception {
        MemoryDisk disk = filled(true);
        int inFirst = SegmentHeader.bytes(LANES) + RecordHeader.BYTES;

        assertThat(lostAfterRepair(flipped(disk, SegmentHeader.nameOf(1), inFirst * 8), "the first record"))
                .isEqualTo(1);
    }

    @Test
    void goesOnWithoutAFileThatIsMissing() throws Exception {
        MemoryDisk disk = filled(true);
        for (String name : names(disk)) {
            MemoryDisk without = disk.kill();
            without.delete(name);

            int lost = lostAfterRepair(without, "without " + name);

            assertThat(lost > 0).as("without " + name).isEqualTo(SegmentHeader.numberOf(name) > 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void opensAsFailedBesideAFileThatIsNoSegmentOfTheQueue(OnDamage damaged) throws Exception {
        MemoryDisk disk = filled(true);
        String last = SegmentHeader.nameOf(Recovery.numbers(disk).getLast());
        String strange = SegmentHeader.nameOf(Long.MAX_VALUE);
        MemoryDisk stray = disk.kill();
        stray.put(strange, disk.bytes(SegmentHeader.nameOf(1)));

        expectNothingDone(stray, damaged, last, strange);
    }

    /** Its records would seem to be done already with all files before it. */
    @ParameterizedTest
    @EnumSource
    void deletesNoFileForASegmentOfAnotherQueue(OnDamage damaged) throws Exception {
        MemoryDisk disk = filled(true);
        String last = SegmentHeader.nameOf(Recovery.numbers(disk).getLast());
        MemoryDisk stray = disk.kill();
        String strange = begin(stray, 5_000);

        expectNothingDone(stray, damaged, last, strange);
    }

    private static void expectNothingDone(MemoryDisk stray, OnDamage damaged, String before, String after)
            throws Exception {
        List<String> names = names(stray);
        try (QueueRig rig = QueueRig.open(stray, QueueRig.config(damaged))) {
            assertThat(rig.queue.stats().failure())
                    .contains("missing", stray.pathOf(before), stray.pathOf(after))
                    .doesNotContain("key damaged");
        }
        assertThat(names(stray)).isEqualTo(names);
    }

    @ParameterizedTest
    @EnumSource
    void deletesAnOldFileFarBeforeAllThatTheQueueNeeds(OnDamage damaged) throws Exception {
        // Given
        MemoryDisk disk = new MemoryDisk();
        try (PositionsFile positions = PositionsFile.create(disk)) {
            positions.writeTwice(new LogEnd(5_000, 0), DoneRecords.upTo(new long[LANES]));
        }
        begin(disk, 5_000);
        try (QueueRig rig = QueueRig.open(disk)) {
            rig.put(0, "kept");
        }
        assertThat(Recovery.numbers(disk)).containsExactly(5_000L);
        begin(disk, 3);

        // When
        try (QueueRig rig = QueueRig.open(disk, QueueRig.config(damaged))) {

            // Then
            assertThat(rig.queue.stats().failure()).isNull();
            assertThat(rig.texts(0)).containsExactly("kept");
            assertThat(Recovery.numbers(disk)).containsExactly(5_000L);
        }
    }

    /** Makes a segment without records; returns its name. */
    private static String begin(MemoryDisk disk, long number) throws IOException {
        long[] base = new long[LANES];
        Arrays.fill(base, 1);
        String name = SegmentHeader.nameOf(number);
        Segment.create(disk, name, new SegmentHeader(number, 1, 1, base));
        return name;
    }

    @Test
    void goesOnWithFilesThatEndEarly() throws Exception {
        MemoryDisk disk = filled(true);
        for (int i = 0; i < REPAIRS; i++) {
            String name = names(disk).get(seeds.nextInt(names(disk).size()));
            int length = seeds.nextInt(disk.bytes(name).length);
            lostAfterRepair(cut(disk, name, length), name + " of " + length + " bytes");
        }
    }

    /** Opens a damaged queue, finishes all that is left, and expects that it works. */
    private int lostAfterRepair(MemoryDisk damaged, String what) throws Exception {
        int lost = 0;
        try (QueueRig rig = QueueRig.open(damaged, QueueRig.config(OnDamage.QUARANTINE))) {
            assertThat(rig.queue.stats().failure()).as(what).isNull();
            List<CompletableFuture<QueuedRecord>> asked = new ArrayList<>();
            for (int lane = 0; lane < LANES; lane++) {
                lost += finish(rig, lane, asked, what);
            }
            rig.put(0, "later");
            assertThat(QueueRig.got(asked.getFirst().get(30, TimeUnit.SECONDS)).text())
                    .as(what)
                    .isEqualTo("later");
        }
        try (QueueRig rig = QueueRig.open(damaged)) {
            assertThat(rig.texts(0)).as("opened anew, " + what).containsExactly("later");
        }
        return lost;
    }

    /**
     * Reads a lane to its end and finishes all of it.
     *
     * @param asked gets the call that waits for the next record
     * @return how many records are lost
     */
    private int finish(QueueRig rig, int lane, List<CompletableFuture<QueuedRecord>> asked, String what) {
        List<String> rest = new ArrayList<>(written.get(lane));
        QueueLane own = rig.lanes.get(lane);
        int lost = 0;
        while (true) {
            CompletableFuture<QueuedRecord> next = own.next().toCompletableFuture();
            Awaitility.await(what + ", lane " + lane)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> next.isDone() || own.depth() == 0);
            if (own.depth() == 0) {
                asked.add(next);
                return lost + rest.size();
            }
            QueueRig.Got got = QueueRig.got(next.join());
            assertThat(rest).as(what + ", lane " + lane).contains(got.text());
            lost += rest.indexOf(got.text());
            rest.subList(0, rest.indexOf(got.text()) + 1).clear();
            own.done(got.position());
        }
    }
}
