package io.sluice.bench.compare;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Tells how far a study is, and how long the rest will take if it takes as long as what is done. For one thread. */
public final class StudyProgress {
    private final Consumer<String> lines;
    private final LongSupplier nanos;
    private final Duration planned;
    private final long began;
    private Duration done = Duration.ZERO;

    /**
     * Begins now.
     *
     * @param planned what all steps together take at least
     * @param lines takes a line after each step
     */
    public StudyProgress(Duration planned, Consumer<String> lines) {
        this(planned, lines, System::nanoTime);
    }

    StudyProgress(Duration planned, Consumer<String> lines, LongSupplier nanos) {
        this.planned = planned;
        this.lines = lines;
        this.nanos = nanos;
        this.began = nanos.getAsLong();
        lines.accept("this takes at least " + text(planned));
    }

    /** A step has ended. */
    public void step(Duration length, String what) {
        done = done.plus(length);
        double taken = nanos.getAsLong() - began;
        double share = Math.min(1, (double) done.toMillis() / Math.max(1, planned.toMillis()));
        Duration left = Duration.ofNanos((long) (taken / Math.max(share, 1e-3) * (1 - share)));
        lines.accept(String.format(Locale.ROOT, "%3.0f%%, about %s left: %s", share * 100, text(left), what));
    }

    private static String text(Duration duration) {
        long seconds = (duration.toMillis() + 999) / 1000;
        return seconds < 120 ? seconds + " s" : (seconds + 59) / 60 + " min";
    }
}
