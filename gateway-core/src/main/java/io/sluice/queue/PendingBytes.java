package io.sluice.queue;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes that are held of requests which wait to be kept, over all event loops. Safe from any thread. */
final class PendingBytes {
    private final AtomicLong bytes = new AtomicLong();

    /** Adds some, or takes some back if the number is negative; returns how many there are then. */
    long add(long more) {
        return bytes.addAndGet(more);
    }

    long bytes() {
        return bytes.get();
    }
}
