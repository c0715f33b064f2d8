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
    private final Map<Way, PairedRounds<IndexingResult>> rounds = new LinkedHashMap<>();

    Report(Map<Way, List<IndexingResult>> windows) {
        List<IndexingResult> baseline = windows.values().iterator().next();
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
                own.median(IndexingResult::documentsPerSecond).median(),
                own.ratio(IndexingResult::documentsPerSecond).text(1, 3),
                own.median(IndexingResult::cpuPerDocument).median() * 1e6,
                own.ratio(IndexingResult::cpuPerDocument).text(1, 3),
                own.median(IndexingResult::gatewayCpuPerDocument).median() * 1e6,
                own.median(IndexingResult::transportBytesPerDocument).median()));
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
            own.median(IndexingResult::documentsPerSecond).write(one.putObject("documents_per_second"));
            own.ratio(IndexingResult::documentsPerSecond).write(one.putObject("documents_per_second_ratio"));
            own.median(IndexingResult::cpuPerDocument).write(one.putObject("cpu_per_document"));
            own.ratio(IndexingResult::cpuPerDocument).write(one.putObject("cpu_per_document_ratio"));
            own.median(IndexingResult::gatewayCpuPerDocument).write(one.putObject("gateway_cpu_per_document"));
            own.median(IndexingResult::transportBytesPerDocument).write(one.putObject("transport_bytes_per_document"));
        });
        return all;
    }
}
