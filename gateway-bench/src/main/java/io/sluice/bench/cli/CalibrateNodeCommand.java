package io.sluice.bench.cli;

import io.sluice.bench.compare.scaling.CalibratedNode;
import io.sluice.bench.compare.scaling.NodeCalibration;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice-bench calibrate-node}: what bulks cost a real node, for the model of {@code compare-scaling}. */
@Command(
        name = "calibrate-node",
        mixinStandardHelpOptions = true,
        description =
                "Finds what a request, a shard, a document and a forwarded byte of a bulk cost a real node in CPU time.")
final class CalibrateNodeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--nodes",
            required = true,
            split = ",",
            arity = "1",
            description = "host:port of two nodes of a cluster, each a process of its own on this machine.")
    private List<InetSocketAddress> nodes;

    @Option(names = "--out", required = true, description = "File for the result as JSON.")
    private Path out;

    @Mixin
    private Smoke smoke;

    @Option(names = "--warmup", defaultValue = "4", description = "Rounds before those that count (${DEFAULT-VALUE}).")
    private int warmup;

    @Option(names = "--rounds", defaultValue = "6", description = "That count (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--documents",
            defaultValue = "30000",
            description = "In a window of long bulks (${DEFAULT-VALUE}).")
    private int documents;

    @Option(
            names = "--bulks",
            split = ",",
            defaultValue = "100,5000",
            description = "Documents in the short and in the long bulks (${DEFAULT-VALUE}).")
    private List<Integer> bulks;

    @Option(
            names = "--shards",
            split = ",",
            defaultValue = "3,30",
            description = "Of each of four indices: few and many (${DEFAULT-VALUE}).")
    private List<Integer> shards;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        NodeCalibration.Plan plan = smoke.isWanted()
                ? NodeCalibration.Plan.smoke(nodes)
                : new NodeCalibration.Plan(nodes, warmup, rounds, documents, bulks, shards);
        CalibratedNode found = new NodeCalibration(plan).run(line -> {
            err.println(line);
            err.flush();
        });
        Files.writeString(out, found.json().toPrettyString());
        return 0;
    }
}
