package io.sluice.filters.tenant.answer;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory the tables of all exchanges of a filter may take, until their clients have them. Thread-safe. */
public final class TableRoom {

    /** Bytes of tables. */
    static final int MAX_BYTES = 16 << 20;

    private final AtomicLong taken = new AtomicLong();

    /** Takes room for a table; false if there is none. */
    boolean take(long bytes) {
        long before = taken.get();
        while (before + bytes <= MAX_BYTES) {
            if (taken.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = taken.get();
        }
        return false;
    }

    /** Gives back what was taken, once. */
    public void release(long bytes) {
        taken.addAndGet(-bytes);
    }
}
