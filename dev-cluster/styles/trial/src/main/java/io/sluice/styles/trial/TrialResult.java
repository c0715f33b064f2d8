package io.sluice.styles.trial;

import org.HdrHistogram.Histogram;

/**
 * What the measured part of a trial showed.
 *
 * @param operations documents stored, or searches answered
 * @param latency of requests, in nanoseconds; of searches from when they were due
 */
record TrialResult(long operations, Usage usage, Histogram latency) {
    private static final long LONGEST_NANOS = 3_600_000_000_000L;

    static Histogram histogram() {
        return new Histogram(LONGEST_NANOS, 3);
    }

    static void record(Histogram latency, long nanos) {
        latency.recordValue(Math.min(LONGEST_NANOS, Math.max(0, nanos)));
    }
}
