package io.sluice.admin;

import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import java.util.concurrent.TimeUnit;

/** Percentiles from a histogram's buckets, interpolated linearly within a bucket: exact to the bucket's width. */
final class Percentiles {
    private Percentiles() {}

    /** The value below which this share of all values lies, in milliseconds; at most the last bound. */
    static double millis(HistogramSnapshot snapshot, double share) {
        double wanted = snapshot.count() * share;
        double below = 0;
        double lowerBound = 0;
        for (CountAtBucket bucket : snapshot.histogramCounts()) {
            double upperBound = bucket.bucket(TimeUnit.MILLISECONDS);
            double inside = bucket.count() - below;
            if (bucket.count() >= wanted && inside > 0) {
                return lowerBound + (upperBound - lowerBound) * (wanted - below) / inside;
            }
            below = bucket.count();
            lowerBound = upperBound;
        }
        return lowerBound;
    }
}
