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

    /** Takes over a part. */
    void add(HttpContent part) {
        int length = part.content().readableBytes();
        HttpContent before = pending;
        if (length >= SHORT) {
            flush();
            out.add(part);
        } else if (before == null) {
            pending = part;
        } else if (before.content().writableBytes() >= length
                && before.content().maxCapacity() == BUFFER_BYTES) {
            before.content().writeBytes(part.content());
            part.release();
        } else if (before.content().readableBytes() < SHORT) {
            ByteBuf together = allocator.buffer(BUFFER_BYTES, BUFFER_BYTES);
            together.writeBytes(before.content()).writeBytes(part.content());
            before.release();
            part.release();
            pending = new DefaultHttpContent(together);
        } else {
            flush();
            pending = part;
        }
    }

    /** Passes on what is left. */
    void flush() {
        if (pending != null) {
            out.add(pending);
            pending = null;
        }
    }
}
