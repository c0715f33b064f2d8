package io.sluice.filters.tenant;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory the names of documents that are to be copied may take, of all writes together. Thread-safe. */
final class CopyRoom {

    private static final long SHARE = 64;
    /** One write leaves room to others. */
    private static final long WRITES = 4;

    private final long bytes;
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong kept = new AtomicLong();

    CopyRoom(long bytes) {
        this.bytes = bytes;
    }

    /** A part of the heap that this JVM has. */
    static CopyRoom ofThisHeap() {
        return new CopyRoom(Runtime.getRuntime().maxMemory() / SHARE);
    }

    /** The most that one write may take. */
    long ofOneWrite() {
        return bytes / WRITES;
    }

    /** Takes room; false if there is not so much. */
    boolean take(long wanted) {
        if (taken.addAndGet(wanted) <= bytes) {
            return true;
        }
        giveBack(wanted);
        return false;
    }

    /** Notes that names which have room already keep it for long; false if they would leave too little to others. */
    boolean keep(long amount) {
        if (kept.addAndGet(amount) <= bytes / WRITES) {
            return true;
        }
        letGo(amount);
        return false;
    }

    void letGo(long amount) {
        kept.addAndGet(-amount);
    }

    void giveBack(long amount) {
        taken.addAndGet(-amount);
    }
}
