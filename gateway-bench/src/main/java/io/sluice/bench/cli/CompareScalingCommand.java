package io.sluice.bench.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.bench.compare.scaling.CalibratedNode;
import io.sluice.bench.compare.scaling.ScalingComparison;
import io.sluice.bench.net.Durations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice-bench compare-scaling}: documents a second by cores of the gateway; {@code scripts/compare scaling} calls it. */
@Command(
        name = "compare-scaling",
        mixinStandardHelpOptions = true,
        description =
                "Documents a second by cores of the gateway: measured with one and two, and modelled for more cores,"
                        + " several gateways and nine nodes. Every row says which.")
final class CompareScalingCommand implements Callable<Integer> {
    @Option(names = "--sluice", required = true, description = "Directory of an unpacked distribution.")
    private Path distribution;

    @Option(
            names = "--node-cost",
            required = true,
            description = "File that calibrate-node wrote: what a real node costs.")
    private Path nodeCost;

    @Mixin
    private Smoke smoke;

    @Option(
            names = "--shards",
            split = ",",
            defaultValue = "3,30",
            description = "Of each of four indices, a table each (${DEFAULT-VALUE}).")
    private List<Integer> shards;

    @Option(names = "--nodes", defaultValue = "9", description = "Of the stub (${DEFAULT-VALUE}).")
    private int nodes;

    @Option(names = "--bulk", defaultValue = "5000", description = "Documents in a request (${DEFAULT-VALUE}).")
    private int bulk;

    @Option(
            names = {"-c", "--connections"},
            defaultValue = "18",
            description = "Connections of the closed loop (${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = "--working",
            defaultValue = "200000",
            description = "Documents a second that the stub's nodes take together where they work (${DEFAULT-VALUE}).")
    private double working;

    @Option(names = "--rounds", defaultValue = "12", description = "Of all ways in turn (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--window", defaultValue = "3s", description = "One way, one round (${DEFAULT-VALUE}).")
    private String window;

    @Option(names = "--warmup", defaultValue = "12s", description = "Of each way (${DEFAULT-VALUE}).")
    private String warmup;

    @Mixin
    private StudyFiles files;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ScalingComparison.Finding finding = ScalingComparison.run(
                new ScalingComparison.Inputs(
                        distribution,
                        CalibratedNode.parse(new ObjectMapper().readTree(nodeCost.toFile())),
                        files.directory()),
                smoke.isWanted()
                        ? ScalingComparison.Subjects.smoke()
                        : new ScalingComparison.Subjects(shards, nodes, bulk, connections, working),
                smoke.isWanted()
                        ? ScalingComparison.Effort.smoke()
                        : new ScalingComparison.Effort(rounds, Durations.parse(window), Durations.parse(warmup)),
                files.progress());
        files.write(finding.text(), finding.json(), finding.html());
        return 0;
    }
}
