package io.sluice.bench.compare.styles;

import io.sluice.bench.stats.PairedRounds;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All trials that count, round by round, and what could not be measured. For one thread. */
final class StylesResult {
    private final StylesPlan plan;
    private final Map<Cell, List<Trial>> trials = new LinkedHashMap<>();
    private final Map<Style, String> missing = new EnumMap<>(Style.class);

    StylesResult(StylesPlan plan) {
        this.plan = plan;
    }

    StylesPlan plan() {
        return plan;
    }

    void add(Cell cell, Trial trial) {
        trials.computeIfAbsent(cell, any -> new ArrayList<>()).add(trial);
    }

    /** A style that does not run, or failed on its way; what was measured of it no longer counts. */
    void missing(Style style, String reason) {
        missing.putIfAbsent(style, reason);
        trials.keySet().removeIf(cell -> cell.style() == style);
    }

    boolean isMissing(Style style) {
        return missing.containsKey(style);
    }

    Map<Style, String> missing() {
        return missing;
    }

    Map<Cell, List<Trial>> trials() {
        return trials;
    }

    /** The trials of one cell; none if it was not measured. */
    List<Trial> of(Cell.Kind kind, Way way, Style style, double load) {
        return trials.getOrDefault(new Cell(kind, way, style, load), List.of());
    }

    /** The rounds of one lane beside those of another, for every load at which both were measured; none for a lane beside itself. */
    Optional<PairedRounds<Trial>> paired(Cell.Kind kind, Lane lane, Lane base, List<Double> loads) {
        List<Trial> own = new ArrayList<>();
        List<Trial> others = new ArrayList<>();
        for (double load : loads) {
            List<Trial> mine = of(kind, lane.way(), lane.style(), load);
            List<Trial> theirs = of(kind, base.way(), base.style(), load);
            if (mine.size() == theirs.size()) {
                own.addAll(mine);
                others.addAll(theirs);
            }
        }
        return own.isEmpty() || lane.equals(base) ? Optional.empty() : Optional.of(new PairedRounds<>(own, others));
    }

    /** The styles that can go this way. */
    List<Style> styles(Way way) {
        return plan.styles().stream().filter(style -> style.goes(way)).toList();
    }

    /** The ways through a gateway. */
    List<Way> gateways() {
        return plan.ways().stream().filter(Way::throughGateway).toList();
    }

    /** All trials of a style on a way. */
    List<Trial> all(Cell.Kind kind, Way way, Style style) {
        return loads(kind).stream()
                .flatMap(load -> of(kind, way, style, load).stream())
                .toList();
    }

    List<Double> loads(Cell.Kind kind) {
        return kind == Cell.Kind.BULK
                ? plan.bulk().sizes().stream().map(Integer::doubleValue).toList()
                : plan.search().rates();
    }
}
