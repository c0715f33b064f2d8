package io.sluice.plugins.ratelimit;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * How empty buckets were that had to leave the memory. Names share a fixed number of cells; a cell knows when the emptiest of its
 * buckets is full again. So a bucket that comes back has no more tokens than if it had stayed, however many others pushed it out,
 * and it may have less if it shares the cell with an emptier one. A debt is that of its own bucket only: for others such a bucket is an empty
 * one, and of several debts in a cell the longest is kept. Safe from any thread.
 */
final class EmptiedBuckets {

    private static final int CELLS = 1 << 14;

    private final AtomicReferenceArray<@Nullable Cell> cells = new AtomicReferenceArray<>(CELLS);
    // Nobody outside can tell which names share a cell.
    private final long secret = ThreadLocalRandom.current().nextLong() | 1;

    /**
     * What is known of the buckets of some names.
     *
     * @param fullAt when all of them are full again, debts taken for empty buckets
     * @param debtor the hash of the name of the one that is full at last
     * @param paidAt when that one is full again
     */
    private record Cell(long fullAt, long debtor, long paidAt) {
        Cell with(long time, long hash, long fullFrom) {
            long full = Math.max(fullAt, Math.min(time, fullFrom));
            return time > paidAt ? new Cell(full, hash, time) : new Cell(full, debtor, paidAt);
        }
    }

    /**
     * A bucket of that name left; it would be full again at that time.
     *
     * @param fullFrom when an empty bucket would be
     */
    void note(String name, long time, long fullFrom) {
        long hash = hash(name);
        cells.accumulateAndGet(
                cell(hash),
                new Cell(Math.min(time, fullFrom), hash, time),
                (known, noted) -> known == null ? noted : known.with(time, hash, fullFrom));
    }

    /** When a bucket of that name is full again, at the latest; 0 if none left. */
    long fullAt(String name) {
        long hash = hash(name);
        Cell cell = cells.get(cell(hash));
        if (cell == null) {
            return 0;
        }
        return cell.debtor == hash ? Math.max(cell.paidAt, cell.fullAt) : cell.fullAt;
    }

    /** Forgets the debt of a bucket of that name, which somebody pays: it was only empty. */
    void forgetDebt(String name) {
        long hash = hash(name);
        cells.updateAndGet(
                cell(hash),
                known -> known == null || known.debtor != hash ? known : new Cell(known.fullAt, hash, known.fullAt));
    }

    private long hash(String name) {
        long hash = secret;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * secret;
            hash ^= hash >>> 29;
        }
        return hash;
    }

    private static int cell(long hash) {
        return (int) (hash >>> 40) & CELLS - 1;
    }
}
