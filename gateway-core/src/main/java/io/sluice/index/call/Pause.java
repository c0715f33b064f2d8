package io.sluice.index.call;

import io.sluice.failure.Pauses;
import java.time.Duration;

/** The growing pauses of something that is tried again, within a bound of time. For one thread. */
public final class Pause {
    private static final long FIRST_NANOS = Duration.ofMillis(100).toNanos();
    private static final long MOST_NANOS = Duration.ofSeconds(10).toNanos();

    private final long patienceNanos;
    private long begun;
    private int failures;

    /** @param patience from the first failure on; then {@link #sleep} gives up */
    public Pause(Duration patience) {
        this.patienceNanos = patience.toNanos();
    }

    /** Something was achieved: the patience and the pauses begin anew. */
    public void reset() {
        failures = 0;
    }

    /**
     * Waits between half of the pause and all of it; each pause is twice as long as the one before.
     *
     * @return false if the patience has ended, and nothing was waited
     */
    public boolean sleep() throws InterruptedException {
        long now = System.nanoTime();
        if (failures == 0) {
            begun = now;
        }
        long left = patienceNanos - (now - begun);
        if (left <= 0) {
            return false;
        }
        long drawn = Pauses.draw(FIRST_NANOS, MOST_NANOS, failures++);
        Thread.sleep(Duration.ofNanos(Math.min(left, drawn)));
        return true;
    }
}
