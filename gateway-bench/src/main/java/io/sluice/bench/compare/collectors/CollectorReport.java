package io.sluice.bench.compare.collectors;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.chart.ChartPage;
import io.sluice.bench.chart.Labels;
import io.sluice.bench.chart.Table;
import io.sluice.bench.compare.LatencyCurve;
import io.sluice.bench.stats.MedianInterval;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** What the study has found: tables, JSON, and one page. */
final class CollectorReport {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final double[] PERCENTILES = {50, 99, 99.9, 99.99};
    private static final double MEGABYTE = 1 << 20;
    private static final int ROUNDS = 6;

    private final CollectorStudy.Result result;
    private final Recommendation recommendation;

    CollectorReport(CollectorStudy.Result result) {
        this.result = result;
        this.recommendation = Recommendation.of(result.plan().collectors(), result.windows());
    }

    /** Tables and sentences for a terminal. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (Work work : result.plan().works()) {
            for (TailRun.Load load : TailRun.Load.values()) {
                text.append(latencies(work, load).text()).append('\n');
                text.append(costs(work, load).text()).append('\n');
            }
        }
        text.append(starts().text()).append('\n');
        warnings().forEach(line -> text.append("WARNING: ").append(line).append('\n'));
        return text.append(finding()).append('\n').toString();
    }

    /** One page that loads nothing. */
    String html() throws IOException {
        ChartPage page = new ChartPage(
                        "The gateway under each collector", result.machine().text())
                .finding(finding());
        warnings().forEach(page::paragraph);
        CollectorCharts charts = new CollectorCharts(result);
        for (Work work : result.plan().works()) {
            page.heading(work.label());
            charts.of(work).forEach(page::chart);
            for (TailRun.Load load : TailRun.Load.values()) {
                page.table(latencies(work, load)).table(costs(work, load));
            }
        }
        return page.heading("Starts").table(starts()).html(json());
    }

    /** The recommendation. */
    String finding() {
        return recommendation.text(result.plan().collectors().get(0));
    }

    private List<TailRun.Cell> cells(Work work, TailRun.Load load) {
        return result.windows().entrySet().stream()
                .filter(one -> !one.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .filter(cell -> cell.work() == work && cell.load() == load)
                .toList();
    }

    private List<TailWindow> windows(TailRun.Cell cell) {
        return result.windows().getOrDefault(cell, List.of());
    }

    private static String name(TailRun.Cell cell) {
        return cell.collector().label() + ", " + cell.heap();
    }

    private static MedianInterval median(List<TailWindow> windows, ToDoubleFunction<TailWindow> figure) {
        return MedianInterval.of(windows.stream().mapToDouble(figure).toArray());
    }

    /** The gateway's timer and the caller's side by side. */
    private Table latencies(Work work, TailRun.Load load) {
        List<String> head = new ArrayList<>(List.of("ms"));
        for (double percentile : PERCENTILES) {
            head.add("gateway p" + Labels.plain(percentile));
            head.add("whole p" + Labels.plain(percentile));
        }
        head.add("whole p99, rounds");
        List<List<String>> rows = new ArrayList<>();
        for (TailRun.Cell cell : cells(work, load)) {
            List<TailWindow> windows = windows(cell);
            GatewayTimer inside = windows.stream()
                    .map(TailWindow::inside)
                    .reduce(GatewayTimer::plus)
                    .orElseThrow();
            Histogram whole = new Histogram(3);
            windows.forEach(window -> whole.add(window.whole()));
            List<String> row = new ArrayList<>(List.of(name(cell)));
            for (double percentile : PERCENTILES) {
                row.add(millis(inside.count(), percentile, inside.percentile(percentile)));
                row.add(millis(whole.getTotalCount(), percentile, whole.getValueAtPercentile(percentile) / 1e9));
            }
            row.add(median(windows, window -> window.whole(99)).text(1e3, 2));
            rows.add(row);
        }
        return new Table(
                work.label() + ", " + load.label() + ": time in the gateway, and the whole time",
                String.format(
                        Locale.ROOT,
                        "%2$s serves %1$,.0f requests a second in a closed loop; full load is 0.9 of that, half load 0.5."
                                + " All rounds together; a dash where fewer than 5 requests lie beyond the percentile.",
                        result.capacity().getOrDefault(work, 0.0),
                        result.plan().collectors().get(0).label()),
                head,
                rows);
    }

    private static String millis(long requests, double percentile, double seconds) {
        return LatencyCurve.tells(requests, percentile) && Double.isFinite(seconds)
                ? String.format(Locale.ROOT, "%.2f", seconds * 1e3)
                : "-";
    }

    private Table costs(Work work, TailRun.Load load) {
        List<List<String>> rows = new ArrayList<>();
        for (TailRun.Cell cell : cells(work, load)) {
            List<TailWindow> windows = windows(cell);
            rows.add(List.of(
                    name(cell),
                    median(windows, TailWindow::cpuPerRequest).text(1e6, 1),
                    median(windows, TailWindow::collectorShare).text(100, 1),
                    median(windows, TailWindow::pausesPerSecond).text(1, 1),
                    longest(windows),
                    median(windows, TailWindow::pausedShare).text(100, 2),
                    Long.toString(stalls(windows)),
                    median(windows, window -> window.residentBytes()).text(1 / MEGABYTE, 0),
                    String.format(Locale.ROOT, "%.3f", failures(windows) * 100)));
        }
        return new Table(
                work.label() + ", " + load.label() + ": what it costs",
                "Medians of the rounds with their 95% interval; the longest pause of all rounds. Stalls are threads that waited for ZGC.",
                List.of(
                        "",
                        "µs of CPU a request",
                        "collector's % of it",
                        "pauses a second",
                        "longest ms",
                        "% of time paused",
                        "stalls",
                        "MB resident",
                        "% failed"),
                rows);
    }

    private static String longest(List<TailWindow> windows) {
        double seconds = windows.stream()
                .mapToDouble(window -> window.stops().longestPauseSeconds())
                .max()
                .orElse(0);
        return String.format(Locale.ROOT, "%.2f", seconds * 1e3);
    }

    private static long stalls(List<TailWindow> windows) {
        return windows.stream()
                .mapToLong(window -> window.stops().stalls().size())
                .sum();
    }

    private static double failures(List<TailWindow> windows) {
        return windows.stream()
                .mapToDouble(window -> window.load().failureShare())
                .average()
                .orElse(0);
    }

    private Table starts() {
        List<List<String>> rows = new ArrayList<>();
        result.starts()
                .forEach((way, samples) -> rows.add(List.of(
                        way.text(),
                        of(samples, StartRun.Sample::seconds).text(1e3, 0),
                        of(samples, StartRun.Sample::cpuSeconds).text(1e3, 0),
                        of(samples, StartRun.Sample::secondsToPeak).text(1, 0),
                        resident(samples))));
        return new Table(
                "Starts",
                "From the start of the process to the first relayed answer; then the time until it serves nine tenths of its speed, to a second."
                        + " What of the files (libraries, cache, JDK) was in memory before is looked up, as a system keeps what others have mapped.",
                List.of("", "ms", "ms of CPU", "s to its speed", "% of files in memory"),
                rows);
    }

    private static MedianInterval of(List<StartRun.Sample> samples, ToDoubleFunction<StartRun.Sample> figure) {
        return MedianInterval.of(samples.stream().mapToDouble(figure).toArray());
    }

    private static String resident(List<StartRun.Sample> samples) {
        double[] known = samples.stream()
                .flatMapToDouble(sample -> sample.resident().stream())
                .toArray();
        return known.length == 0 ? "unknown" : MedianInterval.of(known).text(100, 0);
    }

    private List<String> warnings() {
        List<String> lines = new ArrayList<>(result.missing());
        if (!result.machine().warning().isEmpty()) {
            lines.add(result.machine().warning());
        }
        if (result.windows().values().stream()
                .flatMap(List::stream)
                .anyMatch(one -> one.load().generatorLimited())) {
            lines.add("The load generator was near its own limit: rates and latencies of full load may be its own.");
        }
        if (result.plan().tail().rounds() < ROUNDS) {
            lines.add("Rounds: " + result.plan().tail().rounds() + "; " + ROUNDS
                    + " or more make intervals trustworthy.");
        }
        return lines;
    }

    /** Everything for machines; times in seconds. */
    ObjectNode json() {
        ObjectNode root = MAPPER.createObjectNode().put("study", "collectors");
        result.machine().write(root.putObject("machine"));
        root.put("rounds", result.plan().tail().rounds());
        ObjectNode capacity = root.putObject("capacity");
        result.capacity().forEach((work, rate) -> capacity.put(work.name().toLowerCase(Locale.ROOT), rate));
        ArrayNode cells = root.putArray("cells");
        result.windows().forEach((cell, windows) -> {
            if (!windows.isEmpty()) {
                write(cell, windows, cells.addObject());
            }
        });
        ArrayNode starts = root.putArray("starts");
        result.starts().forEach((way, samples) -> write(way, samples, starts.addObject()));
        ArrayNode missing = root.putArray("missing");
        result.missing().forEach(missing::add);
        ObjectNode scores = root.putObject("scores");
        recommendation.scores().forEach((collector, score) -> {
            ObjectNode one = scores.putObject(collector.label()).put("failed", score.failed());
            score.tail().write(one.putObject("p99_ratio"));
            score.cpu().write(one.putObject("cpu_ratio"));
            score.resident().write(one.putObject("resident_ratio"));
        });
        return root.put("recommended", recommendation.chosen().label()).put("finding", finding());
    }

    private static void write(TailRun.Cell cell, List<TailWindow> windows, ObjectNode into) {
        into.put("work", cell.work().name().toLowerCase(Locale.ROOT))
                .put("heap", cell.heap())
                .put("load", cell.load().name().toLowerCase(Locale.ROOT))
                .put("collector", cell.collector().label())
                .put(
                        "requests",
                        windows.stream()
                                .mapToLong(one -> one.whole().getTotalCount())
                                .sum())
                .put("failure_share", failures(windows))
                .put("stalls", stalls(windows));
        for (double percentile : PERCENTILES) {
            String name = "_p" + Labels.plain(percentile);
            median(windows, window -> window.whole(percentile)).write(into.putObject("whole" + name));
            double inside = windows.stream()
                    .map(TailWindow::inside)
                    .reduce(GatewayTimer::plus)
                    .orElseThrow()
                    .percentile(percentile);
            if (Double.isFinite(inside)) {
                into.put("gateway" + name, inside);
            }
        }
        median(windows, TailWindow::cpuPerRequest).write(into.putObject("cpu_per_request"));
        median(windows, TailWindow::collectorShare).write(into.putObject("collector_share"));
        median(windows, TailWindow::pausesPerSecond).write(into.putObject("pauses_per_second"));
        median(windows, TailWindow::pausedShare).write(into.putObject("paused_share"));
        median(windows, window -> window.stops().longestPauseSeconds()).write(into.putObject("longest_pause"));
        median(windows, window -> window.residentBytes()).write(into.putObject("resident_bytes"));
    }

    private static void write(StartRun.Way way, List<StartRun.Sample> samples, ObjectNode into) {
        into.put("collector", way.collector().label()).put("cache", way.cache()).put("dropped", way.dropped());
        of(samples, StartRun.Sample::seconds).write(into.putObject("seconds"));
        of(samples, StartRun.Sample::cpuSeconds).write(into.putObject("cpu_seconds"));
        of(samples, StartRun.Sample::secondsToPeak).write(into.putObject("seconds_to_peak"));
        into.put("files_in_memory_percent", resident(samples));
    }
}
