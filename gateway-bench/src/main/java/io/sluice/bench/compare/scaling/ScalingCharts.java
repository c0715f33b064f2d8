package io.sluice.bench.compare.scaling;

import io.sluice.bench.chart.Axis;
import io.sluice.bench.chart.Labels;
import io.sluice.bench.chart.LineChart;
import io.sluice.bench.chart.Point;
import io.sluice.bench.chart.Scale;
import io.sluice.bench.chart.Series;
import io.sluice.bench.stats.MedianInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Documents a second over cores: solid lines are measured, dashed ones modelled or published. */
final class ScalingCharts {
    private final ScalingStudy.Result result;

    ScalingCharts(ScalingStudy.Result result) {
        this.result = result;
    }

    /** The chart for indices with that many shards. */
    LineChart of(int shards) {
        List<Series> series = List.of(
                measured(shards),
                modelled(
                        "nodes as found here (modelled)",
                        shards,
                        row -> row.calibrated().documentsPerSecond()),
                modelled(
                        "nodes as slow as the original's (modelled)",
                        shards,
                        row -> row.slow().documentsPerSecond()),
                modelled("the original's report", shards, row -> Original.documentsPerSecond(shards, row.cores())));
        return new LineChart(
                shards + " shards",
                "Solid: measured by CPU time, with the interval of the rounds. Dashed: modelled or published. "
                        + direct(shards),
                Axis.of("cores of the gateway", Scale.LINEAR, Labels::plain),
                Axis.of("documents a second", Scale.LINEAR, Labels::count),
                series);
    }

    private String direct(int shards) {
        String published = Original.knows(shards)
                ? String.format(Locale.ROOT, ", the original's report %,d", Original.documentsPerSecond(shards, 0))
                : "";
        return result.rows().getOrDefault(shards, List.of()).stream()
                .filter(row -> row.gateways().count() == 0)
                .map(row -> String.format(
                        Locale.ROOT,
                        "Without a gateway: nodes as found here %,.0f, as slow as the original's %,.0f%s.",
                        row.calibrated().documentsPerSecond(),
                        row.slow().documentsPerSecond(),
                        published))
                .findFirst()
                .orElse("");
    }

    private Series measured(int shards) {
        List<Point> points = new ArrayList<>();
        result.windows().getOrDefault(shards, Map.of()).forEach((way, windows) -> {
            if (way.loops() > 0) {
                MedianInterval cost = ScalingStudy.median(windows, ScalingWindow::gatewayCpuPerDocument);
                points.add(new Point(
                        way.loops(), way.loops() / cost.median(), way.loops() / cost.high(), way.loops() / cost.low()));
            }
        });
        return Series.of("the gateway alone (measured)", points, Series.Spread.WHISKERS);
    }

    private Series modelled(String name, int shards, ToDoubleFunction<ScalingModel.Row> figure) {
        List<Point> points = result.rows().getOrDefault(shards, List.of()).stream()
                .filter(row -> row.gateways().count() == 1 && figure.applyAsDouble(row) > 0)
                .map(row -> Point.of(row.cores(), figure.applyAsDouble(row)))
                .toList();
        return new Series(name, points, Series.Spread.NONE, true);
    }
}
