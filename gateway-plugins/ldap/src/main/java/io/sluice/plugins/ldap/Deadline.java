package io.sluice.plugins.ldap;

import java.time.Duration;

/**
 * When somebody stops waiting. Immutable.
 *
 * @param nanos by {@link System#nanoTime}
 */
record Deadline(long nanos) {

    static Deadline after(Duration duration) {
        return new Deadline(System.nanoTime() + duration.toNanos());
    }

    boolean isOver() {
        return nanos - System.nanoTime() <= 0;
    }

    /** What is left in milliseconds, 1 or more: 0 would be for ever. */
    int millis() {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, (nanos - System.nanoTime()) / 1_000_000));
    }

    /** This one, or one that comes earlier. */
    Deadline atMost(Duration duration) {
        Deadline other = after(duration);
        return other.nanos - nanos < 0 ? other : this;
    }
}
