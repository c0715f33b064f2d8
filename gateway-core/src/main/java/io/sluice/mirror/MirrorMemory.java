package io.sluice.mirror;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes that copies and answers hold, over all event loops. Safe from any thread. */
final class MirrorMemory {
    private final AtomicLong bytes = new AtomicLong();
    private final long most;

    MirrorMemory(long most) {
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

    long bytes() {
        return bytes.get();
    }
}
