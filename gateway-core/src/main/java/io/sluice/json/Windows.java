package io.sluice.json;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayDeque;

/**
 * Presents a chunk as windows over arrays: heap memory directly, other memory copied piece by piece into a scratch array, which costs
 * less than reading it byte by byte through a buffer. A thread has one scratch array for each stage whose call is on the stack.
 */
public final class Windows {

    private static final int SIZE = 16 << 10;

    private static final FastThreadLocal<ArrayDeque<byte[]>> SCRATCH = new FastThreadLocal<>() {
        @Override
        protected ArrayDeque<byte[]> initialValue() {
            return new ArrayDeque<>();
        }
    };

    private Windows() {}

    /** Reads one window. */
    public interface Visitor {

        /**
         * Reads the bytes [from, to), which must not be changed.
         *
         * @param offset the position of the first byte in the body
         * @return false to get no more of the chunk
         */
        boolean onWindow(byte[] bytes, int from, int to, long offset);
    }

    /** Presents the readable bytes of a chunk; the first one is at the offset in the body. */
    public static void visit(ByteBuf chunk, long offset, Visitor visitor) {
        if (chunk.hasArray()) {
            int from = chunk.arrayOffset() + chunk.readerIndex();
            visitor.onWindow(chunk.array(), from, from + chunk.readableBytes(), offset);
            return;
        }
        ArrayDeque<byte[]> free = SCRATCH.get();
        byte[] scratch = free.isEmpty() ? new byte[SIZE] : free.pop();
        try {
            int end = chunk.writerIndex();
            boolean more = true;
            for (int i = chunk.readerIndex(); i < end && more; ) {
                int length = Math.min(SIZE, end - i);
                chunk.getBytes(i, scratch, 0, length);
                more = visitor.onWindow(scratch, 0, length, offset + i - chunk.readerIndex());
                i += length;
            }
        } finally {
            free.push(scratch);
        }
    }
}
