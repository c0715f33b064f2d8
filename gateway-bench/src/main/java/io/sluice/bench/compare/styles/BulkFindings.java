package io.sluice.bench.compare.styles;

import io.sluice.bench.chart.Axis;
import io.sluice.bench.chart.Labels;
import io.sluice.bench.chart.LineChart;
import io.sluice.bench.chart.Point;
import io.sluice.bench.chart.Scale;
import io.sluice.bench.chart.Series;
import io.sluice.bench.chart.Table;
import io.sluice.bench.stats.PairedRounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the trials of bulks showed: documents a second, against transport and against the way without a gateway. */
final class BulkFindings {
    private final StylesResult result;

    BulkFindings(StylesResult result) {
        this.result = result;
    }

    /** Documents a second by bulk size, each style a line. */
    LineChart chart(Way way) {
        List<Double> sizes = result.loads(Cell.Kind.BULK);
        Axis x = new Axis("documents a bulk", Scale.LINEAR, Labels::count, sizes);
        Axis y = Axis.of("documents a second", Scale.LINEAR, Labels::count);
        List<Series> lines = new ArrayList<>();
        for (Style style : result.plan().styles()) {
            List<Point> points = new ArrayList<>();
            for (double size : sizes.stream().sorted().toList()) {
                List<Trial> trials = result.of(Cell.Kind.BULK, way, style, size);
                if (!trials.isEmpty()) {
                    points.add(Figures.point(size, Figures.of(trials, Trial::perSecond)));
                }
            }
            lines.add(Series.of(style.id(), points, Series.Spread.WHISKERS));
        }
        return new LineChart("Bulks: " + way.id(), way.description(), x, y, lines);
    }

    /** Documents a second: a row for each style, a column for each size. */
    Table throughput(Way way) {
        List<String> head = new ArrayList<>(List.of("style"));
        result.loads(Cell.Kind.BULK).forEach(size -> head.add("bulks of " + Labels.count(size)));
        head.add("of transport's");
        head.add("of its own without a gateway");
        List<List<String>> rows = new ArrayList<>();
        for (Style style : result.styles(way)) {
            List<String> row = new ArrayList<>(List.of(style.id()));
            for (double size : result.loads(Cell.Kind.BULK)) {
                row.add(Figures.counts(result.of(Cell.Kind.BULK, way, style, size), Trial::perSecond));
            }
            Lane lane = new Lane(way, style);
            row.add(ratio(lane, transport(way), result.loads(Cell.Kind.BULK)));
            row.add(
                    way.throughGateway()
                            ? ratio(lane, new Lane(Way.NOOP, style), result.loads(Cell.Kind.BULK))
                            : Figures.NONE);
            rows.add(row);
        }
        String note = "Documents a second, " + way.description()
                + ": median of the trials with its interval, which is the range of fewer than six. Ratios are of trials of"
                + " the same round, all sizes together.";
        return new Table("Bulks: " + way.id(), note, head, rows);
    }

    /** A row for each style, a column for each size: together they could hide that a style gains with size and another loses. */
    Optional<Table> againstTransport(Way way) {
        List<Double> sizes = result.loads(Cell.Kind.BULK);
        if (sizes.size() < 2) {
            return Optional.empty();
        }
        List<String> head = new ArrayList<>(List.of("style"));
        sizes.forEach(size -> head.add("bulks of " + Labels.count(size)));
        List<List<String>> rows = new ArrayList<>();
        for (Style style : result.styles(way)) {
            if (style != Style.TRANSPORT) {
                List<String> row = new ArrayList<>(List.of(style.id()));
                sizes.forEach(size -> row.add(ratio(new Lane(way, style), transport(way), List.of(size))));
                rows.add(row);
            }
        }
        String note = "Documents a second by those of transport without a gateway, in trials of the same round: median"
                + " with its interval, which is the range of fewer than six.";
        return Optional.of(new Table("Bulks by those of transport: " + way.id(), note, head, rows));
    }

    /** How far REST is from transport, and what the gateway adds, in sentences. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (Way way : List.of(Way.NOOP, Way.REAL)) {
            for (Style style : List.of(Style.REST_LOW_LEVEL, Style.REST_HIGH_LEVEL)) {
                Lane lane = new Lane(way, style);
                paired(lane, transport(way))
                        .ifPresent(rounds -> sentences.add("Bulks, " + way.description() + ": " + style.id()
                                + " stores " + Figures.percent(rounds.ratio(Trial::perSecond))
                                + " of the documents a second that transport stores" + bySize(lane) + "."));
            }
        }
        for (Way way : result.gateways()) {
            Style style = Style.REST_LOW_LEVEL;
            paired(new Lane(way, style), new Lane(Way.NOOP, style))
                    .ifPresent(rounds -> sentences.add("Bulks, " + way.description() + ": " + style.id() + " stores "
                            + Figures.percent(rounds.ratio(Trial::perSecond))
                            + " of what it stores straight, and the gateway takes "
                            + rounds.median(trial -> trial.each(trial.cpu().gateway()))
                                    .text(1e6, 2)
                            + " us of CPU a document."));
        }
        return sentences;
    }

    /** The ratio to transport for each size, where there are several. */
    private String bySize(Lane lane) {
        List<Double> sizes = result.loads(Cell.Kind.BULK);
        if (sizes.size() < 2) {
            return "";
        }
        return sizes.stream()
                .map(size -> ratio(lane, transport(lane.way()), List.of(size)) + " in bulks of " + Labels.count(size))
                .collect(Collectors.joining(", ", ": ", ""));
    }

    /** What a way is measured against: transport knows no gateway. */
    private static Lane transport(Way way) {
        return new Lane(way.throughGateway() ? Way.NOOP : way, Style.TRANSPORT);
    }

    private String ratio(Lane lane, Lane base, List<Double> sizes) {
        return result.paired(Cell.Kind.BULK, lane, base, sizes)
                .map(rounds -> Figures.percent(rounds.ratio(Trial::perSecond)))
                .orElse(Figures.NONE);
    }

    private Optional<PairedRounds<Trial>> paired(Lane lane, Lane base) {
        return result.paired(Cell.Kind.BULK, lane, base, result.loads(Cell.Kind.BULK));
    }
}
