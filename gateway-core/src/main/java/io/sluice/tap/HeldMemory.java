package io.sluice.tap;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes that {@link HeldBody bodies} hold, over all event loops. Safe from any thread. */
public final class HeldMemory {
    private final AtomicLong bytes = new AtomicLong();
    private final long most;

    /** @param most bytes at a time */
    public HeldMemory(long most) {
        this.most = most;
    }

    /** Takes some; false, and nothing is taken, if there is no room. */
    boolean take(long more) {
        if (bytes.addAndGet(more) > most) {
            bytes.addAndGet(-more);
            return false;
        }
        return true;
    }

    void giveBack(long less) {
        bytes.addAndGet(-less);
    }

    /** How many are held now. */
    public long bytes() {
        return bytes.get();
    }
}
