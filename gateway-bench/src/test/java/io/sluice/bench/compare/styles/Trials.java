package io.sluice.bench.compare.styles;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Trials as a measurement would have left them. */
final class Trials {
    private Trials() {}

    /** So many operations in one second, each of which took so many milliseconds. */
    static Trial of(long operations, double millis) {
        return of(operations, millis, 0.2);
    }

    static Trial of(long operations, double millis, double gatewayCpu) {
        Histogram latency = new Histogram(TimeUnit.HOURS.toNanos(1), 3);
        for (int i = 1; i <= 100; i++) {
            latency.recordValue((long) (millis * i / 50 * 1e6));
        }
        return new Trial(
                operations,
                1,
                new Trial.Cpu(0.5, gatewayCpu, 0.3),
                operations * 100,
                operations * 10,
                operations,
                1,
                latency);
    }
}
