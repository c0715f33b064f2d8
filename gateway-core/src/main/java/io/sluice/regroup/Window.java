package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** What has come of a bulk before it is known where it goes. Owns its parts. On the bulk's event loop. */
final class Window implements AutoCloseable {
    private final ArrayDeque<ByteBuf> parts = new ArrayDeque<>(4);
    private long bytes;

    /** Takes over a part. */
    void add(ByteBuf part) {
        bytes += part.readableBytes();
        parts.add(part);
    }

    /** Takes back what was handed over and comes before all that there is. */
    void addFirst(ByteBuf part) {
        parts.addFirst(part);
    }

    long bytes() {
        return bytes;
    }

    /** The parts, lent. */
    Iterable<ByteBuf> parts() {
        return parts;
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Hands over the first part; null if there is none. */
    @Nullable ByteBuf poll() {
        return parts.poll();
    }

    @Override
    public void close() {
        parts.forEach(ByteBuf::release);
        parts.clear();
    }
}
