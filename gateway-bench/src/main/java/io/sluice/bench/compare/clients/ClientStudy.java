package io.sluice.bench.compare.clients;

import io.sluice.bench.compare.Machine;
import io.sluice.bench.compare.StudyProgress;
import io.sluice.bench.compare.clients.style.SearchStyle;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Measures each style's operations alone, then the application in some of them under load. */
final class ClientStudy {
    /** What the start of a JVM takes, about; for the estimate. */
    private static final Duration START = Duration.ofMillis(700);

    private final Plan plan;

    /**
     * How much is measured of single operations.
     *
     * @param operations the query and an answer of ten hits among them
     * @param styles typed, streaming and shown among them
     * @param rounds of all styles and operations, each measurement in a JVM of its own
     * @param iterations to warm up, and as many to measure
     * @param time of an iteration
     */
    record Effort(
            List<Operation> operations, List<SearchStyle.Kind> styles, int rounds, int iterations, Duration time) {
        Effort {
            operations = List.copyOf(operations);
            styles = List.copyOf(styles);
            if (rounds < 1 || iterations < 1 || !time.isPositive()) {
                throw new IllegalArgumentException("rounds and iterations are at least 1");
            }
        }

        private Duration one() {
            return time.multipliedBy(2L * iterations).plus(START);
        }

        private Duration count() {
            return time.multipliedBy(iterations).plus(START);
        }
    }

    /** The whole plan. */
    record Plan(Effort effort, SustainedRun.Plan sustained) {
        Duration length() {
            long each = (long) effort.styles.size() * effort.operations.size();
            return effort.one()
                    .multipliedBy(each * effort.rounds)
                    .plus(effort.count().multipliedBy(each))
                    .plus(sustained.length());
        }
    }

    /** What was found. */
    record Result(
            Machine machine,
            Effort effort,
            Map<Operation, Map<SearchStyle.Kind, List<StyleCost>>> costs,
            Map<Operation, Map<SearchStyle.Kind, AllocationCount>> counts,
            SustainedRun.Result sustained) {}

    ClientStudy(Plan plan) {
        this.plan = plan;
    }

    /** Runs all of it; blocks. Nothing it started is left running. */
    Result run(Consumer<String> lines) throws IOException, InterruptedException {
        Machine machine = Machine.now();
        StudyProgress progress = new StudyProgress(plan.length(), lines);
        Map<Operation, Map<SearchStyle.Kind, List<StyleCost>>> costs = costs(progress);
        Map<Operation, Map<SearchStyle.Kind, AllocationCount>> counts = counts(progress);
        return new Result(machine, plan.effort, costs, counts, new SustainedRun(plan.sustained).run(progress));
    }

    private Map<Operation, Map<SearchStyle.Kind, List<StyleCost>>> costs(StudyProgress progress) throws IOException {
        Map<Operation, Map<SearchStyle.Kind, List<StyleCost>>> costs = new EnumMap<>(Operation.class);
        List<SearchStyle.Kind> order = new ArrayList<>(plan.effort.styles);
        for (int round = 0; round < plan.effort.rounds; round++) {
            for (Operation operation : plan.effort.operations) {
                Map<SearchStyle.Kind, List<StyleCost>> into =
                        costs.computeIfAbsent(operation, unused -> new EnumMap<>(SearchStyle.Kind.class));
                for (SearchStyle.Kind kind : order) {
                    into.computeIfAbsent(kind, unused -> new ArrayList<>())
                            .add(StyleCost.measure(kind, operation, plan.effort.iterations, plan.effort.time));
                    progress.step(
                            plan.effort.one(),
                            "%s with %s, round %d of %d"
                                    .formatted(operation.label(), kind.label(), round + 1, plan.effort.rounds));
                }
            }
            Collections.rotate(order, 1);
        }
        return costs;
    }

    private Map<Operation, Map<SearchStyle.Kind, AllocationCount>> counts(StudyProgress progress)
            throws IOException, InterruptedException {
        Map<Operation, Map<SearchStyle.Kind, AllocationCount>> counts = new EnumMap<>(Operation.class);
        Duration warmup = plan.effort.time.multipliedBy(plan.effort.iterations);
        for (Operation operation : plan.effort.operations) {
            Map<SearchStyle.Kind, AllocationCount> into = new EnumMap<>(SearchStyle.Kind.class);
            for (SearchStyle.Kind kind : plan.effort.styles) {
                into.put(kind, AllocationCount.measure(kind, operation, warmup));
                progress.step(plan.effort.count(), "counted objects of " + operation.label() + " with " + kind.label());
            }
            counts.put(operation, into);
        }
        return counts;
    }
}
