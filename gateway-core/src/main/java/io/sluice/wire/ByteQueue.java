package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Buffers, first in, first out, and the number of bytes in them. Short ones behind others are copied together. Owns the buffers until it
 * hands them over or is closed; can be used again after that. On one event loop.
 */
public final class ByteQueue implements AutoCloseable {
    // Most bodies have one part, which needs no collection.
    private @Nullable ByteBuf first;
    private @Nullable ArrayDeque<ByteBuf> rest;
    private @Nullable ShortTail tail;
    private long bytes;

    /** Takes over a part. */
    public void add(ByteBuf part) {
        if (first == null) {
            first = part;
        } else if (ShortTail.isShort(part)) {
            addShort(part);
            return;
        } else {
            rest().add(part);
            endTail();
        }
        bytes += part.readableBytes();
    }

    private void addShort(ByteBuf part) {
        try {
            ByteBuf block = part.isReadable() ? tail().copy(part) : null;
            if (block != null) {
                rest().add(block);
            }
            bytes += part.readableBytes();
        } finally {
            part.release();
        }
    }

    /** Takes back a part that was handed over: it comes before all others. */
    public void addFirst(ByteBuf part) {
        bytes += part.readableBytes();
        if (first != null) {
            rest().addFirst(first);
        }
        first = part;
    }

    private ArrayDeque<ByteBuf> rest() {
        if (rest == null) {
            rest = new ArrayDeque<>(4);
        }
        return rest;
    }

    private ShortTail tail() {
        if (tail == null) {
            tail = new ShortTail();
        }
        return tail;
    }

    private void endTail() {
        if (tail != null) {
            tail.end();
        }
    }

    /** Hands over the first part; null if there is none. What follows stays here should the caller fail with it. */
    public @Nullable ByteBuf poll() {
        ByteBuf part = first;
        if (part != null) {
            bytes -= part.readableBytes();
            first = rest == null ? null : rest.poll();
            if (first == null) {
                endTail();
            }
        }
        return part;
    }

    /** Readable bytes of all parts. */
    public long bytes() {
        return bytes;
    }

    public boolean isEmpty() {
        return first == null;
    }

    /** The parts as they are now, in order, lent until the queue changes; their indices must stay as they are. */
    public List<ByteBuf> parts() {
        if (first == null) {
            return List.of();
        }
        List<ByteBuf> parts = new ArrayList<>(1 + (rest == null ? 0 : rest.size()));
        parts.add(first);
        if (rest != null) {
            parts.addAll(rest);
        }
        return parts;
    }

    /** Releases all parts. */
    @Override
    public void close() {
        for (ByteBuf part = poll(); part != null; part = poll()) {
            part.release();
        }
    }
}
