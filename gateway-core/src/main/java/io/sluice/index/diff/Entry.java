package io.sluice.index.diff;

import io.sluice.index.read.Document;
import io.sluice.index.read.SourceWriter;
import java.nio.ByteBuffer;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What of a document is compared.
 *
 * @param id with the routing its key: one id may be there once for each routing
 * @param routing null if it has none
 * @param version as its server counts
 * @param high the first half of its source's hash; 0 if sources are not compared
 * @param low the second half
 */
record Entry(String id, @Nullable String routing, long version, long high, long low) {
    /** By id and routing, and of those the newest first. */
    static final Comparator<Entry> ORDER = Comparator.comparing(Entry::key)
            .thenComparing(Comparator.comparingLong(Entry::version).reversed());

    private static final int OVERHEAD = 120;

    /** An id and a routing. */
    record Key(String id, @Nullable String routing) implements Comparable<Key> {
        private static final Comparator<Key> ORDER = Comparator.comparing(Key::id)
                .thenComparing(Key::routing, Comparator.nullsFirst(Comparator.naturalOrder()));

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    /** Of a document whose content is a hash, or nothing. */
    static Entry of(Document document) {
        if (document.content().length != SourceWriter.HASH_BYTES) {
            return new Entry(document.id(), document.routing(), document.version(), 0, 0);
        }
        ByteBuffer hash = ByteBuffer.wrap(document.content());
        return new Entry(document.id(), document.routing(), document.version(), hash.getLong(), hash.getLong());
    }

    Key key() {
        return new Key(id, routing);
    }

    /** Roughly what it takes in memory, in bytes. */
    int weight() {
        return id.length() * 2 + (routing == null ? 0 : routing.length() * 2) + OVERHEAD;
    }
}
