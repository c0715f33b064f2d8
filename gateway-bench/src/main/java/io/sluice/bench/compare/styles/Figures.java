package io.sluice.bench.compare.styles;

import io.sluice.bench.chart.Labels;
import io.sluice.bench.chart.Point;
import io.sluice.bench.stats.MedianInterval;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** One figure of several trials, as shown in tables and charts. */
final class Figures {
    static final String NONE = "-";

    private Figures() {}

    /** The median and the range, which of five trials is the 94% interval. */
    static MedianInterval of(List<Trial> trials, ToDoubleFunction<Trial> figure) {
        return MedianInterval.of(trials.stream().mapToDouble(figure).toArray());
    }

    static Point point(double x, MedianInterval figure) {
        return new Point(x, figure.median(), figure.low(), figure.high());
    }

    /** {@code 123k (120k .. 125k)}. */
    static String counts(List<Trial> trials, ToDoubleFunction<Trial> figure) {
        if (trials.isEmpty()) {
            return NONE;
        }
        MedianInterval found = of(trials, figure);
        return Labels.count(found.median()) + " (" + Labels.count(found.low()) + " .. " + Labels.count(found.high())
                + ")";
    }

    /** The median alone. */
    static String median(List<Trial> trials, ToDoubleFunction<Trial> figure) {
        return trials.isEmpty() ? NONE : Labels.count(of(trials, figure).median());
    }

    /** Milliseconds: the median of the trials and the worst of them. */
    static String millisAndWorst(List<Trial> trials, ToDoubleFunction<Trial> figure) {
        if (trials.isEmpty()) {
            return NONE;
        }
        double worst = trials.stream().mapToDouble(figure).max().orElse(0);
        return Labels.millis(of(trials, figure).median()) + " / " + Labels.millis(worst);
    }

    /** A ratio as percent: {@code 95% (93% .. 97%)}. */
    static String percent(MedianInterval ratio) {
        return String.format(
                Locale.ROOT, "%.0f%% (%.0f .. %.0f)", ratio.median() * 100, ratio.low() * 100, ratio.high() * 100);
    }
}
