package io.sluice.bench.compare;

import io.sluice.bench.chart.Axis;
import io.sluice.bench.chart.Labels;
import io.sluice.bench.chart.Point;
import io.sluice.bench.chart.Scale;
import io.sluice.bench.chart.Series;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Latency by percentile, up to 99.99, as far as there are enough requests for it. */
public final class LatencyCurve {
    private static final double[] PERCENTILES = {
        0, 25, 50, 75, 90, 95, 97.5, 99, 99.5, 99.75, 99.9, 99.95, 99.975, 99.99
    };
    /** A percentile beyond which fewer requests lie is a matter of luck. */
    private static final double ENOUGH = 5;

    private LatencyCurve() {}

    /** Whether that many requests are enough for this percentile. */
    public static boolean tells(long requests, double percentile) {
        return requests * (1 - percentile / 100) >= ENOUGH;
    }

    /** A line in milliseconds over all values, which are nanoseconds. */
    public static Series of(String name, List<Histogram> values) {
        Histogram all = new Histogram(3);
        values.forEach(all::add);
        List<Point> points = new ArrayList<>();
        for (double percentile : PERCENTILES) {
            if (tells(all.getTotalCount(), percentile)) {
                points.add(Point.of(percentile, all.getValueAtPercentile(percentile) / 1e6));
            }
        }
        return Series.of(name, points, Series.Spread.NONE);
    }

    /** The axis of the percentiles. */
    public static Axis x() {
        return Axis.percentiles("percentile");
    }

    /** The axis of the latency. */
    public static Axis y() {
        return Axis.of("latency", Scale.LOG, Labels::millis);
    }
}
