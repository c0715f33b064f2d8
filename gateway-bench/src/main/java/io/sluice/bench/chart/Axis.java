package io.sluice.bench.chart;

import java.util.List;
import java.util.function.DoubleFunction;

/**
 * One axis of a chart.
 *
 * @param title with the unit
 * @param label of a value on it
 * @param ticks where it is marked; none for round values that the scale finds
 */
public record Axis(String title, Scale scale, DoubleFunction<String> label, List<Double> ticks) {
    public Axis {
        ticks = List.copyOf(ticks);
    }

    /** An axis marked at round values. */
    public static Axis of(String title, Scale scale, DoubleFunction<String> label) {
        return new Axis(title, scale, label, List.of());
    }

    /** From 0 to the highest percentile that is drawn. */
    public static Axis percentiles(String title) {
        return of(title, Scale.PERCENTILE, value -> value == 0 ? "0" : Labels.plain(value) + "%");
    }
}
