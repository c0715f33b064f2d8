package io.sluice.bench.compare.inside;

import io.sluice.bench.chart.Table;
import io.sluice.bench.stats.MedianInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** Several cells together beside those that they are compared with: what a reader wants to know first. */
final class Comparisons {
    private static final String NONE = "-";
    /** A window has too few parts for a higher percentile. */
    private static final double TAIL = 95;

    private final CellRows cells;
    private final List<Comparison> all = new ArrayList<>();

    /**
     * One of them.
     *
     * @param what is compared
     * @param said whether it is a finding, beside a row of the table
     */
    private record Comparison(String what, boolean said, Predicate<Cell> cells, UnaryOperator<Cell> base) {}

    Comparisons(CellRows cells) {
        this.cells = cells;
        for (Target target : Target.values()) {
            all.add(new Comparison(
                    "pipelined over one connection, " + target.description(), true, pipelined(target), Cell::single));
        }
        for (Target target : Target.values()) {
            all.add(new Comparison(
                    "4 pipelined on each of fewer connections, " + target.description(),
                    false,
                    cell -> cell.target() == target
                            && cell.lanes().isPipelined()
                            && cell.lanes().connections() > 1,
                    Cell::single));
        }
        for (BodyFormat format : BodyFormat.values()) {
            for (Target target : Target.values()) {
                all.add(new Comparison(
                        "bulks as " + format.id() + ", " + target.description(),
                        target == Target.REAL,
                        cell -> cell.target() == target
                                && cell.format() == format
                                && !cell.work().isSearch(),
                        Cell::json));
            }
            all.add(new Comparison(
                    "searches of what came as " + format.id(),
                    format == BodyFormat.SMILE,
                    cell -> cell.format() == format && cell.work().isSearch(),
                    Cell::json));
        }
    }

    private static Predicate<Cell> pipelined(Target target) {
        return cell -> cell.target() == target
                && cell.lanes().isPipelined()
                && cell.lanes().connections() == 1;
    }

    /** All of them, a row each. */
    Table table() {
        List<List<String>> rows = new ArrayList<>();
        for (Comparison one : all) {
            if (cells.overall(one.cells, one.base, CellResult::perSecond).isPresent()) {
                rows.add(List.of(
                        one.what,
                        ratio(one, CellResult::perSecond),
                        ratio(one, CellResult::clientMicros),
                        ratio(one, CellResult::serverMicros),
                        ratio(one, CellResult::sentBytes),
                        ratio(one, window -> window.millis(TAIL))));
            }
        }
        return new Table(
                "All together",
                "Ratios to one request a connection, or to JSON with a length: the geometric mean over the cells of a round, the median of the"
                        + " rounds and its 95% interval; of documents a second, CPU for a document on both sides, bytes, and the 95th"
                        + " percentile of a part, since a window has too few parts for more.",
                List.of("compared", "documents/s", "sender CPU", "server CPU", "bytes sent", "p95"),
                rows);
    }

    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (Comparison one : all) {
            if (one.said
                    && cells.overall(one.cells, one.base, CellResult::perSecond).isPresent()) {
                sentences.add(Character.toUpperCase(one.what.charAt(0)) + one.what.substring(1) + ": "
                        + ratio(one, CellResult::perSecond) + " of the documents a second, "
                        + ratio(one, CellResult::clientMicros) + " of the sender's CPU for one, "
                        + ratio(one, CellResult::serverMicros) + " of the server's.");
            }
        }
        for (Target target : Target.values()) {
            cells.overall(
                            cell -> pipelined(target).test(cell) && cell.work() == Work.MIXED,
                            Cell::single,
                            window -> window.millis(TAIL))
                    .ifPresent(tail -> sentences.add("A small part beside large ones over one connection, "
                            + target.description() + ": " + text(tail) + " of its 95th percentile over its own."));
        }
        return sentences;
    }

    private String ratio(Comparison one, ToDoubleFunction<CellResult> figure) {
        return cells.overall(one.cells, one.base, figure).map(Comparisons::text).orElse(NONE);
    }

    private static String text(MedianInterval ratio) {
        return ratio.text(1, 2);
    }
}
