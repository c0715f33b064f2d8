package io.sluice.queue;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether a queue takes writes, and how many are being kept: a write whose head came before a drain may end after it. Safe from any
 * thread.
 */
final class KeepGate {
    private final AtomicInteger within = new AtomicInteger();
    private volatile boolean open = true;

    boolean isOpen() {
        return open;
    }

    void open() {
        open = true;
    }

    void close() {
        open = false;
    }

    /** Whether the gate is closed and nobody is within. */
    boolean isQuiet() {
        return !open && within.get() == 0;
    }

    /** Goes in, if it is open; who is told so leaves once the write is kept or not. */
    boolean enter() {
        // Counted before the look: whoever closes the gate and then counts misses nobody.
        within.incrementAndGet();
        if (!open) {
            leave();
            return false;
        }
        return true;
    }

    void leave() {
        within.decrementAndGet();
    }
}
