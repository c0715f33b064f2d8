package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Copies short parts at the end of a row of parts together: a peer that sends a byte at a time would have an object of 160 bytes kept for
 * each, and the memory that it came in. The row owns the blocks. For one thread at a time.
 */
final class ShortTail {
    private static final int LONG = 1024;
    private static final int FIRST_BLOCK = 256;
    private static final int LARGEST_BLOCK = 16 * 1024;

    /** The last part of the row, if it is a block, behind whose bytes others may be written. */
    private @Nullable ByteBuf block;

    static boolean isShort(ByteBuf part) {
        return part.readableBytes() < LONG;
    }

    /** Whether a part has less than half of the memory that it would keep. */
    static boolean isSmallPart(ByteBuf part) {
        return part.readableBytes() < KeptBytes.memoryOf(part) / 2;
    }

    /** Copies the readable bytes of a part, which stays the caller's; returns the block that is to be the row's next part, null if there is none. */
    @Nullable ByteBuf copy(ByteBuf lent) {
        int length = lent.readableBytes();
        ByteBuf last = block;
        ByteBuf next = null;
        if (last == null || last.writableBytes() < length) {
            int size = Math.max(length, last == null ? FIRST_BLOCK : Math.min(2 * last.capacity(), LARGEST_BLOCK));
            next = lent.alloc().buffer(size, size);
            last = next;
            block = next;
        }
        last.writeBytes(lent, lent.readerIndex(), length);
        return next;
    }

    /** The row ends with a part that is no block, or is empty. */
    void end() {
        block = null;
    }
}
