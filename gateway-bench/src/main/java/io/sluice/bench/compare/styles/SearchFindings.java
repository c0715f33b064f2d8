package io.sluice.bench.compare.styles;

import io.sluice.bench.chart.Axis;
import io.sluice.bench.chart.Labels;
import io.sluice.bench.chart.LineChart;
import io.sluice.bench.chart.Point;
import io.sluice.bench.chart.Scale;
import io.sluice.bench.chart.Series;
import io.sluice.bench.chart.Table;
import io.sluice.bench.stats.MedianInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** What the trials of searches showed: latency by target throughput and by percentile, and the throughput that is sustained. */
final class SearchFindings {
    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99};

    private final StylesResult result;

    SearchFindings(StylesResult result) {
        this.result = result;
    }

    /** Mean latency by target throughput. */
    LineChart means(Way way) {
        List<Double> rates = result.plan().search().rates().stream()
                .filter(rate -> rate > 0)
                .sorted()
                .toList();
        Axis x = new Axis("target searches a second", Scale.LINEAR, Labels::count, rates);
        return new LineChart(
                "Mean latency: " + way.id(),
                "From when a search was due, " + way.description() + "; logarithmic. Where a style does not keep up,"
                        + " its line rises with the length of a trial.",
                x,
                Axis.of("latency", Scale.LOG, Labels::millis),
                lines(
                        style -> {
                            List<Point> points = new ArrayList<>();
                            for (double rate : rates) {
                                List<Trial> trials = result.of(Cell.Kind.SEARCH, way, style, rate);
                                if (!trials.isEmpty()) {
                                    points.add(Figures.point(rate, Figures.of(trials, Trial::meanMillis)));
                                }
                            }
                            return points;
                        },
                        Series.Spread.WHISKERS));
    }

    /** Latency by percentile at the highest target throughput with which all keep up; the best and the worst trial around the median. */
    LineChart percentiles(Way way) {
        OptionalDouble rate = Sustained.common(result, way);
        String at = rate.isPresent() ? Labels.count(rate.getAsDouble()) + " searches a second" : "no common throughput";
        return new LineChart(
                "Latency by percentile: " + way.id(),
                "At " + at
                        + ", with which all keep up: the median of the trials, within the best and the worst of them.",
                Axis.percentiles("share of searches"),
                Axis.of("latency", Scale.LOG, Labels::millis),
                lines(
                        style -> rate.isPresent()
                                ? curve(result.of(Cell.Kind.SEARCH, way, style, rate.getAsDouble()))
                                : List.of(),
                        Series.Spread.BAND));
    }

    private static List<Point> curve(List<Trial> trials) {
        List<Point> points = new ArrayList<>();
        for (double percentile : PERCENTILES) {
            if (!trials.isEmpty()) {
                double[] all = trials.stream()
                        .mapToDouble(trial -> trial.millis(percentile))
                        .sorted()
                        .toArray();
                double median = MedianInterval.of(all).median();
                points.add(new Point(percentile, median, all[0], all[all.length - 1]));
            }
        }
        return points;
    }

    private List<Series> lines(Function<Style, List<Point>> points, Series.Spread spread) {
        return result.plan().styles().stream()
                .map(style -> Series.of(style.id(), points.apply(style), spread))
                .toList();
    }

    /** A row for each style: what it sustains, and its latency where all keep up. */
    Table table(Way way) {
        OptionalDouble common = Sustained.common(result, way);
        List<String> head =
                List.of("style", "sustained/s", "without a pause/s", "mean", "p50", "p99", "p99.9", "p99.99");
        List<List<String>> rows = new ArrayList<>();
        for (Style style : result.styles(way)) {
            List<Trial> at =
                    common.isPresent() ? result.of(Cell.Kind.SEARCH, way, style, common.getAsDouble()) : List.of();
            OptionalDouble sustained = Sustained.highest(result, way, style);
            rows.add(List.of(
                    style.id(),
                    sustained.isPresent() ? Labels.whole(sustained.getAsDouble()) : Figures.NONE,
                    Figures.counts(result.of(Cell.Kind.SEARCH, way, style, 0), Trial::perSecond),
                    Figures.millisAndWorst(at, Trial::meanMillis),
                    Figures.millisAndWorst(at, trial -> trial.millis(50)),
                    Figures.millisAndWorst(at, trial -> trial.millis(99)),
                    Figures.millisAndWorst(at, trial -> trial.millis(99.9)),
                    Figures.millisAndWorst(at, trial -> trial.millis(99.99))));
        }
        String at = common.isPresent() ? Labels.count(common.getAsDouble()) + " searches a second" : "no rate";
        return new Table(
                "Searches: " + way.id(),
                "One thread, " + way.description() + ". Sustained is the highest target throughput kept up with in"
                        + " every trial. Latency at " + at + ": median of the trials / the worst trial.",
                head,
                rows);
    }

    /** How far REST is from transport, and what the gateway adds, in sentences. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (Way way : List.of(Way.NOOP, Way.REAL)) {
            OptionalDouble transport = Sustained.highest(result, way, Style.TRANSPORT);
            OptionalDouble rest = Sustained.highest(result, way, Style.REST_LOW_LEVEL);
            if (transport.isPresent() && rest.isPresent()) {
                sentences.add("Searches of one thread, " + way.description() + ": transport sustains "
                        + Labels.whole(transport.getAsDouble()) + " a second, rest-low-level "
                        + Labels.whole(rest.getAsDouble()) + ", among the target throughputs that were tried.");
            }
            unhurried(new Lane(way, Style.REST_LOW_LEVEL), new Lane(way, Style.TRANSPORT), "of what transport answers")
                    .ifPresent(sentences::add);
        }
        Lane straight = new Lane(Way.NOOP, Style.REST_LOW_LEVEL);
        for (Way way : result.gateways()) {
            unhurried(new Lane(way, Style.REST_LOW_LEVEL), straight, "of what it answers straight")
                    .ifPresent(sentences::add);
        }
        return sentences;
    }

    private Optional<String> unhurried(Lane lane, Lane base, String ofWhat) {
        return result.paired(Cell.Kind.SEARCH, lane, base, List.of(0d))
                .map(rounds -> "One search directly after another, "
                        + lane.way().description() + ": "
                        + lane.style().id() + " answers " + Figures.percent(rounds.ratio(Trial::perSecond)) + " "
                        + ofWhat + "; a search takes "
                        + rounds.above(Trial::meanMillis).text(1e3, 0) + " us more.");
    }
}
