package io.sluice.bench.compare.inside;

import io.sluice.bench.chart.Axis;
import io.sluice.bench.chart.Labels;
import io.sluice.bench.chart.LineChart;
import io.sluice.bench.chart.Point;
import io.sluice.bench.chart.Scale;
import io.sluice.bench.chart.Series;
import io.sluice.bench.chart.Table;
import io.sluice.bench.compare.LatencyCurve;
import io.sluice.bench.stats.MedianInterval;
import io.sluice.bench.stats.PairedRounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;

/** The measured cells beside those that they are compared with. */
final class CellRows {
    private static final String NONE = "-";
    private static final double MEDIAN = 50;
    private static final double NINETY_NINE = 99;

    private final Map<Cell, List<CellResult>> windows;

    CellRows(Map<Cell, List<CellResult>> windows) {
        this.windows = windows;
    }

    /** Parts over several connections with one request each, and over fewer with several. */
    Table pipelining() {
        return table(
                "Pipelined connections",
                "Connections x requests under way on each; ratios to as many connections with one request each, within a round.",
                windows.keySet().stream()
                        .filter(cell ->
                                cell.format() == BodyFormat.JSON && !cell.work().isSearch())
                        .toList(),
                Cell::single);
    }

    /** Bulks in each format, and searches of what came in it. */
    Table formats() {
        return table(
                "Formats",
                "Bulks written in each format, and searches in JSON of documents that were sent in it; ratios to JSON, within a round.",
                windows.keySet().stream().filter(this::isComparedByFormat).toList(),
                Cell::json);
    }

    /** Whether the same was measured in several formats. */
    private boolean isComparedByFormat(Cell cell) {
        return windows.keySet().stream()
                .anyMatch(other ->
                        other.format() != BodyFormat.JSON && other.json().equals(cell.json()));
    }

    private Table table(String title, String note, List<Cell> cells, UnaryOperator<Cell> base) {
        List<List<String>> rows = new ArrayList<>();
        for (Cell cell : cells) {
            List<CellResult> own = windows(cell);
            boolean compared = !base.apply(cell).equals(cell);
            List<String> row = new ArrayList<>(List.of(
                    cell.toString(),
                    Labels.count(median(own, CellResult::perSecond)),
                    decimal(median(own, CellResult::clientMicros)),
                    decimal(median(own, CellResult::serverMicros)),
                    Labels.count(median(own, CellResult::sentBytes)),
                    percentile(own, MEDIAN),
                    percentile(own, NINETY_NINE)));
            for (ToDoubleFunction<CellResult> figure : List.<ToDoubleFunction<CellResult>>of(
                    CellResult::perSecond, CellResult::clientMicros, CellResult::serverMicros)) {
                row.add(compared ? ratio(cell, base.apply(cell), figure) : NONE);
            }
            rows.add(row);
        }
        List<String> head = List.of(
                "target, request, format, connections",
                "documents/s",
                "sender us",
                "server us",
                "bytes sent",
                "p50",
                "p99",
                "documents/s",
                "sender CPU",
                "server CPU");
        return new Table(title, note, head, rows);
    }

    /** What a small part waits beside large ones, over each kind of connection. */
    LineChart headOfLine(Target target, int underWay) {
        List<Series> series = Lanes.of(underWay).stream()
                .map(lanes -> LatencyCurve.of(
                        lanes.toString(),
                        windows(new Cell(target, Work.MIXED, BodyFormat.JSON, lanes)).stream()
                                .map(CellResult::latency)
                                .toList()))
                .toList();
        return new LineChart(
                "A part of 10 documents beside parts of 1,000",
                target.description() + "; connections x requests under way on each.",
                LatencyCurve.x(),
                LatencyCurve.y(),
                series);
    }

    /** Documents a second by size of a part. */
    LineChart throughput(Target target, int underWay) {
        List<Work> parts = List.of(Work.TEN, Work.FIFTY, Work.THOUSAND);
        List<Series> series = new ArrayList<>();
        for (Lanes lanes : Lanes.of(underWay)) {
            List<Point> points = new ArrayList<>();
            for (Work part : parts) {
                List<CellResult> own = windows(new Cell(target, part, BodyFormat.JSON, lanes));
                if (!own.isEmpty()) {
                    MedianInterval value = MedianInterval.of(
                            own.stream().mapToDouble(CellResult::perSecond).toArray());
                    points.add(new Point(part.documents(0), value.median(), value.low(), value.high()));
                }
            }
            series.add(Series.of(lanes.toString(), points, Series.Spread.WHISKERS));
        }
        List<Double> ticks =
                parts.stream().map(part -> (double) part.documents(0)).toList();
        return new LineChart(
                "Documents a second by documents a part",
                target.description() + "; connections x requests under way on each.",
                new Axis("documents a part", Scale.LOG, Labels::whole, ticks),
                Axis.of("documents a second", Scale.LINEAR, Labels::count),
                series);
    }

    /**
     * The geometric mean of a figure's ratios over all chosen cells in each round, and its median over the rounds; none where nothing was
     * chosen.
     */
    Optional<MedianInterval> overall(
            Predicate<Cell> chosen, UnaryOperator<Cell> base, ToDoubleFunction<CellResult> figure) {
        List<Cell> cells = windows.keySet().stream()
                .filter(chosen)
                .filter(cell -> !base.apply(cell).equals(cell) && windows.containsKey(base.apply(cell)))
                .toList();
        if (cells.isEmpty()) {
            return Optional.empty();
        }
        int rounds = cells.stream().mapToInt(cell -> windows(cell).size()).min().orElse(0);
        double[] means = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            double logs = 0;
            int counted = 0;
            for (Cell cell : cells) {
                double ratio = figure.applyAsDouble(windows(cell).get(round))
                        / figure.applyAsDouble(windows(base.apply(cell)).get(round));
                if (ratio > 0 && Double.isFinite(ratio)) {
                    logs += Math.log(ratio);
                    counted++;
                }
            }
            means[round] = counted == 0 ? 1 : Math.exp(logs / counted);
        }
        return Optional.of(MedianInterval.of(means));
    }

    private List<CellResult> windows(Cell cell) {
        return windows.getOrDefault(cell, List.of());
    }

    private String ratio(Cell cell, Cell base, ToDoubleFunction<CellResult> figure) {
        List<CellResult> baseline = windows(base);
        if (baseline.isEmpty()) {
            return NONE;
        }
        MedianInterval ratio = new PairedRounds<>(windows(cell), baseline).ratio(figure);
        // CPU time is counted in ticks: a short window may have none
        return Double.isFinite(ratio.low()) && Double.isFinite(ratio.high()) ? ratio.text(1, 2) : NONE;
    }

    private static double median(List<CellResult> windows, ToDoubleFunction<CellResult> figure) {
        return MedianInterval.of(windows.stream().mapToDouble(figure).toArray()).median();
    }

    /** Of all rounds together. */
    private static String percentile(List<CellResult> windows, double percentile) {
        Histogram all = new Histogram(3);
        windows.forEach(window -> all.add(window.latency()));
        return LatencyCurve.tells(all.getTotalCount(), percentile)
                ? Labels.millis(all.getValueAtPercentile(percentile) / 1e6)
                : NONE;
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
