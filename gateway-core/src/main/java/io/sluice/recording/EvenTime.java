package io.sluice.recording;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Gives times of day to readings of {@link System#nanoTime}, so that what followed another thing does so in the times as well, whatever lies
 * between two looks at a clock, and though the machine's clock is set a little. Follows that clock where it is set by more. Thread-safe.
 */
final class EvenTime {
    /** More than clocks are corrected by, and than a thread is usually held up between two looks. */
    private static final Duration MOST_APART = Duration.ofSeconds(1);

    private final InstantSource clock;
    private volatile Pair last;

    /** The same moment on both clocks. */
    private record Pair(Instant time, long nanos) {
        private Instant of(long reading) {
            return time.plusNanos(reading - nanos);
        }

        private boolean isFarFrom(Pair other) {
            return Duration.between(of(other.nanos), other.time).abs().compareTo(MOST_APART) > 0;
        }
    }

    EvenTime(InstantSource clock) {
        this.clock = clock;
        this.last = now();
    }

    private Pair now() {
        return new Pair(clock.instant(), System.nanoTime());
    }

    /** The time of day of a reading of {@link System#nanoTime}, which was made now or little before. */
    Instant of(long reading) {
        Pair even = last;
        Pair now = now();
        if (even.isFarFrom(now)) {
            last = now;
            return now.of(reading);
        }
        return even.of(reading);
    }
}
