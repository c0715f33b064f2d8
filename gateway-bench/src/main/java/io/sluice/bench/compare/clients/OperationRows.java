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
import io.sluice.bench.compare.clients.style.SearchStyle;
import io.sluice.bench.stats.MedianInterval;
import io.sluice.bench.stats.PairedRounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Single operations: time, bytes and objects of each style, beside those of the official client's classes. */
final class OperationRows {
    private static final SearchStyle.Kind BASELINE = SearchStyle.Kind.TYPED;

    private final List<Row> rows;

    /**
     * One style's operation.
     *
     * @param rounds beside the baseline's
     * @param objects that one operation allocates, counted once; the baseline's beside it
     */
    record Row(
            String operation,
            int hits,
            SearchStyle.Kind kind,
            PairedRounds<StyleCost> rounds,
            double objects,
            double baselineObjects) {
        double objectsRatio() {
            return objects / baselineObjects;
        }
    }

    OperationRows(ClientStudy.Result result) {
        List<Row> all = new ArrayList<>();
        for (Operation operation : result.effort().operations()) {
            for (SearchStyle.Kind kind : result.effort().styles()) {
                all.add(row(result, operation.label(), List.of(operation), kind));
            }
        }
        for (SearchStyle.Kind kind : result.effort().styles()) {
            all.add(row(result, "query and 10 hits", List.of(Operation.QUERY, Operation.PAGE_10), kind));
        }
        this.rows = List.copyOf(all);
    }

    /** The whole of a search with ten hits, as the original counted it. */
    Row search(SearchStyle.Kind kind) {
        return rows.stream()
                .filter(row -> row.kind == kind && row.operation.startsWith("query and"))
                .findFirst()
                .orElseThrow();
    }

    private static Row row(ClientStudy.Result result, String name, List<Operation> operations, SearchStyle.Kind kind) {
        return new Row(
                name,
                operations.getLast().hits(),
                kind,
                new PairedRounds<>(sum(result, operations, kind), sum(result, operations, BASELINE)),
                objects(result, operations, kind),
                objects(result, operations, BASELINE));
    }

    private static double objects(ClientStudy.Result result, List<Operation> operations, SearchStyle.Kind kind) {
        return operations.stream()
                .mapToDouble(operation -> of(result, operation, kind).objects())
                .sum();
    }

    private static AllocationCount of(ClientStudy.Result result, Operation operation, SearchStyle.Kind kind) {
        AllocationCount count =
                result.counts().getOrDefault(operation, Map.of()).get(kind);
        if (count == null) {
            throw new IllegalArgumentException("nothing was counted of " + operation + " with " + kind);
        }
        return count;
    }

    /** Round by round, the operations together. */
    private static List<StyleCost> sum(ClientStudy.Result result, List<Operation> operations, SearchStyle.Kind kind) {
        List<StyleCost> sums = new ArrayList<>();
        for (int round = 0; round < result.effort().rounds(); round++) {
            StyleCost sum = new StyleCost(0, 0);
            for (Operation operation : operations) {
                StyleCost one = result.costs()
                        .getOrDefault(operation, Map.of())
                        .getOrDefault(kind, List.of())
                        .get(round);
                sum = new StyleCost(sum.nanos() + one.nanos(), sum.bytes() + one.bytes());
            }
            sums.add(sum);
        }
        return sums;
    }

    Table table() {
        List<List<String>> cells = new ArrayList<>();
        for (Row row : rows) {
            cells.add(List.of(
                    row.operation + ", " + row.kind.label(),
                    decimals(row.rounds.median(StyleCost::nanos).median() / 1e3),
                    row.rounds.ratio(StyleCost::nanos).text(1, 3),
                    Labels.whole(row.rounds.median(StyleCost::bytes).median()),
                    row.rounds.ratio(StyleCost::bytes).text(1, 3),
                    Labels.whole(row.objects),
                    String.format(Locale.ROOT, "%.3f", row.objectsRatio())));
        }
        return new Table(
                "One operation, alone",
                "Medians over JVMs, each style once a round; ratios to typed are taken within a round, with their 95% interval."
                        + " Objects are counted on the heap, not sampled.",
                List.of("", "µs", "of typed", "bytes", "of typed", "objects", "of typed"),
                cells);
    }

    private static String decimals(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
    }

    /** Time, bytes and objects by hits. */
    List<LineChart> charts() {
        return List.of(
                chart(
                        "Time of one answer",
                        "time",
                        value -> Labels.millis(value / 1e6),
                        row -> row.rounds.median(StyleCost::nanos)),
                chart(
                        "Bytes allocated for one answer",
                        "bytes",
                        Labels::count,
                        row -> row.rounds.median(StyleCost::bytes)),
                chart(
                        "Objects allocated for one answer",
                        "objects",
                        Labels::count,
                        row -> MedianInterval.of(row.objects)));
    }

    private LineChart chart(
            String title, String y, DoubleFunction<String> label, Function<Row, MedianInterval> figure) {
        List<Series> series = new ArrayList<>();
        for (SearchStyle.Kind kind : SearchStyle.Kind.values()) {
            List<Point> points = rows.stream()
                    .filter(row -> row.kind == kind && row.hits > 0 && !row.operation.startsWith("query"))
                    .map(row -> {
                        MedianInterval value = figure.apply(row);
                        return new Point(row.hits, value.median(), value.low(), value.high());
                    })
                    .toList();
            series.add(Series.of(kind.label(), points, Series.Spread.WHISKERS));
        }
        Axis x = new Axis("hits", Scale.LOG, Labels::whole, List.of(10d, 1000d));
        return new LineChart(title, "", x, Axis.of(y, Scale.LOG, label), series);
    }

    void write(ArrayNode into) {
        for (Row row : rows) {
            ObjectNode one = into.addObject().put("operation", row.operation).put("style", row.kind.label());
            write(one, "nanoseconds", row, StyleCost::nanos);
            write(one, "bytes", row, StyleCost::bytes);
            one.put("objects", row.objects).put("objects_ratio", row.objectsRatio());
        }
    }

    private static void write(ObjectNode into, String name, Row row, ToDoubleFunction<StyleCost> figure) {
        row.rounds.median(figure).write(into.putObject(name));
        row.rounds.ratio(figure).write(into.putObject(name + "_ratio"));
    }
}
