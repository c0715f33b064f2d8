package io.sluice.bench.compare.styles;

import io.sluice.bench.chart.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What one document or search costs: figures that hold on a machine of few cores, where rates and latencies are its own. */
final class Costs {
    private static final double MICROS = 1e6;
    private static final List<String> HEAD = List.of(
            "style, way",
            "client us",
            "gateway us",
            "server us",
            "all us",
            "bytes sent",
            "bytes received",
            "bytes allocated");

    private Costs() {}

    /** A row for each style on each way; the figures are medians over all loads. */
    static Table table(StylesResult result, Cell.Kind kind) {
        List<List<String>> rows = new ArrayList<>();
        for (Way way : result.plan().ways()) {
            for (Style style : result.styles(way)) {
                rows.add(row(style, way, result.all(kind, way, style)));
            }
        }
        return new Table(
                kind == Cell.Kind.BULK ? "What a document costs" : "What a search costs",
                "CPU time of each process in microseconds, bytes of the client's sockets, bytes that the client"
                        + " allocated: the median of all trials.",
                HEAD,
                rows);
    }

    /** CPU of client, gateway, server and all, bytes sent and received, bytes allocated. */
    private static List<String> row(Style style, Way way, List<Trial> trials) {
        return List.of(
                style.id() + ", " + way.id(),
                cpu(trials, trial -> trial.cpu().client()),
                way.throughGateway() ? cpu(trials, trial -> trial.cpu().gateway()) : Figures.NONE,
                cpu(trials, trial -> trial.cpu().server()),
                cpu(trials, Costs::all),
                Figures.median(trials, trial -> trial.each(trial.sent())),
                Figures.median(trials, trial -> trial.each(trial.received())),
                Figures.median(trials, trial -> trial.each(trial.allocated())));
    }

    /** CPU seconds of all three processes. */
    static double all(Trial trial) {
        return trial.cpu().client() + trial.cpu().gateway() + trial.cpu().server();
    }

    private static String cpu(List<Trial> trials, ToDoubleFunction<Trial> seconds) {
        return Figures.median(trials, trial -> trial.each(seconds.applyAsDouble(trial)) * MICROS);
    }
}
