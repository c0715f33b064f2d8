package io.sluice.bench.indexing;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.stats.PairedRounds;
import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a comparison has found, against the first way, as a table and as JSON. */
final class Report {
    private final Map<Way, PairedRounds<Window>> rounds = new LinkedHashMap<>();

    Report(Map<Way, List<Window>> windows) {
        List<Window> baseline = windows.values().iterator().next();
        windows.forEach((way, own) -> rounds.put(way, new PairedRounds<>(own, baseline)));
    }

    /** A table for people. */
    String table() {
        Formatter text = new Formatter(Locale.ROOT);
        text.format(
                "%-8s %8s %24s %9s %24s %9s %12s%n", "", "docs/s", "ratio", "us/doc", "ratio", "gateway", "wire bytes");
        rounds.forEach((way, own) -> text.format(
                Locale.ROOT,
                "%-8s %8.0f %24s %9.2f %24s %9.2f %12.1f%n",
                way.name(),
                own.median(Window::documentsPerSecond).median(),
                own.ratio(Window::documentsPerSecond).text(1, 3),
                own.median(Window::cpuPerDocument).median() * 1e6,
                own.ratio(Window::cpuPerDocument).text(1, 3),
                own.median(Window::gatewayCpuPerDocument).median() * 1e6,
                own.median(Window::transportBytesPerDocument).median()));
        text.format("us/doc: CPU of cluster and gateway; wire bytes: what nodes sent each other for a document%n");
        return text.toString();
    }

    /** JSON for machines; times in seconds. */
    ArrayNode json() {
        ArrayNode all = new ObjectMapper().createArrayNode();
        rounds.forEach((way, own) -> {
            ObjectNode one = all.addObject()
                    .put("name", way.name())
                    .put("rounds", own.own().size());
            own.median(Window::documentsPerSecond).write(one.putObject("documents_per_second"));
            own.ratio(Window::documentsPerSecond).write(one.putObject("documents_per_second_ratio"));
            own.median(Window::cpuPerDocument).write(one.putObject("cpu_per_document"));
            own.ratio(Window::cpuPerDocument).write(one.putObject("cpu_per_document_ratio"));
            own.median(Window::gatewayCpuPerDocument).write(one.putObject("gateway_cpu_per_document"));
            own.median(Window::transportBytesPerDocument).write(one.putObject("transport_bytes_per_document"));
        });
        return all;
    }
}
