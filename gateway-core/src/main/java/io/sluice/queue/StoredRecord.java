package io.sluice.queue;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkField;
import io.sluice.api.BulkOperation;
import io.sluice.api.queue.QueuedRecord;
import io.sluice.bulk.hash.SecretHash;
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
    /** Finds who waits for the next item of a request in the record's lane. */
    interface Awaited {
        /** Null if nobody does. */
        AwaitedWrite.@Nullable Claim claim(String receipt);
    }

    /**
     * What the records of a lane have in common.
     *
     * @param documents tells their documents apart; its secret is not kept, so that the hashes are of this run only
     * @param awaited finds who waits for their items
     */
    record Around(SecretHash documents, Awaited awaited) {}

    private final long position;
    private final Instant appended;
    private final int length;
    private final RecordFormat.Head head;
    /** Behind the head; null while they are given back. */
    private @Nullable ByteBuf bytes;

    private List<StoredItem> items = new ArrayList<>();
    private int unfinished;
    /** How many items need the record's bytes. */
    private int attached;
    /** Whether it stays only because of earlier records. */
    private boolean passed;

    private final Presence presence = new Presence();

    /**
     * Reads a record and takes it over.
     *
     * @param mayHaveRun whether an earlier run of this process, or another process, may have sent it already
     * @throws IllegalArgumentException if it has another form; it is released then
     */
    StoredRecord(QueuedRecord record, boolean mayHaveRun, Around around) {
        this.position = record.position();
        this.appended = record.appended();
        this.length = record.bytes().readableBytes();
        this.bytes = record.bytes();
        try {
            this.head = RecordFormat.readHead(record.bytes());
            readItems(record.bytes(), mayHaveRun, around);
        } catch (RuntimeException e) {
            record.bytes().release();
            throw e;
        }
        this.unfinished = items.size();
        this.attached = items.size();
    }

    private void readItems(ByteBuf lent, boolean mayHaveRun, Around around) {
        String index = "";
        RequestItems request = new RequestItems(new SentItems(List.of(lent), BulkDefaults.NONE));
        long end = 0;
        while (request.next()) {
            index = same(index, Objects.requireNonNullElse(request.action().index(), ""));
            StoredItem.Action action = action(request.action(), index, around.documents());
            int from = Math.toIntExact(request.from());
            end = request.end();
            if (end < 0) {
                break;
            }
            StoredItem.Span span = new StoredItem.Span(from, Math.toIntExact(end));
            items.add(new StoredItem(this, action, span, around.awaited().claim(head.receipt()), mayHaveRun));
        }
        if (end != lent.readableBytes() || items.isEmpty()) {
            throw new IllegalArgumentException(
                    "record " + position + " is not made of items, from byte " + end + " on");
        }
    }

    // Most items of a record are of one index.
    private static String same(String before, String now) {
        return before.equals(now) ? before : now;
    }

    private StoredItem.Action action(BulkLine line, String index, SecretHash documents) {
        String id = Objects.requireNonNullElse(line.id(), "");
        long document = documents.of(index, id);
        String versions = line.text(BulkField.VERSION_TYPE);
        boolean once = versions != null && versions.startsWith("external")
                || line.text(BulkField.IF_SEQ_NO) != null && line.operation() != BulkOperation.UPDATE;
        boolean drawn = DrawnIds.isDrawn(id, head.receipt());
        return new StoredItem.Action(line.operation(), index, document, once, drawn, line.onLine(BulkField.TYPE));
    }

    long position() {
        return position;
    }

    Instant appended() {
        return appended;
    }

    /** How many bytes it has, also while they are given back. */
    int length() {
        return length;
    }

    String receipt() {
        return head.receipt();
    }

    /** Its items, which it forgets. */
    List<StoredItem> takeItems() {
        List<StoredItem> taken = items;
        items = List.of();
        return taken;
    }

    /** Whether its bytes are there, and not given back. */
    boolean isHere() {
        return bytes != null;
    }

    ByteBuf retainedSlice(int from, int to) {
        ByteBuf held = Objects.requireNonNull(bytes);
        return held.retainedSlice(held.readerIndex() + from, to - from);
    }

    /** Releases its bytes, until {@link #takeAgain}; what is known of its items stays. */
    void giveBack() {
        if (bytes != null) {
            bytes.release();
            bytes = null;
        }
    }

    /**
     * Takes its bytes over once more.
     *
     * @throws IllegalArgumentException if they are those of another record; they are released then
     */
    void takeAgain(QueuedRecord again) {
        ByteBuf read = again.bytes();
        if (again.position() != position || read.readableBytes() != length) {
            read.release();
            throw new IllegalArgumentException(
                    "record " + position + " cannot be read again: record " + again.position() + " came in its place");
        }
        if (isNeeded()) {
            RecordFormat.readHead(read);
            bytes = read;
        } else {
            read.release();
        }
    }

    /** One of its items needs the record's bytes no longer. */
    void itemDetached() {
        attached--;
    }

    /** Whether an item needs the record's bytes. */
    boolean isNeeded() {
        return attached > 0;
    }

    /** Releases its bytes for good, as no item needs them. */
    void pass() {
        passed = true;
        giveBack();
    }

    boolean isPassed() {
        return passed;
    }

    /** One of its items is finished. */
    void itemFinished() {
        unfinished--;
    }

    boolean isFinished() {
        return unfinished == 0;
    }

    Presence presence() {
        return presence;
    }

    @Override
    public void close() {
        giveBack();
    }
}
