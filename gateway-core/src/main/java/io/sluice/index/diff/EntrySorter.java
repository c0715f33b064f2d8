package io.sluice.index.diff;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Sorts any number of entries in bounded memory: sorted runs in files, of which so many at a time are merged into one. Adding is
 * thread-safe; the rest is for one thread. Files that are left are the directory's owner's to delete.
 */
final class EntrySorter {
    private static final int MOST_RUNS = 64;

    private final Path directory;
    private final String name;
    private final int mostBytes;
    private final Deque<EntryFile> runs = new ArrayDeque<>();
    private List<Entry> gathered = new ArrayList<>();
    private long bytes;
    private int files;

    /**
     * A sorter.
     *
     * @param name tells its files from others in the directory
     * @param mostBytes of entries in memory
     */
    EntrySorter(Path directory, String name, int mostBytes) {
        this.directory = directory;
        this.name = name;
        this.mostBytes = mostBytes;
    }

    synchronized void add(List<Entry> entries) throws IOException {
        for (Entry entry : entries) {
            gathered.add(entry);
            bytes += entry.weight();
            if (bytes >= mostBytes) {
                spill();
            }
        }
    }

    private void spill() throws IOException {
        gathered.sort(Entry.ORDER);
        try (EntryFile.Writer writer = new EntryFile.Writer(nextFile())) {
            for (Entry entry : gathered) {
                writer.add(entry);
            }
            runs.add(writer.finish());
        }
        gathered = new ArrayList<>();
        bytes = 0;
    }

    private Path nextFile() {
        return directory.resolve(name + "-" + files++ + ".run");
    }

    /** All entries in order, once; what has the same key as one before is left out, which is the older. */
    synchronized SortedEntries sorted() throws IOException {
        spill();
        while (runs.size() > MOST_RUNS) {
            List<EntryFile> few = new ArrayList<>();
            while (few.size() < MOST_RUNS && !runs.isEmpty()) {
                few.add(runs.remove());
            }
            runs.add(merge(few));
        }
        SortedEntries all = new SortedEntries(List.copyOf(runs));
        runs.clear();
        return all;
    }

    private EntryFile merge(List<EntryFile> few) throws IOException {
        try (SortedEntries merged = new SortedEntries(few);
                EntryFile.Writer writer = new EntryFile.Writer(nextFile())) {
            for (Entry entry = merged.next(); entry != null; entry = merged.next()) {
                writer.add(entry);
            }
            return writer.finish();
        }
    }

    /** Deletes what is left of runs. */
    synchronized void discard() throws IOException {
        for (EntryFile run : runs) {
            Files.deleteIfExists(run.path());
        }
        runs.clear();
    }
}
