package io.sluice.bench.compare.collectors;

import io.sluice.bench.stats.MedianInterval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What the distribution should use by default, by what was measured. The collector that it comes with stays unless another one is better
 * beyond doubt: its 99th percentile of the whole time lower without costing more CPU, or its CPU lower without a higher percentile, where
 * the 95% interval decides, over all works, heaps and loads that both have done.
 *
 * @param chosen what to use
 * @param scores of every other collector, beside the one that the distribution comes with
 */
record Recommendation(Collector chosen, Map<Collector, Score> scores) {
    private static final double NINETY_NINE = 99;
    /** Above it the requests that failed say more than those that did not. */
    private static final double MOST_FAILURES = 0.001;

    private static final double CONFIDENCE = 0.95;

    /**
     * Ratios to the collector that the distribution comes with: the geometric mean over cells in each round, the median over rounds.
     *
     * @param tail of the 99th percentile of the whole time
     * @param cpu of CPU time a request
     * @param resident of memory
     * @param failed a cell in which requests failed that the other served; empty without
     */
    record Score(MedianInterval tail, MedianInterval cpu, MedianInterval resident, String failed) {
        /** Fewer than six rounds prove nothing. */
        boolean proven() {
            return tail.covered() >= CONFIDENCE;
        }

        boolean better() {
            return failed.isEmpty()
                    && proven()
                    && (tail.high() < 1 && cpu.low() <= 1 || cpu.high() < 1 && tail.low() <= 1);
        }

        private double together() {
            return tail.median() * cpu.median();
        }
    }

    /** Of the windows of every cell; the first collector is what the distribution comes with. */
    static Recommendation of(List<Collector> collectors, Map<TailRun.Cell, List<TailWindow>> windows) {
        Collector shipped = collectors.get(0);
        Map<Collector, Score> scores = new LinkedHashMap<>();
        for (Collector other : collectors.subList(1, collectors.size())) {
            score(other, shipped, windows).ifPresent(score -> scores.put(other, score));
        }
        Collector chosen = scores.entrySet().stream()
                .filter(one -> one.getValue().better())
                .min((one, two) ->
                        Double.compare(one.getValue().together(), two.getValue().together()))
                .map(Map.Entry::getKey)
                .orElse(shipped);
        return new Recommendation(chosen, scores);
    }

    private static Optional<Score> score(
            Collector other, Collector shipped, Map<TailRun.Cell, List<TailWindow>> windows) {
        List<List<TailWindow>> own = new ArrayList<>();
        List<List<TailWindow>> base = new ArrayList<>();
        String failed = "";
        for (Map.Entry<TailRun.Cell, List<TailWindow>> one : windows.entrySet()) {
            TailRun.Cell cell = one.getKey();
            if (cell.collector() != other) {
                continue;
            }
            List<TailWindow> baseline =
                    windows.getOrDefault(new TailRun.Cell(cell.work(), cell.heap(), cell.load(), shipped), List.of());
            if (baseline.isEmpty() || failures(baseline) > MOST_FAILURES) {
                continue;
            }
            if (one.getValue().size() < baseline.size() || failures(one.getValue()) > MOST_FAILURES) {
                failed = cell.work().label() + " with " + cell.heap() + " at "
                        + cell.load().label();
                continue;
            }
            own.add(one.getValue());
            base.add(baseline);
        }
        if (own.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Score(
                means(own, base, window -> window.whole(NINETY_NINE)),
                means(own, base, TailWindow::cpuPerRequest),
                means(own, base, window -> window.residentBytes()),
                failed));
    }

    private static double failures(List<TailWindow> windows) {
        return windows.stream()
                .mapToDouble(window -> window.load().failureShare())
                .average()
                .orElse(1);
    }

    /** The geometric mean of a round's ratios over all cells, and its median over the rounds. */
    private static MedianInterval means(
            List<List<TailWindow>> own, List<List<TailWindow>> base, ToDoubleFunction<TailWindow> figure) {
        int rounds = own.stream().mapToInt(List::size).min().orElse(0);
        double[] means = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            double logs = 0;
            int cells = 0;
            for (int cell = 0; cell < own.size(); cell++) {
                double ratio = figure.applyAsDouble(own.get(cell).get(round))
                        / figure.applyAsDouble(base.get(cell).get(round));
                if (ratio > 0 && Double.isFinite(ratio)) {
                    logs += Math.log(ratio);
                    cells++;
                }
            }
            means[round] = cells == 0 ? 1 : Math.exp(logs / cells);
        }
        return MedianInterval.of(means);
    }

    /** Sentences for people: the choice, and why. */
    String text(Collector shipped) {
        StringBuilder text = new StringBuilder();
        if (scores.values().stream().noneMatch(Score::proven)) {
            text.append("Too few rounds, or nothing to compare: no recommendation. bin/sluice uses ")
                    .append(shipped.label())
                    .append('.');
        } else if (chosen == shipped) {
            text.append("bin/sluice should stay with ").append(shipped.label());
            text.append(
                    ": no other collector is better in the tail without costing more, or cheaper without a longer tail.");
        } else {
            text.append("bin/sluice should use ").append(chosen.label()).append(" instead of ");
            text.append(shipped.label()).append('.');
        }
        scores.forEach((collector, score) -> text.append(String.format(
                Locale.ROOT,
                " %s has %s of its 99th percentile, %s of its CPU a request and %s of its memory%s.",
                collector.label(),
                score.tail.text(1, 2),
                score.cpu.text(1, 2),
                score.resident.text(1, 2),
                score.failed.isEmpty() ? "" : ", and failed in " + score.failed)));
        return text.toString();
    }
}
