package io.sluice.bench.compare.scaling;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.chart.ChartPage;
import io.sluice.bench.chart.Labels;
import io.sluice.bench.chart.Table;
import io.sluice.bench.stats.MedianInterval;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the study has found: tables, JSON, and one page. Every row says whether it was measured or modelled. */
final class ScalingReport {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final double FAILED = 1e-4;

    private final ScalingStudy.Result result;

    ScalingReport(ScalingStudy.Result result) {
        this.result = result;
    }

    /** Tables and sentences for a terminal. */
    String text() {
        StringBuilder text = new StringBuilder();
        tables().forEach(table -> text.append(table.text()).append('\n'));
        warnings().forEach(line -> text.append("WARNING: ").append(line).append('\n'));
        return text.append(finding()).append('\n').toString();
    }

    /** One page that loads nothing. */
    String html() throws IOException {
        ChartPage page = new ChartPage(
                        "Documents a second by cores of the gateway",
                        result.machine().text())
                .finding(finding());
        warnings().forEach(page::paragraph);
        ScalingCharts charts = new ScalingCharts(result);
        result.rows().keySet().forEach(shards -> page.chart(charts.of(shards)));
        tables().forEach(page::table);
        return page.html(json());
    }

    /** JSON for machines; times in seconds. */
    ObjectNode json() {
        ObjectNode root = MAPPER.createObjectNode();
        result.machine().write(root.putObject("machine"));
        root.set("node", result.plan().node().json());
        root.put("documents_per_bulk", result.plan().run().bulk());
        var measured = root.putArray("measured");
        result.windows()
                .forEach((shards, ways) -> ways.forEach((way, windows) -> {
                    ObjectNode one = measured.addObject()
                            .put("shards", shards)
                            .put("cores", way.loops())
                            .put("kind", "measured")
                            .put("original", Original.documentsPerSecond(shards, way.loops()));
                    write(windows, one);
                }));
        var modelled = root.putArray("modelled");
        result.rows()
                .forEach((shards, rows) -> rows.forEach(row -> {
                    ObjectNode one = modelled.addObject()
                            .put("shards", shards)
                            .put("gateways", row.gateways().count())
                            .put("cores_each", row.gateways().cores())
                            .put("kind", "modelled")
                            .put("original", original(shards, row));
                    write(row.calibrated(), one.putObject("nodes_as_calibrated"));
                    write(row.slow(), one.putObject("nodes_as_the_originals"));
                }));
        var checks = root.putArray("checks");
        for (ScalingStudy.Check check : result.checks()) {
            ObjectNode one = checks.addObject()
                    .put("shards", check.shards())
                    .put("nodes_work", check.working())
                    .put("cores", check.way().loops())
                    .put("predicted", check.predicted());
            check.reached().write(one.putObject("reached"));
        }
        return root.put("finding", finding());
    }

    private static void write(List<ScalingWindow> windows, ObjectNode into) {
        ScalingStudy.median(windows, ScalingWindow::documentsPerSecond).write(into.putObject("documents_per_second"));
        ScalingStudy.median(windows, ScalingWindow::gatewayCpuPerDocument).write(into.putObject("gateway_cpu"));
        ScalingStudy.median(windows, ScalingWindow::generatorCpuPerDocument).write(into.putObject("generator_cpu"));
        ScalingStudy.median(windows, ScalingWindow::stubCpuPerDocument).write(into.putObject("stub_cpu"));
        ScalingStudy.median(windows, ScalingWindow::requestsPerBulk).write(into.putObject("requests_per_bulk"));
        ScalingStudy.median(windows, ScalingWindow::misroutedShare).write(into.putObject("misrouted_share"));
        ScalingStudy.median(windows, ScalingWindow::failed).write(into.putObject("failure_share"));
    }

    private static void write(BulkSimulation.Outcome outcome, ObjectNode into) {
        into.put("documents_per_second", outcome.documentsPerSecond())
                .put("seconds_per_bulk", outcome.seconds())
                .put("gateway_use", outcome.gatewayUse())
                .put("node_use", outcome.nodeUse())
                .put("limit", ScalingModel.limit(outcome));
    }

    /** What a reader should take away. */
    String finding() {
        StringBuilder text = new StringBuilder();
        result.windows().forEach((shards, ways) -> {
            double core = 1 / cost(ways, ScalingWay.ONE_LOOP).median();
            text.append(String.format(
                    Locale.ROOT,
                    "%d shards: one core of the gateway takes %,.0f documents a second (measured, by its CPU time)%s. ",
                    shards,
                    core,
                    compared(core, Original.documentsPerSecond(shards, 1))));
            text.append(regrouped(shards));
            if (Original.knows(shards)) {
                text.append(String.format(
                        Locale.ROOT,
                        "A cluster that takes no more than the original's %,d is saturated by %s (modelled). ",
                        Original.most(shards),
                        saturating(shards)));
            }
        });
        return text.append("Mind that ").append(Original.CAVEAT).append('.').toString();
    }

    private static String compared(double core, int original) {
        return original == 0
                ? ""
                : String.format(Locale.ROOT, ", %.1f times the original's %,d", core / original, original);
    }

    /** What regrouping gives a cluster, as the model has it. */
    private String regrouped(int shards) {
        List<ScalingModel.Row> rows = result.rows().getOrDefault(shards, List.of());
        double straight = rows.stream()
                .filter(row -> row.gateways().count() == 0)
                .mapToDouble(row -> row.calibrated().documentsPerSecond())
                .max()
                .orElse(0);
        double most = rows.stream()
                .filter(row -> row.gateways().count() > 0)
                .mapToDouble(row -> row.calibrated().documentsPerSecond())
                .max()
                .orElse(0);
        String original = Original.knows(shards)
                ? String.format(
                        Locale.ROOT,
                        "; the original's %.2f",
                        (double) Original.most(shards) / Original.documentsPerSecond(shards, 0))
                : "";
        return straight == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "Nodes as found here take %.2f times as much through a gateway of this table as straight"
                                + " (modelled%s). ",
                        most / straight,
                        original);
    }

    private String saturating(int shards) {
        return result.rows().getOrDefault(shards, List.of()).stream()
                .filter(row -> row.gateways().count() == 1
                        && ScalingModel.limit(row.slow()).equals("nodes"))
                .findFirst()
                .map(row -> "a gateway of " + row.label())
                .orElse("no gateway of this table");
    }

    private static MedianInterval cost(Map<ScalingWay, List<ScalingWindow>> ways, ScalingWay way) {
        return ScalingStudy.median(ways.getOrDefault(way, List.of()), ScalingWindow::gatewayCpuPerDocument);
    }

    private List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (!result.machine().warning().isEmpty()) {
            warnings.add(result.machine().warning());
        }
        result.windows()
                .forEach((shards, ways) -> ways.forEach((way, windows) -> {
                    double failed =
                            ScalingStudy.median(windows, ScalingWindow::failed).high();
                    if (failed > FAILED) {
                        warnings.add(String.format(
                                Locale.ROOT, "%d shards, %s: up to %.2f%% failed", shards, way.label(), failed * 100));
                    }
                }));
        return warnings;
    }

    private List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        result.rows().forEach((shards, rows) -> tables.add(byCores(shards, rows)));
        result.windows().forEach((shards, ways) -> tables.add(measured(shards, ways)));
        tables.add(node());
        tables.add(checks());
        return tables;
    }

    /** The original's table. */
    private Table byCores(int shards, List<ScalingModel.Row> rows) {
        List<List<String>> lines = new ArrayList<>();
        result.windows().getOrDefault(shards, Map.of()).forEach((way, windows) -> {
            MedianInterval cost = ScalingStudy.median(windows, ScalingWindow::gatewayCpuPerDocument);
            lines.add(List.of(
                    way.label(),
                    "measured",
                    way.loops() == 0 ? "-" : perSecond(way.loops(), cost),
                    ScalingStudy.median(windows, ScalingWindow::documentsPerSecond)
                            .text(1, 0),
                    "-",
                    "-",
                    "-",
                    "-",
                    published(Original.documentsPerSecond(shards, way.loops()))));
        });
        for (ScalingModel.Row row : rows) {
            lines.add(List.of(
                    row.label(),
                    "modelled",
                    "-",
                    "-",
                    Labels.whole(row.calibrated().documentsPerSecond()),
                    ScalingModel.limit(row.calibrated()),
                    Labels.whole(row.slow().documentsPerSecond()),
                    ScalingModel.limit(row.slow()),
                    published(original(shards, row))));
        }
        return new Table(
                shards + " shards: documents a second by cores of the gateway",
                "Measured: the gateway's cores divided by the CPU time that its process takes for a document, with the 95% interval of"
                        + " the rounds; and what gateway, load generator and stub reached together here. Modelled: "
                        + Original.NODES + " nodes of "
                        + Original.CORES
                        + " cores, as a real node was found to cost here, and slowed down until they take regrouped what the"
                        + " original's took at most. The original's figures are from its own report; " + Original.CAVEAT
                        + ".",
                List.of(
                        "gateway",
                        "row is",
                        "gateway alone",
                        "reached on " + result.machine().processors() + " cores",
                        "nodes as found here",
                        "limit",
                        "nodes as slow as the original's",
                        "limit",
                        "original"),
                lines);
    }

    private static int original(int shards, ScalingModel.Row row) {
        return row.gateways().count() > 1 ? 0 : Original.documentsPerSecond(shards, row.cores());
    }

    private static String published(int documentsPerSecond) {
        return documentsPerSecond == 0 ? "-" : Labels.whole(documentsPerSecond);
    }

    private static String perSecond(int cores, MedianInterval cost) {
        return String.format(
                Locale.ROOT, "%,.0f (%,.0f .. %,.0f)", cores / cost.median(), cores / cost.high(), cores / cost.low());
    }

    private Table measured(int shards, Map<ScalingWay, List<ScalingWindow>> ways) {
        List<List<String>> lines = new ArrayList<>();
        ways.forEach((way, windows) -> lines.add(List.of(
                way.label(),
                way.loops() == 0
                        ? "-"
                        : ScalingStudy.median(windows, ScalingWindow::gatewayCpuPerDocument)
                                .text(1e6, 3),
                ScalingStudy.median(windows, ScalingWindow::generatorCpuPerDocument)
                        .text(1e6, 3),
                ScalingStudy.median(windows, ScalingWindow::stubCpuPerDocument).text(1e6, 3),
                ScalingStudy.median(windows, ScalingWindow::documentsPerSecond).text(1e-3, 0),
                ScalingStudy.median(windows, ScalingWindow::requestsPerBulk).text(1, 1),
                ScalingStudy.median(windows, ScalingWindow::misroutedShare).text(100, 1))));
        return new Table(
                shards + " shards: measured on this machine",
                "µs of CPU a document; thousands of documents a second that gateway, load generator and stub reached together on the same "
                        + result.machine().processors()
                        + " cores, up to the last answer. Medians with their 95% interval.",
                List.of(
                        "gateway",
                        "gateway, µs",
                        "generator, µs",
                        "stub, µs",
                        "thousand a second here",
                        "requests a bulk",
                        "% forwarded"),
                lines);
    }

    private Table node() {
        CalibratedNode node = result.plan().node();
        return new Table(
                "What a real node costs",
                node.machine().isEmpty() ? "" : "Measured: " + node.machine(),
                List.of("", "CPU"),
                List.of(
                        List.of("a request, µs", node.request().text(1e6, 0)),
                        List.of("a shard in a bulk, µs", node.shard().text(1e6, 0)),
                        List.of("a document, µs", node.document().text(1e6, 2)),
                        List.of("a forwarded byte, ns", node.forwardedByte().text(1e9, 2))));
    }

    private Table checks() {
        List<List<String>> lines = new ArrayList<>();
        for (ScalingStudy.Check check : result.checks()) {
            lines.add(List.of(
                    check.shards() + " shards, " + check.way().label() + (check.working() ? ", nodes work" : ""),
                    Labels.whole(check.predicted()),
                    check.reached().text(1, 0),
                    String.format(Locale.ROOT, "%.2f", check.ratio())));
        }
        return new Table(
                "The model beside what was measured",
                "Documents a second on this machine. Where the stub's nodes take no time, the cores that all processes share decide; where they"
                        + " work, each has one worker and a service time in proportion to the real node's costs.",
                List.of("", "model", "measured", "model / measured"),
                lines);
    }
}
