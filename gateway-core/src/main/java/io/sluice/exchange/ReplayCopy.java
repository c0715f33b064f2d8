package io.sluice.exchange;

import io.netty.buffer.ByteBuf;
import io.sluice.wire.ByteQueue;
import java.util.List;

/**
 * What has been sent upstream of a request's body, kept as slices for another try, up to a limit. Owns its slices. On one event
 * loop.
 */
final class ReplayCopy implements AutoCloseable {
    private final long maxBytes;
    private final ByteQueue parts = new ByteQueue();
    /** Whether the body outgrew the limit, so that there is no copy. */
    private boolean lost;

    ReplayCopy(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Keeps a slice of the buffer, which stays the caller's. */
    void add(ByteBuf sent) {
        if (lost || !sent.isReadable()) {
            return;
        }
        if (parts.bytes() + sent.readableBytes() > maxBytes) {
            lost = true;
            close();
        } else {
            parts.add(sent.retainedDuplicate());
        }
    }

    /** Whether all that was sent is here. */
    boolean complete() {
        return !lost;
    }

    long bytes() {
        return parts.bytes();
    }

    /** The parts once more, each retained for the caller. */
    List<ByteBuf> parts() {
        return parts.copies();
    }

    @Override
    public void close() {
        parts.close();
    }
}
