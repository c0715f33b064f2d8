package io.sluice.index.diff;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Merges sorted files; of entries with one key the newest comes, alone. Deletes the files when it is closed. For one thread. */
final class SortedEntries implements AutoCloseable {
    private final List<EntryFile.Reader> readers = new ArrayList<>();
    private final PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparing(Head::entry, Entry.ORDER));
    private Entry.@Nullable Key last;

    /** The next entry of a file. */
    private record Head(Entry entry, EntryFile.Reader reader) {}

    SortedEntries(List<EntryFile> files) throws IOException {
        try {
            for (EntryFile file : files) {
                EntryFile.Reader reader = new EntryFile.Reader(file);
                readers.add(reader);
                advance(reader);
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private void advance(EntryFile.Reader reader) throws IOException {
        Entry entry = reader.next();
        if (entry != null) {
            heads.add(new Head(entry, reader));
        }
    }

    /** The next one; null after the last. */
    @Nullable Entry next() throws IOException {
        while (true) {
            Head head = heads.poll();
            if (head == null) {
                return null;
            }
            advance(head.reader());
            Entry.Key key = head.entry().key();
            if (!key.equals(last)) {
                last = key;
                return head.entry();
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (EntryFile.Reader reader : readers) {
            reader.close();
        }
    }
}
