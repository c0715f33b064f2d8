package io.sluice.plugins.diskqueue;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files of any content: they are read, cut or told as damaged, and nothing is thrown but what is declared. */
@Tag("slow")
class SegmentFuzzTest {

    private static void check(String name, byte[] bytes) throws Exception {
        MemoryDisk disk = new MemoryDisk();
        QueueRig.open(disk).close();
        disk.put(name, bytes);
        for (OnDamage damaged : OnDamage.values()) {
            MemoryDisk copy = disk.kill();
            try (QueueRig rig = QueueRig.open(copy, QueueRig.config(damaged))) {
                assertThat(rig.queue.stats().failure() == null || damaged == OnDamage.FAIL)
                        .as("goes on where it may: %s", rig.queue.stats().failure())
                        .isTrue();
                if (rig.queue.stats().failure() == null) {
                    rig.put(1, "works");
                    String text = rig.next(1).text();
                    while (!text.equals("works")) {
                        assertThat(text).startsWith("record ");
                        text = rig.next(1).text();
                    }
                }
            } catch (IOException e) {
                assertThat(e)
                        .hasMessageMatching("/memory/.*: version -?\\d+ of the format wrote it, .*"
                                + "|.*lanes as long as it holds records.*");
            }
        }
    }

    @FuzzTest
    void readsAnySegment(byte[] bytes) throws Exception {
        check(SegmentHeader.nameOf(1), bytes);
    }

    @FuzzTest
    void readsAnyPositions(byte[] bytes) throws Exception {
        check(PositionsFile.NAME, bytes);
    }

    /** Content that begins as it should and goes on at random, with parts repeated and left out. */
    @Test
    void readsFilesOfMixedParts() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        MemoryDisk disk = new MemoryDisk();
        try (QueueRig rig = QueueRig.open(disk)) {
            for (int i = 0; i < 30; i++) {
                rig.put(i % 4, "record " + i);
            }
        }
        for (int i = 0; i < 300; i++) {
            String name = random.nextInt(4) == 0 ? PositionsFile.NAME : SegmentHeader.nameOf(1);
            byte[] bytes = mixed(disk.bytes(name), random);
            try {
                check(name, bytes);
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed " + seed + ", file " + i + " of " + name, e);
            }
        }
    }

    private static byte[] mixed(byte[] whole, Random random) {
        byte[] bytes = Arrays.copyOf(whole, random.nextInt(whole.length * 2));
        for (int parts = random.nextInt(3); parts > 0; parts--) {
            int length = random.nextInt(Math.min(200, bytes.length + 1));
            int from = random.nextInt(whole.length - Math.min(length, whole.length - 1));
            int to = random.nextInt(bytes.length - length + 1);
            System.arraycopy(whole, from, bytes, to, Math.min(length, whole.length - from));
        }
        return bytes;
    }
}
