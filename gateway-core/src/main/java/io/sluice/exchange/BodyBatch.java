package io.sluice.exchange;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what a chain puts out: short pieces are copied together, long ones are handed on as slices. On one event loop; owns
 * what it has gathered until it is handed on.
 */
final class BodyBatch implements AutoCloseable {
    /** A body that is no longer than this is held until it has ended and sent with its length; a longer one is sent in chunks. */
    static final int MAX_HELD_BYTES = 64 * 1024;

    private static final int SLICE_FROM = 8 * 1024;
    private static final int BUFFER_BYTES = 32 * 1024;

    private final ByteBufAllocator allocator;
    private final Consumer<ByteBuf> next;
    private @Nullable ByteBuf gathered;

    /**
     * Makes a batch.
     *
     * @param next takes over each buffer, which is never empty
     */
    BodyBatch(ByteBufAllocator allocator, Consumer<ByteBuf> next) {
        this.allocator = allocator;
        this.next = next;
    }

    void relay(ByteBuf lent, int index, int length) {
        if (length >= SLICE_FROM && !lent.isReadOnly()) {
            handOn();
            next.accept(lent.retainedSlice(index, length));
        } else {
            room(length).writeBytes(lent, index, length);
        }
    }

    void write(byte[] bytes, int offset, int length) {
        room(length).writeBytes(bytes, offset, length);
    }

    private ByteBuf room(int length) {
        if (gathered != null && gathered.writableBytes() < length) {
            handOn();
        }
        if (gathered == null) {
            gathered = allocator.buffer(Math.max(length, BUFFER_BYTES));
        }
        return gathered;
    }

    /** Hands on the gathered bytes. */
    void handOn() {
        ByteBuf ready = gathered;
        if (ready != null) {
            gathered = null;
            if (ready.isReadable()) {
                next.accept(ready);
            } else {
                ready.release();
            }
        }
    }

    @Override
    public void close() {
        if (gathered != null) {
            gathered.release();
            gathered = null;
        }
    }
}
