package io.sluice.metrics;

import io.micrometer.core.instrument.Meter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A meter whose value is kept elsewhere and read at each scrape. While it has several sources, a counter is their sum and a gauge
 * shows the newest one; what a source that ended had counted stays counted. Safe from any thread.
 */
final class ReadMeter {
    private final boolean sums;
    private List<DoubleSupplier> sources = List.of();
    private double ended;
    private @Nullable Meter meter;

    /** @param sums whether it is a counter */
    ReadMeter(boolean sums) {
        this.sums = sums;
    }

    void registered(Meter as) {
        meter = as;
    }

    Meter meter() {
        return java.util.Objects.requireNonNull(meter);
    }

    synchronized void add(DoubleSupplier source) {
        List<DoubleSupplier> more = new ArrayList<>(sources);
        more.add(source);
        sources = more;
    }

    /** Whether no source is left. */
    synchronized boolean remove(DoubleSupplier source) {
        List<DoubleSupplier> rest = new ArrayList<>(sources);
        if (rest.remove(source) && sums) {
            ended += source.getAsDouble();
        }
        sources = rest;
        return rest.isEmpty();
    }

    synchronized double value() {
        if (!sums) {
            return sources.isEmpty() ? Double.NaN : sources.getLast().getAsDouble();
        }
        double sum = ended;
        for (DoubleSupplier source : sources) {
            sum += source.getAsDouble();
        }
        return sum;
    }
}
