package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes that are kept beside their way, in order. Long parts are kept as slices, short ones are copied together, as a slice
 * keeps all the memory that its part came in. Owns what it keeps. For one thread at a time.
 */
public final class KeptBytes implements AutoCloseable {
    private final List<ByteBuf> parts = new ArrayList<>(1);
    private final ShortTail tail = new ShortTail();
    private long bytes;

    /** How much memory a part keeps, in bytes: that of the buffer which it is a slice of. */
    public static int memoryOf(ByteBuf part) {
        ByteBuf memory = part;
        for (ByteBuf around = part.unwrap(); around != null; around = around.unwrap()) {
            memory = around;
        }
        return memory.capacity();
    }

    /** Keeps the readable bytes of a part, which stays the caller's as it is. */
    public void add(ByteBuf lent) {
        int length = lent.readableBytes();
        if (length == 0) {
            // Who joins parts may release those that have nothing to read.
            return;
        }
        bytes += length;
        // Most bodies have one part, which needs no copy if it fills its memory.
        if (parts.isEmpty() ? !ShortTail.isSmallPart(lent) : !ShortTail.isShort(lent)) {
            parts.add(lent.retainedSlice());
            tail.end();
            return;
        }
        ByteBuf block = tail.copy(lent);
        if (block != null) {
            parts.add(block);
        }
    }

    /** How many bytes are kept. */
    public long bytes() {
        return bytes;
    }

    /** What is kept, in order, lent until something is added or the end; indices must stay as they are. */
    public List<ByteBuf> parts() {
        return List.copyOf(parts);
    }

    /** What is kept, in order, each part retained for the caller. */
    public List<ByteBuf> copies() {
        return parts.stream().map(ByteBuf::retainedDuplicate).toList();
    }

    /** Keeps nothing any longer; idempotent. */
    @Override
    public void close() {
        parts.forEach(ByteBuf::release);
        parts.clear();
        tail.end();
        bytes = 0;
    }
}
