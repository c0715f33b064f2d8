package io.sluice.exchange;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/**
 * What has been sent upstream of a request's body, kept as slices for another try, up to a limit. Owns its slices. On one event
 * loop.
 */
final class ReplayCopy implements AutoCloseable {
    private final long maxBytes;
    private final List<ByteBuf> parts = new ArrayList<>(1);
    private long bytes;
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
        bytes += sent.readableBytes();
        if (bytes > maxBytes) {
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
        return bytes;
    }

    /** The parts once more, each retained for the caller. */
    List<ByteBuf> parts() {
        return parts.stream().map(ByteBuf::retainedDuplicate).toList();
    }

    @Override
    public void close() {
        parts.forEach(ByteBuf::release);
        parts.clear();
    }
}
