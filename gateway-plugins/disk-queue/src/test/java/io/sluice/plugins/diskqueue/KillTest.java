package io.sluice.plugins.diskqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.plugins.diskqueue.QueueRig.Got;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed, or run out of memory, or meet at one directory. */
@Tag("slow")
class KillTest {

    private static final int KILLS = Integer.getInteger("sluice.queue.kills", 4);
    private static final int RECORDS = Integer.getInteger("sluice.queue.memory.records", 200_000);

    @TempDir
    Path directory;

    @Test
    void keepsWhatItAcknowledgedWhenTheProcessIsKilled() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        long from = 1;
        for (int kill = 0; kill < KILLS; kill++) {
            List<List<Long>> acknowledged = killed(from, 1 + random.nextInt(3_000));
            long[] done = done();
            try (QueueRig rig =
                    QueueRig.open(new LocalDisk(directory), QueueChild.config(QueueChild.LANES, 256 << 10))) {
                for (int lane = 0; lane < QueueChild.LANES; lane++) {
                    List<Got> all = rig.all(lane);
                    List<Long> numbers = all.stream().map(KillTest::number).toList();
                    String what = "seed " + seed + ", kill " + kill + ", lane " + lane;
                    assertThat(rig.queue.stats().failure()).as(what).isNull();
                    assertThat(numbers).as(what).isSorted().doesNotHaveDuplicates();
                    assertThat(all.isEmpty() ? done[lane] + 1 : all.getFirst().position())
                            .as("nothing comes again of which the file says that it is done, " + what)
                            .isEqualTo(done[lane] + 1);
                    long first = numbers.isEmpty() ? Long.MAX_VALUE : numbers.getFirst();
                    assertThat(numbers)
                            .as(what)
                            .containsAll(acknowledged.get(lane).stream()
                                    .filter(number -> number >= first)
                                    .toList());
                    assertThat(all.size())
                            .as("what is not finished, " + what)
                            .isGreaterThanOrEqualTo(
                                    Math.min(10, acknowledged.get(lane).size()));
                    from = Math.max(from, numbers.isEmpty() ? from : numbers.getLast() + 1);
                }
            }
        }
    }

    private static long number(Got got) {
        int colon = got.text().indexOf(':');
        long number = Long.parseLong(got.text().substring(0, colon));
        assertThat(got.text()).hasSize(colon + 1 + (int) (number * 31 % 2_000));
        return number;
    }

    private long[] done() throws IOException {
        try (PositionsFile file = PositionsFile.open(new LocalDisk(directory))) {
            return file.read("positions").done();
        }
    }

    /** Starts a process, kills it after it acknowledged some records, and returns which, by lane. */
    private List<List<Long>> killed(long from, int after) throws IOException, InterruptedException {
        List<List<Long>> acknowledged = new ArrayList<>();
        for (int lane = 0; lane < QueueChild.LANES; lane++) {
            acknowledged.add(new ArrayList<>());
        }
        Process child = QueueChild.start(List.of(), "load", directory.toString(), Long.toString(from));
        try (BufferedReader lines = child.inputReader(StandardCharsets.UTF_8)) {
            assertThat(lines.readLine()).isEqualTo("open");
            int count = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ");
                acknowledged.get(Integer.parseInt(words[1])).add(Long.parseLong(words[2]));
                if (++count == after) {
                    // What the process wrote before it died is still to be read, which Process would prevent.
                    child.toHandle().destroyForcibly();
                }
            }
        } finally {
            child.destroyForcibly().waitFor();
        }
        return acknowledged;
    }

    @Test
    void keepsAnotherProcessOut() throws Exception {
        Process child = QueueChild.start(List.of(), "load", directory.toString(), "1");
        try (BufferedReader lines = child.inputReader(StandardCharsets.UTF_8)) {
            assertThat(lines.readLine()).isEqualTo("open");

            assertThatThrownBy(() -> QueueRig.open(new LocalDisk(directory)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another process has the queue open");
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    @Test
    void needsLittleMemoryForManyRecordsWhileALaneIsStuck() throws Exception {
        Process child = QueueChild.start(
                List.of("-Xmx64m", "-XX:MaxDirectMemorySize=64m", "-XX:+ExitOnOutOfMemoryError"),
                "memory",
                directory.toString(),
                Integer.toString(RECORDS),
                Long.toString(Long.getLong("sluice.queue.memory.segment", 1 << 20)));
        try (BufferedReader lines = child.inputReader(StandardCharsets.UTF_8)) {
            assertThat(lines.readLine()).startsWith("stuck " + RECORDS / 64);
        } finally {
            child.destroyForcibly().waitFor();
        }
    }
}
