package io.sluice.bench.compare.collectors;

import io.sluice.bench.chart.Axis;
import io.sluice.bench.chart.Labels;
import io.sluice.bench.chart.LineChart;
import io.sluice.bench.chart.Point;
import io.sluice.bench.chart.Scale;
import io.sluice.bench.chart.Series;
import io.sluice.bench.compare.LatencyCurve;
import io.sluice.bench.stats.MedianInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The charts of one work: the gateway's timer beside the caller's, and what the heap does. */
final class CollectorCharts {
    private static final double[] INSIDE = {50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99};
    private static final double MEGABYTE = 1 << 20;

    private final CollectorStudy.Result result;

    CollectorCharts(CollectorStudy.Result result) {
        this.result = result;
    }

    /** At full load, with the first of the heaps. */
    List<LineChart> of(Work work) {
        String heap = result.plan().heaps().get(0);
        String where = "Full load, heap " + heap + ", all rounds together.";
        return List.of(
                new LineChart(
                        "In the gateway, by its own timer",
                        where + " Buckets are 60% wide, the first ends at 0.1 ms.",
                        LatencyCurve.x(),
                        LatencyCurve.y(),
                        series(collector -> inside(collector, windows(work, heap, collector)))),
                new LineChart(
                        "The whole time, as the caller sees it",
                        where + " From when a request was due.",
                        LatencyCurve.x(),
                        LatencyCurve.y(),
                        series(collector -> LatencyCurve.of(
                                collector.label(),
                                windows(work, heap, collector).stream()
                                        .map(TailWindow::whole)
                                        .toList()))),
                byHeap(work, "p99 of the whole time by heap", "p99", Labels::millis, window -> window.whole(99) * 1e3),
                byHeap(
                        work,
                        "Memory of the process by heap",
                        "MB",
                        Labels::count,
                        window -> window.residentBytes() / MEGABYTE));
    }

    private List<Series> series(Function<Collector, Series> one) {
        return result.plan().collectors().stream().map(one).toList();
    }

    private List<TailWindow> windows(Work work, String heap, Collector collector) {
        return result.windows().getOrDefault(new TailRun.Cell(work, heap, TailRun.Load.FULL, collector), List.of());
    }

    private static Series inside(Collector collector, List<TailWindow> windows) {
        List<Point> points = new ArrayList<>();
        if (!windows.isEmpty()) {
            GatewayTimer all = windows.stream()
                    .map(TailWindow::inside)
                    .reduce(GatewayTimer::plus)
                    .orElseThrow();
            for (double percentile : INSIDE) {
                double value = all.percentile(percentile) * 1e3;
                if (LatencyCurve.tells(all.count(), percentile) && value > 0) {
                    points.add(Point.of(percentile, value));
                }
            }
        }
        return Series.of(collector.label(), points, Series.Spread.NONE);
    }

    private LineChart byHeap(
            Work work, String title, String y, DoubleFunction<String> label, ToDoubleFunction<TailWindow> figure) {
        List<Series> series = series(collector -> {
            List<Point> points = new ArrayList<>();
            for (String heap : result.plan().heaps()) {
                List<TailWindow> windows = windows(work, heap, collector);
                if (!windows.isEmpty()) {
                    MedianInterval value = MedianInterval.of(
                            windows.stream().mapToDouble(figure).toArray());
                    points.add(new Point(megabytes(heap), value.median(), value.low(), value.high()));
                }
            }
            points.sort(Comparator.comparingDouble(Point::x));
            return Series.of(collector.label(), points, Series.Spread.WHISKERS);
        });
        List<Double> ticks = result.plan().heaps().stream()
                .map(CollectorCharts::megabytes)
                .sorted()
                .toList();
        Axis x = new Axis("heap in MB", Scale.LOG, Labels::whole, ticks);
        return new LineChart(
                title, "Full load; medians of the rounds and their interval.", x, Axis.of(y, Scale.LOG, label), series);
    }

    /** Of a heap as {@code -Xmx} takes it. */
    static double megabytes(String heap) {
        double number = Double.parseDouble(heap.substring(0, heap.length() - 1));
        return switch (Character.toLowerCase(heap.charAt(heap.length() - 1))) {
            case 'g' -> number * 1024;
            case 'm' -> number;
            case 'k' -> number / 1024;
            default -> throw new IllegalArgumentException("expected a heap such as 64m or 2g, got '" + heap + "'");
        };
    }
}
