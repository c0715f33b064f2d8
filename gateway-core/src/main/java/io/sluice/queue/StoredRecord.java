package io.sluice.queue;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkField;
import io.sluice.api.queue.QueuedRecord;
import io.sluice.bulk.hash.TextHash;
import io.sluice.bulk.line.BulkLine;
import io.sluice.bulk.line.RequestItems;
import io.sluice.bulk.line.SentItems;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A record that was taken from a lane, until all of its items are finished. Owns its bytes. On the lane's event loop. */
final class StoredRecord implements AutoCloseable {
    /** Stands in no name of an index. */
    private static final String SEPARATOR = "\uffff";

    private static final BulkDefaults NO_DEFAULTS = new BulkDefaults(null, null, null);

    /** Finds who waits for the next item of a request in the record's lane. */
    interface Awaited {
        /** Null if nobody does. */
        AwaitedWrite.@Nullable Claim claim(String receipt);
    }

    private final QueuedRecord record;
    private final RecordFormat.Head head;
    private final List<StoredItem> items = new ArrayList<>();
    private int unfinished;

    /**
     * Reads a record and takes it over.
     *
     * @param mayHaveRun whether an earlier run of this process, or another process, may have sent it already
     * @param awaited finds who waits for its items
     * @throws IllegalArgumentException if it has another form; it is released then
     */
    StoredRecord(QueuedRecord record, boolean mayHaveRun, Awaited awaited) {
        this.record = record;
        try {
            this.head = RecordFormat.readHead(record.bytes());
            readItems(mayHaveRun, awaited);
        } catch (RuntimeException e) {
            record.bytes().release();
            throw e;
        }
        this.unfinished = items.size();
    }

    private void readItems(boolean mayHaveRun, Awaited awaited) {
        ByteBuf bytes = record.bytes();
        RequestItems request = new RequestItems(new SentItems(List.of(bytes), NO_DEFAULTS));
        long end = 0;
        while (request.next()) {
            StoredItem.Action action = action(request.action());
            int from = Math.toIntExact(request.from());
            end = request.end();
            if (end < 0) {
                break;
            }
            StoredItem.Span span = new StoredItem.Span(from, Math.toIntExact(end));
            items.add(new StoredItem(this, action, span, awaited.claim(head.receipt()), mayHaveRun));
        }
        if (end != bytes.readableBytes() || items.isEmpty()) {
            throw new IllegalArgumentException(
                    "record " + record.position() + " is not made of items, from byte " + end + " on");
        }
    }

    private static StoredItem.Action action(BulkLine line) {
        long document = TextHash.add(TextHash.NONE, Objects.requireNonNullElse(line.index(), ""));
        document = TextHash.add(document, SEPARATOR);
        document = TextHash.add(document, Objects.requireNonNullElse(line.id(), ""));
        String versions = line.text(BulkField.VERSION_TYPE);
        boolean external = versions != null && versions.startsWith("external");
        return new StoredItem.Action(line.operation(), document, external);
    }

    long position() {
        return record.position();
    }

    Instant appended() {
        return record.appended();
    }

    String receipt() {
        return head.receipt();
    }

    List<StoredItem> items() {
        return items;
    }

    ByteBuf retainedSlice(int from, int to) {
        ByteBuf bytes = record.bytes();
        return bytes.retainedSlice(bytes.readerIndex() + from, to - from);
    }

    /** One of its items is finished. */
    void itemFinished() {
        unfinished--;
    }

    boolean isFinished() {
        return unfinished == 0;
    }

    @Override
    public void close() {
        record.bytes().release();
    }
}
