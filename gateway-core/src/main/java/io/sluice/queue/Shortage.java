package io.sluice.queue;

import io.sluice.api.queue.QueueFullException;
import io.sluice.api.queue.QueueStats;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Whether a queue lately refused writes as what it holds fills it, and not as its engine is slow or others fill the disk. Safe from any thread. */
final class Shortage {

    private static final long LATELY = TimeUnit.MINUTES.toNanos(1);

    /** Of the bound, in percent. */
    private static final int FULL = 75;

    private final LongSupplier clock;
    private final Supplier<QueueStats> stats;
    private volatile long refusedAt;

    /**
     * @param clock gives nanoseconds
     * @param stats of the engine
     */
    Shortage(LongSupplier clock, Supplier<QueueStats> stats) {
        this.clock = clock;
        this.stats = stats;
        this.refusedAt = clock.getAsLong() - LATELY;
    }

    /** A write was kept, or not: the engine's word, or null if it was. */
    void onAppended(@Nullable Throwable failure) {
        if (StageFailure.of(failure) instanceof QueueFullException && isFilled(stats.get())) {
            refusedAt = clock.getAsLong();
        }
    }

    private static boolean isFilled(QueueStats now) {
        return now.bytes() >= now.bound() / 100 * FULL;
    }

    /** Whether a write was refused in the last minute. */
    boolean isThere() {
        return clock.getAsLong() - refusedAt < LATELY;
    }
}
