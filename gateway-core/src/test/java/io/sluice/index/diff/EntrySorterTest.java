package io.sluice.index.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EntrySorterTest {
    @TempDir
    Path directory;

    private List<Entry> sorted(EntrySorter sorter) throws Exception {
        List<Entry> all = new ArrayList<>();
        try (SortedEntries sorted = sorter.sorted()) {
            for (Entry entry = sorted.next(); entry != null; entry = sorted.next()) {
                all.add(entry);
            }
        }
        return all;
    }

    @Test
    void sortsMoreThanFitsIntoMemoryAndKeepsTheNewestOfEachKey() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        // Some thousand runs, so that runs are merged more than once.
        EntrySorter sorter = new EntrySorter(directory, "a", 1_000);
        TreeMap<Entry.Key, Entry> expected = new TreeMap<>();
        for (int i = 0; i < 20_000; i++) {
            String id = Character.toString(random.nextInt(0x20, 0xd800)) + random.nextInt(20_000);
            String routing = random.nextInt(4) == 0 ? "r" + random.nextInt(3) : null;
            Entry entry = new Entry(id, routing, random.nextInt(1_000_000), random.nextLong(), random.nextLong());
            Entry before = expected.get(entry.key());
            if (before != null && before.version() == entry.version()) {
                continue;
            }
            if (before == null || before.version() < entry.version()) {
                expected.put(entry.key(), entry);
            }
            sorter.add(List.of(entry));
        }

        assertThat(sorted(sorter)).as("seed %s", seed).containsExactlyElementsOf(expected.values());
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void sortsNothing() throws Exception {
        assertThat(sorted(new EntrySorter(directory, "a", 1_000))).isEmpty();
    }

    @Test
    void tellsOneIdWithSeveralRoutingsApart() throws Exception {
        EntrySorter sorter = new EntrySorter(directory, "a", 1_000);
        sorter.add(List.of(new Entry("1", "b", 1, 0, 0), new Entry("1", null, 1, 0, 0), new Entry("1", "a", 1, 0, 0)));

        assertThat(sorted(sorter)).extracting(Entry::routing).containsExactly(null, "a", "b");
    }
}
