package io.sluice.plugins.ratelimit;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How empty buckets were that had to leave the memory. Names share a fixed number of cells; a cell knows when the emptiest of its
 * buckets is full again. So a bucket that comes back has no more tokens than if it had stayed, however many others pushed it out,
 * and it may have less if it shares the cell with an emptier one. Safe from any thread.
 */
final class EmptiedBuckets {

    private static final int CELLS = 1 << 14;

    private final AtomicLongArray fullAt = new AtomicLongArray(CELLS);
    // Nobody outside can tell which names share a cell.
    private final long secret = ThreadLocalRandom.current().nextLong() | 1;

    /** A bucket of that name left; it would be full again at that time. */
    void note(String name, long time) {
        fullAt.accumulateAndGet(cell(name), time, Math::max);
    }

    /** When a bucket of that name is full again, at the latest. */
    long fullAt(String name) {
        return fullAt.get(cell(name));
    }

    private int cell(String name) {
        long hash = secret;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * secret;
            hash ^= hash >>> 29;
        }
        return (int) (hash >>> 40) & CELLS - 1;
    }
}
