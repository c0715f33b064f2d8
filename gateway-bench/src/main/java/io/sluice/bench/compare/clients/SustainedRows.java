package io.sluice.bench.compare.clients;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.chart.Axis;
import io.sluice.bench.chart.Labels;
import io.sluice.bench.chart.LineChart;
import io.sluice.bench.chart.Point;
import io.sluice.bench.chart.Scale;
import io.sluice.bench.chart.Series;
import io.sluice.bench.chart.Table;
import io.sluice.bench.compare.LatencyCurve;
import io.sluice.bench.compare.clients.style.SearchStyle;
import io.sluice.bench.stats.MedianInterval;
import io.sluice.bench.stats.PairedRounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The application under load: what each style cost its JVM, beside the baseline in the same round. */
final class SustainedRows {
    private final SustainedRun.Result result;
    private final List<Row> rows;

    /** One style's windows beside the baseline's. */
    record Row(SearchStyle.Kind kind, PairedRounds<SustainedRun.Seen> rounds) {
        double median(ToDoubleFunction<SustainedRun.Seen> figure) {
            return rounds.median(figure).median();
        }

        /** Over the rounds in which the baseline has something to compare with; nothing where there is none. */
        Optional<MedianInterval> ratio(ToDoubleFunction<SustainedRun.Seen> figure) {
            double[] ratios = IntStream.range(0, rounds.own().size())
                    .filter(i -> figure.applyAsDouble(rounds.baseline().get(i)) > 0)
                    .mapToDouble(i -> figure.applyAsDouble(rounds.own().get(i))
                            / figure.applyAsDouble(rounds.baseline().get(i)))
                    .toArray();
            return ratios.length == 0 ? Optional.empty() : Optional.of(MedianInterval.of(ratios));
        }

        long failures() {
            return rounds.own().stream()
                    .mapToLong(seen -> seen.window().failures())
                    .sum();
        }
    }

    /** What is reported of a window. */
    enum Figure {
        COLLECTIONS(
                "collections in 1,000 searches", 1e3, 3, seen -> seen.window().collectionsPerRequest()),
        PAUSED("µs paused a search", 1e6, 2, SustainedRun.Seen::pausedPerRequest),
        COLLECTOR(
                "collector's µs of CPU a search", 1e6, 2, seen -> seen.window().collectorPerRequest()),
        CPU("µs of CPU a search", 1e6, 1, seen -> seen.window().cpuPerRequest()),
        ALLOCATED("kB allocated a search", 1e-3, 1, seen -> seen.window().allocatedPerRequest());

        private final String label;
        private final double factor;
        private final int decimals;

        @SuppressWarnings("ImmutableEnumChecker") // a method reference without state
        private final ToDoubleFunction<SustainedRun.Seen> figure;

        Figure(String label, double factor, int decimals, ToDoubleFunction<SustainedRun.Seen> figure) {
            this.label = label;
            this.factor = factor;
            this.decimals = decimals;
            this.figure = figure;
        }

        ToDoubleFunction<SustainedRun.Seen> of() {
            return figure;
        }
    }

    SustainedRows(SustainedRun.Result result) {
        this.result = result;
        List<SustainedRun.Seen> baseline = result.windows().values().iterator().next();
        this.rows = result.windows().entrySet().stream()
                .map(one -> new Row(one.getKey(), new PairedRounds<>(one.getValue(), baseline)))
                .toList();
    }

    /** The second style: what is compared first of all. */
    Row compared() {
        return rows.get(1);
    }

    Table table() {
        List<List<String>> cells = new ArrayList<>();
        for (Figure figure : Figure.values()) {
            for (Row row : rows) {
                cells.add(List.of(
                        figure.label + ", " + row.kind.label(),
                        row.rounds.median(figure.of()).text(figure.factor, figure.decimals),
                        ratio(row, figure)));
            }
        }
        for (Row row : rows) {
            cells.add(List.of(
                    "share of time paused, " + row.kind.label(),
                    percent(row.rounds.median(SustainedRun.Seen::pausedShare)),
                    ""));
            cells.add(List.of(
                    "collector's share of the CPU, " + row.kind.label(),
                    percent(row.rounds.median(seen -> seen.window().collectorShare())),
                    ""));
        }
        for (double percentile : new double[] {50, 99, 99.9}) {
            for (Row row : rows) {
                cells.add(List.of(
                        "ms from due to done, p" + Labels.plain(percentile) + ", " + row.kind.label(),
                        row.rounds
                                .median(seen -> seen.window().latency(percentile))
                                .text(1e3, 2),
                        row.rounds
                                .ratio(seen -> seen.window().latency(percentile))
                                .text(1, 3)));
            }
        }
        return new Table(
                "The application under load",
                note(),
                List.of("", "median", "of " + rows.get(0).kind.label()),
                cells);
    }

    private String note() {
        return String.format(
                Locale.ROOT,
                "%,.0f searches a second with pages of %d hits, evenly spaced, on %d threads; each style in a JVM of its own with -Xmx%s and"
                        + " %s, in %d turned rounds. Medians of the rounds with their 95%% interval.",
                result.rate(),
                result.app().hits(),
                result.app().threads(),
                result.app().heap(),
                result.app().collector(),
                rows.get(0).rounds.own().size());
    }

    private static String ratio(Row row, Figure figure) {
        return row.ratio(figure.of()).map(value -> value.text(1, 3)).orElse("no collection in a window");
    }

    private static String percent(MedianInterval share) {
        return share.text(100, 2) + " %";
    }

    /** Latency by percentile, and what each round cost. */
    List<LineChart> charts() {
        List<Series> latency = rows.stream()
                .map(row -> LatencyCurve.of(
                        row.kind.label(),
                        row.rounds.own().stream()
                                .map(seen -> seen.window().latency())
                                .toList()))
                .toList();
        List<Series> cpu = rows.stream()
                .map(row -> Series.of(row.kind.label(), cpuByRound(row), Series.Spread.NONE))
                .toList();
        return List.of(
                new LineChart(
                        "From when a search was due until its page was there",
                        "All rounds together, at the same rate.",
                        LatencyCurve.x(),
                        LatencyCurve.y(),
                        latency),
                new LineChart(
                        "CPU of a search, round by round",
                        "Styles of one round ran one after the other.",
                        Axis.of("round", Scale.LINEAR, Labels::whole),
                        Axis.of("CPU time", Scale.LINEAR, Labels::millis),
                        cpu));
    }

    private static List<Point> cpuByRound(Row row) {
        List<SustainedRun.Seen> own = row.rounds.own();
        return IntStream.range(0, own.size())
                .mapToObj(i -> Point.of(i + 1, own.get(i).window().cpuPerRequest() * 1e3))
                .toList();
    }

    /** A sentence for each style with failed searches. */
    List<String> warnings() {
        return rows.stream()
                .filter(row -> row.failures() > 0)
                .map(row -> row.kind.label() + " had " + row.failures() + " failed searches.")
                .toList();
    }

    void write(ObjectNode into) {
        into.put("searches_per_second", result.rate())
                .put("hits", result.app().hits())
                .put("heap", result.app().heap())
                .put("collector", result.app().collector());
        ArrayNode styles = into.putArray("styles");
        for (Row row : rows) {
            ObjectNode one = styles.addObject().put("style", row.kind.label()).put("failures", row.failures());
            for (Figure figure : Figure.values()) {
                String name = figure.name().toLowerCase(Locale.ROOT);
                row.rounds.median(figure.of()).write(one.putObject(name));
                row.ratio(figure.of()).ifPresent(value -> value.write(one.putObject(name + "_ratio")));
            }
            row.rounds.median(SustainedRun.Seen::pausedShare).write(one.putObject("paused_share"));
            row.rounds.median(seen -> seen.stops().longestPauseSeconds()).write(one.putObject("longest_pause_seconds"));
            for (double percentile : new double[] {50, 99, 99.9}) {
                row.rounds
                        .median(seen -> seen.window().latency(percentile))
                        .write(one.putObject("latency_p" + Labels.plain(percentile)));
            }
        }
    }
}
