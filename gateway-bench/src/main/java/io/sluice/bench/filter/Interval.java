package io.sluice.bench.filter;

import org.openjdk.jmh.results.Result;

/** A mean with its 95% confidence interval; the bounds are NaN where there were fewer than three values. */
public record Interval(double mean, double low, double high) {
    private static final double CONFIDENCE = 0.95;

    static Interval of(Result<?> result) {
        double[] bounds = result.getStatistics().getConfidenceIntervalAt(CONFIDENCE);
        return new Interval(result.getScore(), bounds[0], bounds[1]);
    }
}
