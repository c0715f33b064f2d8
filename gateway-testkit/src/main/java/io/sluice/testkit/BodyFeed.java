package io.sluice.testkit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Arrays;
import java.util.function.Predicate;

/** Lends a body to a chain, chunk by chunk; each chunk is overwritten after its call, as if the gateway had reused its memory. */
final class BodyFeed {

    private static final int RUBBISH = 0xa5;

    private BodyFeed() {}

    /**
     * Feeds a body.
     *
     * @param write takes a chunk, lent; returns false once no further chunk is wanted
     */
    static void feed(byte[] body, Split split, ByteBufAllocator allocator, Predicate<ByteBuf> write) {
        int from = 0;
        boolean wanted = true;
        for (int length : split.lengths(body.length)) {
            if (!wanted) {
                return;
            }
            ByteBuf chunk = allocator.buffer(length).writeBytes(body, from, length);
            try {
                wanted = write.test(chunk);
                if (chunk.refCnt() != 1) {
                    throw new AssertionError("a lent chunk was retained or released");
                }
                chunk.setBytes(0, rubbish(length));
            } finally {
                chunk.release();
            }
            from += length;
        }
    }

    private static byte[] rubbish(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) RUBBISH);
        return bytes;
    }
}
