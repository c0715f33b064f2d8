package io.sluice.styles.trial;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Searches at a target throughput, in an open loop on one thread: each search is due at its time, whether those before it are answered or
 * not, and its latency runs from that time. A trial ends early when it has taken three times the time it was to take.
 *
 * @param rate searches a second; 0 for one directly after another
 * @param warmup searches that are not counted
 * @param iterations searches that are
 */
record SearchTrial(String index, double rate, int warmup, int iterations) {
    private static final int PATIENCE = 3;
    private static final long UNHURRIED_NANOS = TimeUnit.MINUTES.toNanos(2);

    TrialResult run(ClientStyle style, Corpus corpus, Start onMeasured) throws Exception {
        return run(style, corpus, onMeasured, new Clock(System::nanoTime, SearchTrial::await));
    }

    /** Time as the trial sees it. */
    record Clock(LongSupplier nanos, Waiting waiting) {}

    /** Waits until a time of the clock. */
    @FunctionalInterface
    interface Waiting {
        void until(long nanos);
    }

    TrialResult run(ClientStyle style, Corpus corpus, Start onMeasured, Clock clock) throws Exception {
        search(style, corpus, clock, new Part(0, warmup));
        onMeasured.measuring();
        Usage before = Usage.now();
        Histogram latency = search(style, corpus, clock, new Part(warmup, iterations));
        return new TrialResult(latency.getTotalCount(), Usage.now().since(before), latency);
    }

    private record Part(int first, int count) {}

    private Histogram search(ClientStyle style, Corpus corpus, Clock clock, Part part) throws Exception {
        Histogram latency = TrialResult.histogram();
        double interval = rate > 0 ? TimeUnit.SECONDS.toNanos(1) / rate : 0;
        long begin = clock.nanos().getAsLong();
        long end = begin + (rate > 0 ? (long) (PATIENCE * interval * part.count()) : UNHURRIED_NANOS);
        for (int i = 0; i < part.count() && clock.nanos().getAsLong() - end < 0; i++) {
            long due = rate > 0 ? begin + (long) (i * interval) : clock.nanos().getAsLong();
            clock.waiting().until(due);
            style.search(index, corpus.phrase(part.first() + i));
            TrialResult.record(latency, clock.nanos().getAsLong() - due);
        }
        return latency;
    }

    private static void await(long due) {
        long left = due - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = due - System.nanoTime();
        }
    }
}
