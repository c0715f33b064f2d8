package io.sluice.exchange;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** The first part of a body, held until it is known whether it ends soon. Owns its buffers. On one event loop. */
final class HeldBody implements AutoCloseable {
    /** Above this a body is sent in chunks, below it with its length. */
    static final int MAX_BYTES = 64 * 1024;

    private List<ByteBuf> parts = List.of();
    private int bytes;

    /** Takes over a part. */
    void add(ByteBuf part) {
        if (parts.isEmpty()) {
            parts = new ArrayList<>(2);
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

    /** Hands over all parts; the caller releases them. */
    List<ByteBuf> take() {
        List<ByteBuf> all = parts;
        parts = List.of();
        bytes = 0;
        return all;
    }

    @Override
    public void close() {
        parts.forEach(ByteBuf::release);
        parts = List.of();
        bytes = 0;
    }
}
