package io.sluice.queue;

import io.sluice.api.queue.QueueFullException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Whether a queue lately refused writes as its engine had no room. Safe from any thread. */
final class Shortage {

    private static final long LATELY = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier clock;
    private volatile long refusedAt;

    /** @param clock gives nanoseconds */
    Shortage(LongSupplier clock) {
        this.clock = clock;
        this.refusedAt = clock.getAsLong() - LATELY;
    }

    /** A write was kept, or not: the engine's word, or null if it was. */
    void onAppended(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        if (cause instanceof QueueFullException) {
            refusedAt = clock.getAsLong();
        }
    }

    /** Whether a write was refused in the last minute. */
    boolean isThere() {
        return clock.getAsLong() - refusedAt < LATELY;
    }
}
