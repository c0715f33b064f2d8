package io.sluice.bench.compare.scaling;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The study of scaling from its settings to its report. */
public final class ScalingComparison {
    private ScalingComparison() {}

    /**
     * What is compared.
     *
     * @param shards of each index, one table each
     * @param nodes of the stub
     * @param bulk documents in each
     * @param working documents a second that the stub's nodes take together where they work
     */
    public record Subjects(List<Integer> shards, int nodes, int bulk, int connections, double working) {
        public Subjects {
            shards = List.copyOf(shards);
        }

        /** As little as shows that all of it works. */
        public static Subjects smoke() {
            return new Subjects(List.of(3), 3, 500, 6, 20_000);
        }
    }

    /** How much is measured: of each way before each stub. */
    public record Effort(int rounds, Duration window, Duration warmup) {
        /** As little as shows that all of it works. */
        public static Effort smoke() {
            return new Effort(1, Duration.ofMillis(400), Duration.ofMillis(300));
        }
    }

    /**
     * What the study works with.
     *
     * @param distribution an unpacked Sluice
     * @param node what a real node was found to cost
     * @param directory for configurations and logs
     */
    public record Inputs(Path distribution, CalibratedNode node, Path directory) {}

    /** The finding in all its forms. */
    public record Finding(String text, ObjectNode json, String html) {}

    /** Runs the study; blocks, and leaves nothing running. */
    public static Finding run(Inputs inputs, Subjects subjects, Effort effort, Consumer<String> progress)
            throws IOException, InterruptedException {
        ScalingRun.Plan run = new ScalingRun.Plan(
                inputs.distribution,
                subjects.nodes,
                subjects.bulk,
                subjects.connections,
                effort.rounds,
                effort.window,
                effort.warmup,
                inputs.directory);
        ScalingStudy.Plan plan = new ScalingStudy.Plan(run, subjects.shards, inputs.node, subjects.working);
        ScalingReport report = new ScalingReport(new ScalingStudy(plan).run(progress));
        return new Finding(report.text(), report.json(), report.html());
    }
}
