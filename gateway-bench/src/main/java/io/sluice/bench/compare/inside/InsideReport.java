package io.sluice.bench.compare.inside;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.chart.ChartPage;
import io.sluice.bench.chart.Table;
import io.sluice.bench.stats.MedianInterval;
import io.sluice.bench.stats.PairedRounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What both experiments have found: tables, JSON, and one page. */
final class InsideReport {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int ROUNDS = 6;

    private final InsideStudy.Result result;
    private final CellRows cells;
    private final List<FidelityRows> fidelity;

    InsideReport(InsideStudy.Result result) {
        this.result = result;
        this.cells = new CellRows(result.windows());
        this.fidelity = result.fidelity().stream().map(FidelityRows::new).toList();
    }

    /** Tables and sentences for a terminal. */
    String text() {
        StringBuilder text = new StringBuilder();
        text.append(new Comparisons(cells).table().text()).append('\n');
        text.append(cells.pipelining().text()).append('\n');
        formatTables().forEach(table -> text.append(table.text()).append('\n'));
        sentences().forEach(sentence -> text.append(sentence).append('\n'));
        warnings().forEach(line -> text.append("WARNING: ").append(line).append('\n'));
        return text.toString();
    }

    /** One page that loads nothing. */
    String html() throws IOException {
        ChartPage page = new ChartPage(
                "The transport idea, inside: pipelined connections and binary bodies",
                result.machine().text());
        page.findings(sentences());
        warnings().forEach(page::paragraph);
        page.table(new Comparisons(cells).table());
        page.heading("Parts of bulks over pipelined connections");
        int most = result.plan().underWay().stream().mapToInt(i -> i).max().orElse(1);
        for (Target target : Target.values()) {
            page.chart(cells.throughput(target, most));
            page.chart(cells.headOfLine(target, most));
        }
        page.table(cells.pipelining());
        page.heading("Bodies in binary formats");
        formatTables().forEach(page::table);
        return page.html(json());
    }

    private List<Table> formatTables() {
        List<Table> tables = new ArrayList<>(List.of(cells.formats(), writing()));
        fidelity.forEach(one -> tables.addAll(List.of(one.samples(), one.routes())));
        return tables;
    }

    private Table writing() {
        List<WritingCost.Cost> base = result.cost().getOrDefault(WritingCost.SPLICED, List.of());
        List<List<String>> rows = new ArrayList<>();
        result.cost().forEach((way, costs) -> {
            PairedRounds<WritingCost.Cost> rounds = new PairedRounds<>(costs, base);
            rows.add(List.of(
                    way,
                    rounds.median(WritingCost.Cost::micros).text(1, 2),
                    rounds.ratio(WritingCost.Cost::micros).text(1, 2),
                    rounds.median(WritingCost.Cost::bytes).text(1, 0)));
        });
        return new Table(
                "What it costs the gateway to write a city",
                "One thread, CPU microseconds for a document.",
                List.of("way", "us", "ratio", "bytes"),
                rows);
    }

    /** The sentences that a reader wants. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>(new Comparisons(cells).sentences());
        fidelity.forEach(one -> sentences.add(one.sentence()));
        return sentences;
    }

    private List<String> warnings() {
        List<String> lines = new ArrayList<>();
        long failures = result.windows().values().stream()
                .flatMap(List::stream)
                .mapToLong(CellResult::failures)
                .sum();
        if (failures > 0) {
            lines.add(failures + " requests failed; they are not counted as documents.");
        }
        if (!result.machine().warning().isEmpty()) {
            lines.add(result.machine().warning());
        }
        if (result.plan().effort().rounds() < ROUNDS) {
            lines.add("Rounds: " + result.plan().effort().rounds() + "; " + ROUNDS
                    + " or more make intervals trustworthy.");
        }
        return lines;
    }

    /** Everything for machines. */
    ObjectNode json() {
        ObjectNode root = MAPPER.createObjectNode().put("study", "inside");
        result.machine().write(root.putObject("machine"));
        root.put("rounds", result.plan().effort().rounds());
        ArrayNode said = root.putArray("findings");
        sentences().forEach(said::add);
        ArrayNode all = root.putArray("cells");
        result.windows().forEach((cell, windows) -> write(cell, windows, all.addObject()));
        ObjectNode writing = root.putObject("writing");
        for (Map.Entry<String, List<WritingCost.Cost>> way : result.cost().entrySet()) {
            MedianInterval.of(way.getValue().stream()
                            .mapToDouble(WritingCost.Cost::micros)
                            .toArray())
                    .write(writing.putObject(way.getKey()));
        }
        ArrayNode servers = root.putArray("fidelity");
        fidelity.forEach(one -> one.write(servers.addObject()));
        return root;
    }

    private static void write(Cell cell, List<CellResult> windows, ObjectNode into) {
        into.put("target", cell.target().id())
                .put("work", cell.work().label())
                .put("format", cell.format().id())
                .put("connections", cell.lanes().connections())
                .put("pipelined", cell.lanes().pipelined());
        ArrayNode rounds = into.putArray("rounds");
        for (CellResult window : windows) {
            rounds.addObject()
                    .put("documents", window.documents())
                    .put("failures", window.failures())
                    .put("documents_per_second", window.perSecond())
                    .put("sender_cpu_us", window.clientMicros())
                    .put("server_cpu_us", window.serverMicros())
                    .put("sent_bytes", window.sentBytes())
                    .put("received_bytes", window.receivedBytes())
                    .put("p50_ms", window.millis(50))
                    .put("p99_ms", window.millis(99));
        }
    }
}
