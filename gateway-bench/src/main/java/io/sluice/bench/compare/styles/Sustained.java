package io.sluice.bench.compare.styles;

import java.util.List;
import java.util.OptionalDouble;

/** Which target throughput a style keeps up with: where it does not, latency says only how long the trial ran. */
final class Sustained {
    /** A trial keeps up when it answers this share of its searches in the time that they were due in. */
    private static final double KEPT = 0.99;

    private Sustained() {}

    /** Whether every trial answered its searches about as fast as they came due. */
    static boolean keepsUp(double rate, List<Trial> trials) {
        return !trials.isEmpty() && trials.stream().allMatch(trial -> trial.perSecond() >= KEPT * rate);
    }

    /** The highest target throughput that is kept up with, and with it every lower one; none where not even the lowest is. */
    static OptionalDouble highest(StylesResult result, Way way, Style style) {
        double highest = 0;
        for (double rate : result.plan().search().rates().stream()
                .filter(one -> one > 0)
                .sorted()
                .toList()) {
            if (!keepsUp(rate, result.of(Cell.Kind.SEARCH, way, style, rate))) {
                break;
            }
            highest = rate;
        }
        return highest > 0 ? OptionalDouble.of(highest) : OptionalDouble.empty();
    }

    /** The highest target throughput with which every measured style keeps up on this way: where their latencies can be compared. */
    static OptionalDouble common(StylesResult result, Way way) {
        return result.plan().styles().stream()
                .filter(style -> style.goes(way) && !result.isMissing(style))
                .mapToDouble(style -> highest(result, way, style).orElse(0))
                .min()
                .stream()
                .filter(rate -> rate > 0)
                .findFirst();
    }
}
