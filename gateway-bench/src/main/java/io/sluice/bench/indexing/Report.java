package io.sluice.bench.indexing;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.stats.MedianInterval;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What a comparison has found, against the first way, as a table and as JSON. */
final class Report {
    private final Map<Way, List<Window>> windows;
    private final List<Window> baseline;

    Report(Map<Way, List<Window>> windows) {
        this.windows = windows;
        this.baseline = windows.values().iterator().next();
    }

    /** A table for people. */
    String table() {
        Formatter text = new Formatter(Locale.ROOT);
        text.format(
                "%-8s %8s %24s %9s %24s %9s %12s%n", "", "docs/s", "ratio", "us/doc", "ratio", "gateway", "wire bytes");
        windows.forEach((way, own) -> text.format(
                Locale.ROOT,
                "%-8s %8.0f %24s %9.2f %24s %9.2f %12.1f%n",
                way.name(),
                median(own, Window::documentsPerSecond).median(),
                interval(ratio(own, Window::documentsPerSecond)),
                median(own, Window::cpuPerDocument).median() * 1e6,
                interval(ratio(own, Window::cpuPerDocument)),
                median(own, Window::gatewayCpuPerDocument).median() * 1e6,
                median(own, Window::transportBytesPerDocument).median()));
        text.format("us/doc: CPU of cluster and gateway; wire bytes: what nodes sent each other for a document%n");
        return text.toString();
    }

    /** JSON for machines; times in seconds. */
    ArrayNode json() {
        ArrayNode all = new ObjectMapper().createArrayNode();
        windows.forEach((way, own) -> {
            ObjectNode one = all.addObject().put("name", way.name()).put("rounds", own.size());
            put(one.putObject("documents_per_second"), median(own, Window::documentsPerSecond));
            put(one.putObject("documents_per_second_ratio"), ratio(own, Window::documentsPerSecond));
            put(one.putObject("cpu_per_document"), median(own, Window::cpuPerDocument));
            put(one.putObject("cpu_per_document_ratio"), ratio(own, Window::cpuPerDocument));
            put(one.putObject("gateway_cpu_per_document"), median(own, Window::gatewayCpuPerDocument));
            put(one.putObject("transport_bytes_per_document"), median(own, Window::transportBytesPerDocument));
        });
        return all;
    }

    private static MedianInterval median(List<Window> own, ToDoubleFunction<Window> figure) {
        return MedianInterval.of(own.stream().mapToDouble(figure).toArray());
    }

    private MedianInterval ratio(List<Window> own, ToDoubleFunction<Window> figure) {
        double[] ratios = new double[own.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = figure.applyAsDouble(own.get(i)) / figure.applyAsDouble(baseline.get(i));
        }
        return MedianInterval.of(ratios);
    }

    private static void put(ObjectNode into, MedianInterval value) {
        into.put("median", value.median()).put("low", value.low()).put("high", value.high());
    }

    private static String interval(MedianInterval value) {
        return String.format(Locale.ROOT, "%.3f (%.3f .. %.3f)", value.median(), value.low(), value.high());
    }
}
