package io.sluice.bench.compare.styles;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.chart.ChartPage;
import io.sluice.bench.chart.Table;
import io.sluice.bench.compare.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a comparison of client styles found: text for a terminal, JSON for machines, one page for people. */
public final class StylesReport {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99, 100};

    private final StylesResult result;
    private final Machine machine;
    private final BulkFindings bulks;
    private final SearchFindings searches;

    /** @param machine before the first trial */
    StylesReport(StylesResult result, Machine machine) {
        this.result = result;
        this.machine = machine;
        this.bulks = new BulkFindings(result);
        this.searches = new SearchFindings(result);
    }

    /** Writes {@code styles.txt}, {@code styles.json} and {@code styles.html}. */
    public void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("styles.txt"), text());
        Files.writeString(directory.resolve("styles.json"), json().toPrettyString());
        Files.writeString(directory.resolve("styles.html"), html());
    }

    /** Whether every style ran to the end. */
    public boolean isComplete() {
        return result.missing().isEmpty();
    }

    /** Tables and the sentences. */
    public String text() {
        StringBuilder text = new StringBuilder();
        tables().forEach(table -> text.append(table.text()).append('\n'));
        sentences().forEach(sentence -> text.append(sentence).append('\n'));
        return text.toString();
    }

    String html() throws IOException {
        ChartPage page = new ChartPage("Client styles doing the same work", conditions());
        page.findings(sentences());
        if (!result.plan().bulk().sizes().isEmpty()) {
            page.heading("Bulks");
            result.plan().ways().forEach(way -> page.chart(bulks.chart(way)));
        }
        if (!result.plan().search().rates().isEmpty()) {
            page.heading("Searches");
            for (Way way : result.plan().ways()) {
                page.chart(searches.means(way)).chart(searches.percentiles(way));
            }
        }
        page.heading("Figures");
        tables().forEach(page::table);
        return page.html(json());
    }

    private List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        if (!result.plan().bulk().sizes().isEmpty()) {
            for (Way way : result.plan().ways()) {
                tables.add(bulks.throughput(way));
                bulks.againstTransport(way).ifPresent(tables::add);
            }
            tables.add(Costs.table(result, Cell.Kind.BULK));
        }
        if (!result.plan().search().rates().isEmpty()) {
            result.plan().ways().forEach(way -> tables.add(searches.table(way)));
            tables.add(Costs.table(result, Cell.Kind.SEARCH));
        }
        return tables;
    }

    /** What a reader wants to know, what is missing, and what the machine does not let him conclude. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>(bulks.sentences());
        sentences.addAll(searches.sentences());
        result.missing()
                .forEach((style, reason) -> sentences.add(style.id() + " is missing: it did not run. " + reason));
        sentences.add("Client, gateway and server shared " + machine.processors()
                + " cores: rates and latencies are this machine's,"
                + " ratios within a round and costs of CPU, bytes and allocation travel further.");
        if (machine.busy()) {
            sentences.add(machine.warning());
        }
        return sentences;
    }

    private String conditions() {
        return "%s; %d trials of %,d documents, %d of %,d + %,d searches"
                .formatted(
                        machine.text(),
                        result.plan().bulk().trials(),
                        result.plan().bulk().documents(),
                        result.plan().search().trials(),
                        result.plan().search().iterations(),
                        result.plan().search().iterations());
    }

    /** Every trial; times in seconds, latencies in milliseconds. */
    ObjectNode json() {
        ObjectNode root = new ObjectMapper().createObjectNode();
        machine.write(root.putObject("machine"));
        ArrayNode said = root.putArray("findings");
        sentences().forEach(said::add);
        ObjectNode missing = root.putObject("missing");
        result.missing().forEach((style, reason) -> missing.put(style.id(), reason));
        ArrayNode cells = root.putArray("cells");
        for (Map.Entry<Cell, List<Trial>> entry : result.trials().entrySet()) {
            Cell cell = entry.getKey();
            ArrayNode trials = cells.addObject()
                    .put("kind", cell.kind() == Cell.Kind.BULK ? "bulk" : "search")
                    .put("way", cell.way().id())
                    .put("style", cell.style().id())
                    .put(cell.kind() == Cell.Kind.BULK ? "documents_per_bulk" : "target_per_second", cell.load())
                    .putArray("trials");
            entry.getValue().forEach(trial -> write(trial, trials.addObject()));
        }
        return root;
    }

    private static void write(Trial trial, ObjectNode into) {
        into.put("operations", trial.operations())
                .put("seconds", trial.seconds())
                .put("per_second", trial.perSecond())
                .put("client_cpu_seconds", trial.cpu().client())
                .put("gateway_cpu_seconds", trial.cpu().gateway())
                .put("server_cpu_seconds", trial.cpu().server())
                .put("allocated_bytes", trial.allocated())
                .put("sent_bytes", trial.sent())
                .put("received_bytes", trial.received())
                .put("collections", trial.collections());
        ObjectNode latency = into.putObject("latency_ms").put("mean", trial.meanMillis());
        for (double percentile : PERCENTILES) {
            latency.put(percentile == 100 ? "max" : "p" + percentile, trial.millis(percentile));
        }
    }
}
