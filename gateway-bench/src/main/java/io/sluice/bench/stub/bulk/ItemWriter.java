package io.sluice.bench.stub.bulk;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.sluice.bench.stub.cluster.StubIndex;
import java.nio.charset.StandardCharsets;

/**
 * Writes answer items into a small heap array, where short copies are cheap, and moves it to direct buffers when it is
 * full. Used on one event loop; whoever calls {@link #take} owns the result, otherwise {@link #discard} releases it.
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
    private boolean any;
    private boolean markAny;

    ItemWriter(ItemTemplates templates, ByteBufAllocator allocator) {
        this.templates = templates;
        this.allocator = allocator;
        this.parts = allocator.compositeBuffer(Integer.MAX_VALUE);
    }

    /** Appends the item of an executed action. */
    void executed(ActionLine line, Utf8Slice id, StubIndex index, ItemOutcome outcome) {
        begin(line, id, index);
        put(templates.result(outcome));
        digits(index.nextSequence());
        put(templates.tail(outcome));
    }

    /** Appends the item of an action that was turned away with 429. */
    void rejected(ActionLine line, Utf8Slice id, StubIndex index) {
        begin(line, id, index);
        put(templates.rejected);
    }

    /** Takes the last item back. */
    void undo() {
        at = mark;
        any = markAny;
    }

    /** True iff nothing was appended. */
    boolean isEmpty() {
        return !any;
    }

    /** The whole answer; the caller owns it. */
    ByteBuf take(String head, String tail) {
        flush();
        parts.addComponent(true, 0, allocator.directBuffer(head.length()).writeBytes(ascii(head)));
        parts.addComponent(true, allocator.directBuffer(tail.length()).writeBytes(ascii(tail)));
        return parts;
    }

    /** Releases what was written. */
    void discard() {
        parts.release();
    }

    private void begin(ActionLine line, Utf8Slice id, StubIndex index) {
        byte[] name = index.utf8();
        reserve(ITEM_BYTES + name.length + id.length() * 6);
        mark = at;
        markAny = any;
        if (any) {
            scratch[at++] = ',';
        }
        any = true;
        put(templates.head(line.operation));
        put(name);
        put(templates.beforeId());
        if (line.plain || line.id != id) {
            put(id.bytes, id.from, id.length());
        } else {
            put(JsonStringEncoder.getInstance().quoteAsUTF8(id.toString()));
        }
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
        if (number > Integer.MAX_VALUE) {
            put(ascii(Long.toString(number)));
            return;
        }
        int rest = (int) number;
        int length = 1;
        for (int limit = 10; length < 10 && rest >= limit; limit *= 10) {
            length++;
        }
        for (int i = at + length - 1; i >= at; i--) {
            int tenth = rest / 10;
            scratch[i] = (byte) ('0' + rest - tenth * 10);
            rest = tenth;
        }
        at += length;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
