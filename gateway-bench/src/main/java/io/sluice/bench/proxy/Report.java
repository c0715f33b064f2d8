package io.sluice.bench.proxy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.stats.MedianInterval;
import java.util.ArrayList;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What a comparison has found, against the first subject, as a table and as JSON. */
final class Report {
    private static final double BUSY = 0.7;
    private static final int ROUNDS = 20;

    private final List<Row> rows;
    private final double stubCores;
    private final boolean generatorLimited;

    /** One subject: its windows, its JVM's use, and its figures over the baseline's, round by round. */
    record Row(String name, List<Window> windows, List<Window> baseline, JvmRecording.Usage jvm) {
        MedianInterval median(ToDoubleFunction<Window> figure) {
            return MedianInterval.of(windows.stream().mapToDouble(figure).toArray());
        }

        /** The ratio of each round's two windows. */
        MedianInterval ratio(ToDoubleFunction<Window> figure) {
            double[] ratios = new double[windows.size()];
            for (int i = 0; i < ratios.length; i++) {
                ratios[i] = figure.applyAsDouble(windows.get(i)) / figure.applyAsDouble(baseline.get(i));
            }
            return MedianInterval.of(ratios);
        }

        /** The difference of each round's two windows. */
        MedianInterval above(ToDoubleFunction<Window> figure) {
            double[] differences = new double[windows.size()];
            for (int i = 0; i < differences.length; i++) {
                differences[i] = figure.applyAsDouble(windows.get(i)) - figure.applyAsDouble(baseline.get(i));
            }
            return MedianInterval.of(differences);
        }

        double allocatedPerRequest() {
            double rate = median(w -> w.load().requestsPerSecond()).median();
            return rate > 0 ? jvm.bytesPerSecond() / rate : 0;
        }

        boolean hasDocuments() {
            return windows.stream().allMatch(w -> w.load().recorder().items().succeeded() > 0);
        }

        double failureShare() {
            return windows.stream()
                    .mapToDouble(w -> w.load().failureShare())
                    .max()
                    .orElse(0);
        }
    }

    /** @param usage of each subject's JVM, over all its windows */
    Report(Map<Subject, List<Window>> windows, Map<Subject, JvmRecording.Usage> usage) {
        List<Row> all = new ArrayList<>();
        List<Window> baseline = windows.values().iterator().next();
        windows.forEach((subject, own) ->
                all.add(new Row(subject.name(), own, baseline, usage.getOrDefault(subject, JvmRecording.Usage.NONE))));
        rows = List.copyOf(all);
        stubCores = windows.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Window::stubCores)
                .max()
                .orElse(0);
        generatorLimited = windows.values().stream()
                .flatMap(List::stream)
                .anyMatch(window -> window.load().generatorLimited());
    }

    /** A table for people. */
    String table() {
        Formatter text = new Formatter(Locale.ROOT);
        String first = rows.get(0).name();
        text.format(
                "%-10s %10s %24s %10s %9s %9s %9s%n",
                "", "cpu us/req", "ratio to " + first, "req/s", "p50 ms", "p99 ms", "rss MB");
        for (Row row : rows) {
            text.format(
                    "%-10s %10.2f %24s %10.0f %9.3f %9.3f %9.0f%n",
                    row.name(),
                    row.median(Window::cpuPerRequest).median() * 1e6,
                    interval(row.ratio(Window::cpuPerRequest), 1),
                    row.median(w -> w.load().requestsPerSecond()).median(),
                    row.median(w -> w.latency(50)).median() * 1e3,
                    row.median(w -> w.latency(99)).median() * 1e3,
                    row.median(w -> (double) w.residentBytes()).median() / 1e6);
        }
        if (rows.stream().allMatch(Row::hasDocuments)) {
            documents(text);
        }
        latencies(text, first);
        jvms(text);
        warnings(text);
        return text.toString();
    }

    private void documents(Formatter text) {
        text.format("%n%-10s %10s %10s %24s%n", "", "us/doc", "ms/MB", "ratio");
        for (Row row : rows) {
            text.format(
                    "%-10s %10.3f %10.3f %24s%n",
                    row.name(),
                    row.median(Window::cpuPerDocument).median() * 1e6,
                    row.median(Window::cpuPerMegabyte).median() * 1e3,
                    interval(row.ratio(Window::cpuPerDocument), 1));
        }
    }

    private void latencies(Formatter text, String first) {
        text.format("%n%-10s latency above %s in us, median of rounds with its 95%% interval%n", "", first);
        for (Row row : rows.subList(1, rows.size())) {
            text.format(
                    "%-10s p50 %s   p99 %s   p99.9 %s%n",
                    row.name(),
                    interval(row.above(w -> w.latency(50)), 1e6),
                    interval(row.above(w -> w.latency(99)), 1e6),
                    interval(row.above(w -> w.latency(99.9)), 1e6));
        }
    }

    private void jvms(Formatter text) {
        for (Row row : rows) {
            if (row.jvm().seconds() > 0) {
                text.format(
                        "%n%-10s allocates %.0f bytes a request, %.1f MB/s; %d pauses, the longest %.2f ms%n",
                        row.name(),
                        row.allocatedPerRequest(),
                        row.jvm().bytesPerSecond() / 1e6,
                        row.jvm().pauses(),
                        row.jvm().longestPause().toNanos() / 1e6);
            }
        }
    }

    private void warnings(Formatter text) {
        text.format("%nstub: at most %.2f cores%n", stubCores);
        if (stubCores > BUSY) {
            text.format("WARNING: the stub was near its limit; rates and latencies may be its own%n");
        }
        if (generatorLimited) {
            text.format("WARNING: the generator was near its limit; rates and latencies may be its own%n");
        }
        for (Row row : rows) {
            if (row.failureShare() > 0) {
                text.format(
                        "WARNING: %s had up to %.3f%% failed requests in a window%n",
                        row.name(), row.failureShare() * 100);
            }
        }
        int rounds = rows.get(0).windows().size();
        if (rounds < ROUNDS) {
            text.format("WARNING: only %d rounds; %d or more make the interval trustworthy%n", rounds, ROUNDS);
        }
    }

    /** JSON for machines; times in seconds. */
    ObjectNode json() {
        ObjectNode root = new ObjectMapper().createObjectNode();
        root.put("stub_cores", stubCores).put("generator_limited", generatorLimited);
        ArrayNode subjects = root.putArray("subjects");
        for (Row row : rows) {
            ObjectNode one = subjects.addObject()
                    .put("name", row.name())
                    .put("rounds", row.windows().size());
            put(one.putObject("cpu_per_request"), row.median(Window::cpuPerRequest));
            put(one.putObject("cpu_per_request_ratio"), row.ratio(Window::cpuPerRequest));
            if (row.hasDocuments()) {
                put(one.putObject("cpu_per_document"), row.median(Window::cpuPerDocument));
                put(one.putObject("cpu_per_document_ratio"), row.ratio(Window::cpuPerDocument));
                put(one.putObject("cpu_per_megabyte"), row.median(Window::cpuPerMegabyte));
            }
            put(one.putObject("requests_per_second"), row.median(w -> w.load().requestsPerSecond()));
            for (double percentile : new double[] {50, 99, 99.9}) {
                put(one.putObject("latency_p" + percentile), row.median(w -> w.latency(percentile)));
                put(one.putObject("latency_above_p" + percentile), row.above(w -> w.latency(percentile)));
            }
            put(one.putObject("resident_bytes"), row.median(w -> (double) w.residentBytes()));
            one.put("failure_share", row.failureShare())
                    .put("allocated_bytes_per_second", row.jvm().bytesPerSecond())
                    .put("gc_pauses", row.jvm().pauses())
                    .put("gc_longest_pause", row.jvm().longestPause().toNanos() / 1e9);
        }
        return root;
    }

    private static void put(ObjectNode into, MedianInterval value) {
        into.put("median", value.median()).put("low", value.low()).put("high", value.high());
    }

    private static String interval(MedianInterval value, double factor) {
        String form = factor == 1 ? "%.3f (%.3f .. %.3f)" : "%.0f (%.0f .. %.0f)";
        return form.formatted(value.median() * factor, value.low() * factor, value.high() * factor);
    }
}
