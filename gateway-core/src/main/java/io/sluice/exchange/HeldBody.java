package io.sluice.exchange;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The first part of a body, held until it is known whether it ends soon. Owns its buffers. On one event loop. */
final class HeldBody implements AutoCloseable {
    /** Above this a body is sent in chunks, below it with its length. */
    static final int MAX_BYTES = 64 * 1024;

    private @Nullable ArrayDeque<ByteBuf> parts;
    private int bytes;

    /** Takes over a part. */
    void add(ByteBuf part) {
        if (parts == null) {
            parts = new ArrayDeque<>(2);
        }
        parts.add(part);
        bytes += part.readableBytes();
    }

    int bytes() {
        return bytes;
    }

    boolean full() {
        return bytes > MAX_BYTES;
    }

    /** Hands over the first part, so that what follows stays here should the caller fail with it; null if there is none. */
    @Nullable ByteBuf poll() {
        ByteBuf first = parts == null ? null : parts.poll();
        bytes -= first == null ? 0 : first.readableBytes();
        return first;
    }

    @Override
    public void close() {
        for (ByteBuf part = poll(); part != null; part = poll()) {
            part.release();
        }
    }
}
