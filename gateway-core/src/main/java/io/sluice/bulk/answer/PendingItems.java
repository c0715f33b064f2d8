package io.sluice.bulk.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of an answer with items that were not taken yet, unchanged, and the ends of those items. Offsets count from
 * the answer's first byte. On the exchange's event loop.
 */
final class PendingItems {

    private static final int ENDS = 1 << 8;

    private final ArrayDeque<ByteBuf> chunks = new ArrayDeque<>();
    /** The low halves of the offsets behind complete items: never are 4 GiB pending. */
    private @Nullable ByteBuf ends;
    /** The offset of the first byte that is held. */
    private long taken;

    private long held;
    private boolean complete;
    /** The part of the current item that has been gathered. */
    private byte[] scratch = {};

    private int filled;

    /** Looks at an item. */
    public interface Visitor {

        /** The array is valid during the call only. */
        void onItem(int number, byte[] bytes, int from, int to);
    }

    /** Takes the next chunk, whose readable bytes begin at the offset. It is given away. */
    void add(ByteBuf given, long offset) {
        if (chunks.isEmpty()) {
            taken = offset;
        }
        chunks.add(given);
        held += given.readableBytes();
    }

    /** Items end where a scanner found it, counted from the base; the allocator lends room to remember it. */
    void ends(ItemScanner scanner, long base, ByteBufAllocator allocator) {
        ByteBuf target = ends;
        int count = scanner.found();
        if (target == null) {
            target = allocator.directBuffer(ENDS * Integer.BYTES);
            ends = target;
        } else if (target.writableBytes() < count * Integer.BYTES) {
            target.discardSomeReadBytes();
        }
        target.ensureWritable(count * Integer.BYTES);
        for (int i = 0; i < count; i++) {
            target.writeInt((int) (base + scanner.end(i)));
        }
    }

    /** No item follows. */
    void complete() {
        complete = true;
        if (count() == 0) {
            release();
        }
    }

    int count() {
        return ends == null ? 0 : ends.readableBytes() / Integer.BYTES;
    }

    long held() {
        return held;
    }

    /** Takes that many items, and writes them unless {@code out} is null. */
    void take(int count, @Nullable ByteBuf out) {
        ByteBuf from = ends;
        if (from == null || count < 1 || count > count()) {
            throw new IllegalArgumentException(count + " of " + count() + " items");
        }
        int end = from.getInt(from.readerIndex() + (count - 1) * Integer.BYTES);
        from.skipBytes(count * Integer.BYTES);
        skipSeparator();
        move(end - (int) taken, out);
        if (!from.isReadable()) {
            from.clear();
            if (complete) {
                release();
            }
        }
    }

    private void skipSeparator() {
        while (true) {
            ByteBuf first = chunks.getFirst();
            if (first.getByte(first.readerIndex()) == '{') {
                return;
            }
            move(1, null);
        }
    }

    private void move(int length, @Nullable ByteBuf out) {
        int left = length;
        while (left > 0) {
            ByteBuf first = chunks.getFirst();
            int part = Math.min(left, first.readableBytes());
            if (out == null) {
                first.skipBytes(part);
            } else {
                out.writeBytes(first, part);
            }
            if (!first.isReadable()) {
                chunks.removeFirst().release();
            }
            left -= part;
        }
        taken += length;
        held -= length;
    }

    /** Shows the complete items that were not taken yet, without taking them. */
    void visit(Visitor visitor) {
        ByteBuf from = ends;
        int chunkFrom = 0;
        int at = 0;
        int number = 0;
        int count = count();
        for (ByteBuf chunk : chunks) {
            int chunkTo = chunkFrom + chunk.readableBytes();
            while (from != null && number < count) {
                int end = from.getInt(from.readerIndex() + number * Integer.BYTES) - (int) taken;
                int part = Math.min(end, chunkTo);
                append(chunk, chunk.readerIndex() + at - chunkFrom, part - at);
                at = part;
                if (end > chunkTo) {
                    break;
                }
                show(number++, visitor);
            }
            chunkFrom = chunkTo;
        }
    }

    private void append(ByteBuf chunk, int index, int length) {
        if (filled + length > scratch.length) {
            scratch = Arrays.copyOf(scratch, Math.max(1 << 10, (filled + length) * 2));
        }
        chunk.getBytes(index, scratch, filled, length);
        filled += length;
    }

    private void show(int number, Visitor visitor) {
        int from = 0;
        while (scratch[from] != '{') {
            from++;
        }
        int to = filled;
        filled = 0;
        visitor.onItem(number, scratch, from, to);
    }

    /** Releases everything. */
    void release() {
        while (!chunks.isEmpty()) {
            chunks.removeFirst().release();
        }
        if (ends != null) {
            ends.release();
            ends = null;
        }
        held = 0;
    }
}
