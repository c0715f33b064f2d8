package io.sluice.bench.compare.clients;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.chart.ChartPage;
import io.sluice.bench.chart.Table;
import io.sluice.bench.compare.clients.style.SearchStyle;
import io.sluice.bench.stats.MedianInterval;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the study has found: tables, JSON, and one page. */
final class ClientReport {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    // What the original found, raw JSON beside its full DSL.
    private static final double ORIGINAL_TIME = 3.88 / 4.14;
    private static final double ORIGINAL_BYTES = 118.0 / 160;
    private static final double ORIGINAL_OBJECTS = 514.0 / 1650;
    private static final int ROUNDS = 6;

    private final ClientStudy.Result result;
    private final OperationRows operations;
    private final SustainedRows sustained;

    ClientReport(ClientStudy.Result result) {
        this.result = result;
        this.operations = new OperationRows(result);
        this.sustained = new SustainedRows(result.sustained());
    }

    /** Tables and sentences for a terminal. */
    String text() {
        StringBuilder text = new StringBuilder();
        text.append(operations.table().text()).append('\n');
        text.append(sustained.table().text()).append('\n');
        text.append(against().text()).append('\n');
        text.append(finding()).append('\n');
        warnings().forEach(line -> text.append("WARNING: ").append(line).append('\n'));
        return text.toString();
    }

    /** One page that loads nothing. */
    String html() throws IOException {
        ChartPage page = new ChartPage(
                        "Client study: builders and classes, or raw JSON",
                        result.machine().text())
                .finding(finding());
        warnings().forEach(page::paragraph);
        page.heading("One operation");
        operations.charts().forEach(page::chart);
        page.table(operations.table()).heading("The application under load");
        sustained.charts().forEach(page::chart);
        page.table(sustained.table());
        return page.heading("Beside the original")
                .table(against())
                .paragraph(
                        "The original is a study of two Go clients: the same search built and decoded through a full query DSL and"
                                + " through raw JSON. Its allocations are Go's; ours are objects on the Java heap.")
                .html(json());
    }

    /** Everything for machines. */
    ObjectNode json() {
        ObjectNode root = MAPPER.createObjectNode().put("study", "clients");
        result.machine().write(root.putObject("machine"));
        root.put("rounds", result.effort().rounds());
        operations.write(root.putArray("operations"));
        classes(root.putObject("objects_by_class"));
        sustained.write(root.putObject("sustained"));
        return root.put("finding", finding());
    }

    private void classes(ObjectNode into) {
        result.counts().forEach((operation, byKind) -> {
            ObjectNode ofOperation = into.putObject(operation.label());
            byKind.forEach((kind, count) -> {
                ObjectNode classes = ofOperation.putObject(kind.label());
                count.byClass().forEach(classes::put);
            });
        });
    }

    /** The sentence that a reader wants. */
    String finding() {
        OperationRows.Row search = operations.search(SearchStyle.Kind.STREAMING);
        SustainedRows.Row load = sustained.compared();
        return String.format(
                Locale.ROOT,
                "To write a search and read its ten hits, raw JSON takes %s of the time, %s of the bytes and %.2f of the objects of builders"
                        + " and classes. Under the same load, the application with %s has %s of the collections and takes %s of the CPU"
                        + " time of the one with typed.",
                search.rounds().ratio(StyleCost::nanos).text(1, 2),
                search.rounds().ratio(StyleCost::bytes).text(1, 2),
                search.objectsRatio(),
                load.kind().label(),
                text(load, SustainedRows.Figure.COLLECTIONS),
                text(load, SustainedRows.Figure.CPU));
    }

    private static String text(SustainedRows.Row row, SustainedRows.Figure figure) {
        return row.ratio(figure.of()).map(value -> value.text(1, 2)).orElse("an unknown share");
    }

    /** Each ratio of the original's beside ours. */
    private Table against() {
        OperationRows.Row whole = operations.search(SearchStyle.Kind.STREAMING);
        OperationRows.Row shown = operations.search(SearchStyle.Kind.SHOWN);
        SustainedRows.Row load = sustained.compared();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("time of a search", ratio(ORIGINAL_TIME), time(whole), time(shown)));
        rows.add(List.of("bytes of a search", ratio(ORIGINAL_BYTES), bytes(whole), bytes(shown)));
        rows.add(List.of(
                "allocations of a search",
                ratio(ORIGINAL_OBJECTS),
                ratio(whole.objectsRatio()),
                ratio(shown.objectsRatio())));
        Map<String, SustainedRows.Figure> figures = Map.of(
                "collections under load", SustainedRows.Figure.COLLECTIONS,
                "time paused under load", SustainedRows.Figure.PAUSED,
                "CPU under load", SustainedRows.Figure.CPU);
        figures.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(one -> rows.add(List.of(
                        one.getKey(),
                        one.getValue() == SustainedRows.Figure.CPU ? "0.80" : "0.80 to 0.85",
                        text(load, one.getValue()),
                        "")));
        return new Table(
                "Raw JSON beside builders and classes: the ratio",
                "The original's third line of production figures is about pauses of its collector; here collections and pauses stand apart.",
                List.of("", "original", "here, all fields", "here, fields shown"),
                rows);
    }

    private static String time(OperationRows.Row row) {
        return text(row.rounds().ratio(StyleCost::nanos));
    }

    private static String bytes(OperationRows.Row row) {
        return text(row.rounds().ratio(StyleCost::bytes));
    }

    private static String text(MedianInterval value) {
        return value.text(1, 3);
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private List<String> warnings() {
        List<String> lines = new ArrayList<>(sustained.warnings());
        if (!result.machine().warning().isEmpty()) {
            lines.add(result.machine().warning());
        }
        if (result.effort().rounds() < ROUNDS) {
            lines.add("Rounds: " + result.effort().rounds() + "; " + ROUNDS + " or more make intervals trustworthy.");
        }
        return lines;
    }
}
