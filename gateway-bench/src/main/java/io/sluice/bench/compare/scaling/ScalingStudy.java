package io.sluice.bench.compare.scaling;

import io.sluice.bench.compare.Machine;
import io.sluice.bench.compare.StudyProgress;
import io.sluice.bench.compare.scaling.ModelledCluster.Bulk;
import io.sluice.bench.stats.MedianInterval;
import io.sluice.bench.stub.service.ServiceTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/** Measures what runs here, and models the rest from it. */
final class ScalingStudy {
    private final Plan plan;

    /**
     * What is run.
     *
     * @param shards of each index, one table each
     * @param node what a real node was found to cost
     * @param working documents a second that the stub's nodes together take where they work, regrouped
     */
    record Plan(ScalingRun.Plan run, List<Integer> shards, CalibratedNode node, double working) {
        Plan {
            shards = List.copyOf(shards);
            if (shards.isEmpty() || run.rounds() < 1 || !(working > 0)) {
                throw new IllegalArgumentException("a study needs a number of shards, a round, and nodes that work");
            }
        }
    }

    /**
     * What the model predicts for the cases that were also measured.
     *
     * @param working whether the stub's nodes took time
     */
    record Check(int shards, boolean working, ScalingWay way, double predicted, MedianInterval reached) {
        double ratio() {
            return predicted / reached.median();
        }
    }

    /**
     * What was found.
     *
     * @param windows before stubs that take no time, by shards
     * @param rows of the model, by shards
     */
    record Result(
            Machine machine,
            Plan plan,
            Map<Integer, Map<ScalingWay, List<ScalingWindow>>> windows,
            Map<Integer, List<ScalingModel.Row>> rows,
            List<Check> checks) {}

    ScalingStudy(Plan plan) {
        this.plan = plan;
    }

    /** Runs all of it; blocks. Nothing it started is left running. */
    Result run(Consumer<String> lines) throws IOException, InterruptedException {
        Machine machine = Machine.now();
        StudyProgress progress = new StudyProgress(plan.run.length().multipliedBy(2L * plan.shards.size()), lines);
        Map<Integer, Map<ScalingWay, List<ScalingWindow>>> windows = new LinkedHashMap<>();
        Map<Integer, List<ScalingModel.Row>> rows = new LinkedHashMap<>();
        List<Check> checks = new ArrayList<>();
        ScalingRun run = new ScalingRun(plan.run);
        for (int shards : plan.shards) {
            var idle = run.run(new ScalingRun.Behind(shards, ServiceTime.NONE), progress);
            windows.put(shards, idle);
            ScalingModel model = model(idle);
            ServiceTime service = model.service(plan.run.nodes(), shards, plan.node.cost(), plan.working);
            var working = run.run(new ScalingRun.Behind(shards, service), progress);
            for (ScalingWay way : ScalingWay.values()) {
                double host = host(machine, of(idle, way)).documentsPerSecond(way.loops());
                checks.add(new Check(shards, false, way, host, reached(of(idle, way))));
                Gateways gateways = way.loops() == 0 ? Gateways.NONE : model.gateways(1, way.loops());
                double nodes = model.before(service, plan.run.nodes(), shards, gateways, plan.run.connections());
                checks.add(new Check(shards, true, way, Math.min(host, nodes), reached(of(working, way))));
            }
            rows.put(shards, model.rows(shards, plan.node.cost()));
        }
        return new Result(machine, plan, windows, rows, checks);
    }

    private ScalingModel model(Map<ScalingWay, List<ScalingWindow>> windows) {
        return new ScalingModel(
                new Bulk(plan.run.bulk(), LogDocuments.BYTES),
                median(of(windows, ScalingWay.ONE_LOOP), ScalingWindow::gatewayCpuPerDocument)
                        .median(),
                median(of(windows, ScalingWay.TWO_LOOPS), ScalingWindow::gatewayCpuPerDocument)
                        .median());
    }

    private static HostBound host(Machine machine, List<ScalingWindow> windows) {
        return new HostBound(
                machine.processors(),
                median(windows, ScalingWindow::gatewayCpuPerDocument).median(),
                median(windows, ScalingWindow::generatorCpuPerDocument).median(),
                median(windows, ScalingWindow::stubCpuPerDocument).median());
    }

    private static MedianInterval reached(List<ScalingWindow> windows) {
        return median(windows, ScalingWindow::documentsPerSecond);
    }

    private static List<ScalingWindow> of(Map<ScalingWay, List<ScalingWindow>> windows, ScalingWay way) {
        return windows.getOrDefault(way, List.of());
    }

    /** A figure over the rounds. */
    static MedianInterval median(List<ScalingWindow> windows, ToDoubleFunction<ScalingWindow> figure) {
        return MedianInterval.of(windows.stream().mapToDouble(figure).toArray());
    }
}
