package io.sluice.bench.stub.bulk;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.sluice.api.BulkOperation;
import java.nio.charset.StandardCharsets;

/**
 * Writes answer items into a small heap array, where short copies are cheap, and moves it to direct buffers when it is
 * full. Used on one event loop; the caller of {@link #take} owns the result, otherwise {@link #discard} releases it.
 */
final class ItemWriter {
    private static final int FIRST_BYTES = 2 * 1024;
    private static final int PART_BYTES = 64 * 1024;
    /** Above the constant parts of any item, its sequence number and its comma. */
    private static final int ITEM_BYTES = 512;

    private final ItemTemplates templates;
    private final ByteBufAllocator allocator;
    private final CompositeByteBuf parts;
    private byte[] scratch = new byte[FIRST_BYTES];
    private int at;
    private int mark;

    ItemWriter(ItemTemplates templates, ByteBufAllocator allocator) {
        this.templates = templates;
        this.allocator = allocator;
        this.parts = allocator.compositeBuffer(Integer.MAX_VALUE);
    }

    /** Appends the item of an executed action. */
    void executed(BulkOperation operation, String id, BulkIndex index, ItemOutcome outcome) {
        begin(operation, id, index);
        put(templates.result(outcome));
        digits(index.nextSequence());
        put(templates.tail(outcome));
    }

    /** Appends the item of an action that was turned away with 429. */
    void rejected(BulkOperation operation, String id, BulkIndex index) {
        begin(operation, id, index);
        put(templates.rejected);
    }

    /** Takes the last item back. */
    void undo() {
        at = mark;
    }

    /** Whether nothing was appended. */
    boolean isEmpty() {
        return at == 0 && !parts.isReadable();
    }

    /**
     * The whole answer, of one item at least; the caller owns it.
     *
     * @param head the part before the array of items
     * @param tail the part after it
     */
    ByteBuf take(String head, String tail) {
        flush();
        // The array begins where the first item has its comma.
        parts.setByte(0, '[');
        parts.addComponent(true, 0, allocator.directBuffer(head.length()).writeBytes(ascii(head)));
        parts.addComponent(true, allocator.directBuffer(tail.length()).writeBytes(ascii(tail)));
        return parts;
    }

    /** Releases what was written. */
    void discard() {
        parts.release();
    }

    private void begin(BulkOperation operation, String id, BulkIndex index) {
        byte[] head = index.head(operation);
        reserve(ITEM_BYTES + head.length + id.length() * 6);
        mark = at;
        put(head);
        if (!plain(id)) {
            put(JsonStringEncoder.getInstance().quoteAsUTF8(id));
        }
    }

    /** Writes an id that needs no escapes in JSON; writes nothing of any other. */
    private boolean plain(String id) {
        int length = id.length();
        for (int i = 0; i < length; i++) {
            char c = id.charAt(i);
            if (c < ' ' || c >= 0x7f || c == '"' || c == '\\') {
                return false;
            }
            scratch[at + i] = (byte) c;
        }
        at += length;
        return true;
    }

    private void reserve(int bytes) {
        if (at + bytes <= scratch.length) {
            return;
        }
        flush();
        if (scratch.length < PART_BYTES || bytes > scratch.length) {
            scratch = new byte[Math.max(PART_BYTES, bytes)];
        }
    }

    private void flush() {
        if (at > 0) {
            parts.addComponent(true, allocator.directBuffer(at).writeBytes(scratch, 0, at));
            at = 0;
        }
    }

    private void put(byte[] bytes) {
        put(bytes, 0, bytes.length);
    }

    private void put(byte[] bytes, int from, int length) {
        System.arraycopy(bytes, from, scratch, at, length);
        at += length;
    }

    private void digits(long number) {
        if (number >= Decimal.LIMIT) {
            put(ascii(Long.toString(number)));
            return;
        }
        at += Decimal.write((int) number, scratch, at);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
