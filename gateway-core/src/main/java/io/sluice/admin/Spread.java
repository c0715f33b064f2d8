package io.sluice.admin;

import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import java.util.concurrent.TimeUnit;

/** How the values of a histogram are spread. Immutable. */
final class Spread {
    static final Spread NONE = new Spread(new double[0], new double[0], 0);

    private final double[] bounds;
    private final double[] below;
    private final double count;

    /**
     * Keeps the arrays.
     *
     * @param bounds of the buckets, in milliseconds
     * @param below how many values are at most the bound
     * @param count of all values
     */
    Spread(double[] bounds, double[] below, double count) {
        this.bounds = bounds;
        this.below = below;
        this.count = count;
    }

    static Spread of(HistogramSnapshot snapshot) {
        CountAtBucket[] buckets = snapshot.histogramCounts();
        double[] bounds = new double[buckets.length];
        double[] below = new double[buckets.length];
        for (int i = 0; i < buckets.length; i++) {
            bounds[i] = buckets[i].bucket(TimeUnit.MILLISECONDS);
            below[i] = buckets[i].count();
        }
        return new Spread(bounds, below, (double) snapshot.count());
    }

    double count() {
        return count;
    }

    Spread plus(Spread other) {
        return combined(other, 1);
    }

    /** The values that are here and were not there. */
    Spread minus(Spread earlier) {
        return combined(earlier, -1);
    }

    private Spread combined(Spread other, int sign) {
        if (other.bounds.length == 0) {
            return this;
        }
        if (bounds.length == 0) {
            return sign > 0 ? other : this;
        }
        double[] sums = new double[bounds.length];
        for (int i = 0; i < sums.length; i++) {
            sums[i] = Math.max(0, below[i] + sign * other.below[i]);
        }
        return new Spread(bounds, sums, Math.max(0, count + sign * other.count));
    }

    /** The value below which this share of all values lies, in milliseconds, interpolated; at most the last bound, 0 without values. */
    double percentile(double share) {
        double wanted = count * share;
        double before = 0;
        double lowerBound = 0;
        for (int i = 0; i < bounds.length && count > 0; i++) {
            double inside = below[i] - before;
            if (below[i] >= wanted && inside > 0) {
                return lowerBound + (bounds[i] - lowerBound) * (wanted - before) / inside;
            }
            before = below[i];
            lowerBound = bounds[i];
        }
        return lowerBound;
    }
}
