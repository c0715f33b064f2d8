package io.sluice.server;

import io.sluice.wire.HeldBytes;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds what all clients together make the gateway hold of requests that are not complete: parts of heads, of chunk lines and of
 * trailers, and requests that wait for the answer to the one before. Safe from any thread.
 */
final class UnfinishedRequests implements HeldBytes {
    private final long maxBytes;
    private final AtomicLong bytes = new AtomicLong();

    UnfinishedRequests(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public boolean hold(long more) {
        if (bytes.addAndGet(more) > maxBytes) {
            bytes.addAndGet(-more);
            return false;
        }
        return true;
    }

    @Override
    public void release(long less) {
        bytes.addAndGet(-less);
    }

    long bytes() {
        return bytes.get();
    }
}
