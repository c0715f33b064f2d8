package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies short parts of a body together, so that a body in chunks of one byte does not become thousands of buffers. Owns what it has
 * not passed on. On one event loop.
 */
final class ShortParts {
    private static final int SHORT = 1024;
    private static final int BUFFER_BYTES = 8 * 1024;

    private final ByteBufAllocator allocator;
    private final List<Object> out;
    private @Nullable HttpContent pending;

    ShortParts(ByteBufAllocator allocator, List<Object> out) {
        this.allocator = allocator;
        this.out = out;
    }

    /** Reads a part of the given length, in bytes. */
    void add(ByteBuf in, int length) {
        HttpContent before = pending;
        if (length >= SHORT) {
            flush();
            out.add(new DefaultHttpContent(in.readRetainedSlice(length)));
        } else if (before != null && hasRoom(before, length)) {
            before.content().writeBytes(in, length);
        } else if (before == null || before.content().readableBytes() >= SHORT) {
            flush();
            pending = new DefaultHttpContent(in.readRetainedSlice(length));
        } else {
            ByteBuf together = allocator.buffer(BUFFER_BYTES, BUFFER_BYTES);
            together.writeBytes(before.content()).writeBytes(in, length);
            before.release();
            pending = new DefaultHttpContent(together);
        }
    }

    // Buffers of that capacity are those that parts are copied into.
    private static boolean hasRoom(HttpContent part, int length) {
        return part.content().writableBytes() >= length && part.content().maxCapacity() == BUFFER_BYTES;
    }

    /** Passes on the remaining bytes. */
    void flush() {
        if (pending != null) {
            out.add(pending);
            pending = null;
        }
    }
}
