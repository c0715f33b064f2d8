package io.sluice.queue;

import io.sluice.bulk.hash.Scatter;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Records by the documents that they write, which clients choose. For one thread. */
final class DocumentTable {
    private static final int FEWEST_SLOTS = 16;

    private final Scatter scatter = new Scatter();
    private long[] documents = new long[FEWEST_SLOTS];
    /** Null where the slot of the same number is free. */
    private @Nullable Presence[] records = new @Nullable Presence[FEWEST_SLOTS];

    private int size;

    int size() {
        return size;
    }

    /** The record that was put there for a document; null if none was. */
    @Nullable Presence get(long document) {
        return records[slot(document)];
    }

    /** Puts a record there in the place of the one that is there for its document. */
    void put(long document, Presence record) {
        int slot = slot(document);
        if (records[slot] == null) {
            if (size * 2 >= records.length) {
                rebuild(records.length * 2, each -> true);
                slot = slot(document);
            }
            documents[slot] = document;
            size++;
        }
        records[slot] = record;
    }

    /** Removes all other records. */
    void retain(Predicate<Presence> needed) {
        rebuild(FEWEST_SLOTS, needed);
    }

    private void rebuild(int slots, Predicate<Presence> needed) {
        long[] before = documents;
        @Nullable Presence[] recordsBefore = records;
        documents = new long[slots];
        records = new @Nullable Presence[slots];
        size = 0;
        for (int i = 0; i < recordsBefore.length; i++) {
            Presence record = recordsBefore[i];
            if (record != null && needed.test(record)) {
                put(before[i], record);
            }
        }
    }

    /** The slot of the document, or where it would go. */
    private int slot(long document) {
        int slot = scatter.slot(document, records.length);
        while (records[slot] != null && documents[slot] != document) {
            slot = slot + 1 & records.length - 1;
        }
        return slot;
    }
}
