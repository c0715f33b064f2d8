package io.sluice.bench.stats;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * What one subject showed in each round, beside what the baseline showed in the same round. Comparing within a round cancels what
 * else the machine did then.
 *
 * @param own round by round
 * @param baseline as many
 */
public record PairedRounds<T>(List<T> own, List<T> baseline) {
    /** @throws IllegalArgumentException if one has more rounds than the other */
    public PairedRounds {
        if (own.size() != baseline.size()) {
            throw new IllegalArgumentException(own.size() + " rounds beside " + baseline.size() + " of the baseline");
        }
        own = List.copyOf(own);
        baseline = List.copyOf(baseline);
    }

    /** The subject's own figure. */
    public MedianInterval median(ToDoubleFunction<? super T> figure) {
        return MedianInterval.of(own.stream().mapToDouble(figure).toArray());
    }

    /** The baseline's figure. */
    public MedianInterval baselineMedian(ToDoubleFunction<? super T> figure) {
        return MedianInterval.of(baseline.stream().mapToDouble(figure).toArray());
    }

    /** The subject's figure over the baseline's. */
    public MedianInterval ratio(ToDoubleFunction<? super T> figure) {
        return compared(figure, (mine, base) -> mine / base);
    }

    /** The subject's figure less the baseline's. */
    public MedianInterval above(ToDoubleFunction<? super T> figure) {
        return compared(figure, (mine, base) -> mine - base);
    }

    private MedianInterval compared(ToDoubleFunction<? super T> figure, DoubleBinaryOperator comparison) {
        double[] values = new double[own.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] =
                    comparison.applyAsDouble(figure.applyAsDouble(own.get(i)), figure.applyAsDouble(baseline.get(i)));
        }
        return MedianInterval.of(values);
    }
}
