package io.sluice.bench.compare.styles;

import java.time.Duration;

/** How far a comparison is, by the trials' expected lengths, and how long the rest may take at the pace so far. For one thread. */
final class Progress {
    private final double expected;
    private final int trials;
    private double done;
    private int count;

    /**
     * @param expected seconds of all trials together, as guessed before anything was measured
     * @param trials how many they are
     */
    Progress(double expected, int trials) {
        this.expected = expected;
        this.trials = trials;
    }

    /**
     * Notes that a trial has ended.
     *
     * @param guessed seconds that it was expected to take
     * @param sinceStart since the first trial began
     * @return {@code [3/20] what, about 5 min left}
     */
    String ended(String what, double guessed, Duration sinceStart) {
        count++;
        done += guessed;
        double left = sinceStart.toMillis() / 1e3 * (expected - done) / done;
        return "[%d/%d] %s; about %s left".formatted(count, trials, what, text(Math.max(0, left)));
    }

    private static String text(double seconds) {
        return seconds < 100 ? "%.0f s".formatted(seconds) : "%.0f min".formatted(seconds / 60);
    }
}
