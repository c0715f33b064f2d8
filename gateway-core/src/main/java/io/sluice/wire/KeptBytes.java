package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes that are kept beside their way, in order. Long parts are kept as slices, short ones are copied together: a client that sends a byte
 * at a time would have an object of 160 bytes kept for each. Owns what it keeps. For one thread at a time.
 */
public final class KeptBytes implements AutoCloseable {
    private static final int LONG = 1024;
    private static final int FIRST_BLOCK = 256;
    private static final int LARGEST_BLOCK = 16 * 1024;

    private final List<ByteBuf> parts = new ArrayList<>(1);
    /** Whether the last part is a block of our own, behind whose bytes others may be written. */
    private boolean open;

    private long bytes;

    /** Keeps the readable bytes of a part, which stays the caller's as it is. */
    public void add(ByteBuf lent) {
        int length = lent.readableBytes();
        if (length == 0) {
            // Who joins parts may release those that have nothing to read.
            return;
        }
        bytes += length;
        // Most bodies have one part, which needs no copy.
        if (length >= LONG || parts.isEmpty()) {
            parts.add(lent.retainedSlice());
            open = false;
        } else {
            block(lent, length).writeBytes(lent, lent.readerIndex(), length);
        }
    }

    private ByteBuf block(ByteBuf lent, int length) {
        ByteBuf last = parts.getLast();
        if (open && last.writableBytes() >= length) {
            return last;
        }
        int size = open ? Math.min(2 * last.capacity(), LARGEST_BLOCK) : FIRST_BLOCK;
        ByteBuf block = lent.alloc().buffer(Math.max(size, length), Math.max(size, length));
        parts.add(block);
        open = true;
        return block;
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
        open = false;
        bytes = 0;
    }
}
