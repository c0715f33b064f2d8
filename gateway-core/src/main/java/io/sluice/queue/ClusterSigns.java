package io.sluice.queue;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Tells whether it is the cluster or an item that makes attempts break off, by what the cluster did meanwhile. Safe from any thread. */
final class ClusterSigns {
    private final LongSupplier recoveries;
    private final AtomicLong finished = new AtomicLong();
    private final AtomicLong breaks = new AtomicLong();

    /** @param recoveries how often a node of the cluster has answered after it had failed */
    ClusterSigns(LongSupplier recoveries) {
        this.recoveries = recoveries;
    }

    /** What had been seen at one moment. */
    record Seen(long finished, long breaks, long recoveries) {}

    /** What the cluster showed between two breaks at the same items. */
    enum Sign {
        /** It finished other items of the queue. */
        WORKS,
        /** It answered something again, and broke off at nothing else of the queue. */
        ANSWERS,
        /** It broke off at other items, and finished none. */
        BREAKS_OFF,
        /** Nothing. */
        NONE
    }

    /** The cluster finished items. */
    void finished() {
        finished.incrementAndGet();
    }

    /** An attempt broke off: what has been seen up to then, that break included. */
    Seen brokenOff() {
        return new Seen(finished.get(), breaks.incrementAndGet(), recoveries.getAsLong());
    }

    /**
     * What the cluster showed between two breaks at the same items.
     *
     * @param before the earlier one; null if there was none
     */
    static Sign between(@Nullable Seen before, Seen now) {
        if (before == null) {
            return Sign.NONE;
        }
        if (now.finished() > before.finished()) {
            return Sign.WORKS;
        }
        if (now.breaks() > before.breaks() + 1) {
            return Sign.BREAKS_OFF;
        }
        return now.recoveries() > before.recoveries() ? Sign.ANSWERS : Sign.NONE;
    }
}
