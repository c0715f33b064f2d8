package io.sluice.api.check;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * When somebody stops waiting. Immutable.
 *
 * @param nanos by {@link System#nanoTime}
 */
public record Deadline(long nanos) {

    /** In so much time from now. */
    public static Deadline after(Duration duration) {
        return new Deadline(System.nanoTime() + duration.toNanos());
    }

    /** Whether nothing is left. */
    public boolean isOver() {
        return nanos - System.nanoTime() <= 0;
    }

    /** What is left in milliseconds, 1 or more, since many take 0 for ever. */
    public int millis() {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, (nanos - System.nanoTime()) / 1_000_000));
    }

    /**
     * An outcome for one of those who share it: each stops waiting at a deadline of its own, and the outcome stays as it is.
     *
     * @param late what it is then
     */
    public <R> CompletableFuture<R> bound(CompletableFuture<R> outcome, R late) {
        return outcome.isDone()
                ? outcome
                : outcome.copy().completeOnTimeout(late, Math.max(1, nanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    /** This one, or one that comes earlier. */
    public Deadline atMost(Duration duration) {
        Deadline other = after(duration);
        return other.nanos - nanos < 0 ? other : this;
    }
}
