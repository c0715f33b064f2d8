package io.sluice.bench.cli;

import io.sluice.bench.compare.inside.InsideComparison;
import io.sluice.bench.net.Durations;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice-bench compare-inside}: pipelined connections and binary bodies; {@code scripts/compare inside} calls it. */
@Command(
        name = "compare-inside",
        mixinStandardHelpOptions = true,
        description =
                "Compares what a gateway could say to nodes: parts of bulks over pipelined connections, and bodies in"
                        + " SMILE and CBOR.",
        footer = {"", "scripts/compare inside builds and starts everything that it needs."})
final class CompareInsideCommand implements Callable<Integer> {
    @Mixin
    private NoopNode node;

    @Option(
            names = "--also",
            split = ",",
            paramLabel = "HOST:PORT",
            description = "Nodes of other servers, on which documents are compared too.")
    private List<InetSocketAddress> others = List.of();

    @Mixin
    private Smoke smoke;

    @Option(names = "--rounds", defaultValue = "6", description = "Of all cells in turn (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--settle", defaultValue = "300ms", description = "Before each window (${DEFAULT-VALUE}).")
    private String settle;

    @Option(names = "--window", defaultValue = "1s", description = "One cell in one round (${DEFAULT-VALUE}).")
    private String window;

    @Option(
            names = "--under-way",
            split = ",",
            defaultValue = "4,16",
            description = "Requests at once (${DEFAULT-VALUE}).")
    private List<Integer> underWay;

    @Option(
            names = "--passes",
            defaultValue = "10",
            description = "Over the sample in each round, for the cost of writing (${DEFAULT-VALUE}).")
    private int passes;

    @Mixin
    private StudyFiles files;

    @Override
    public Integer call() throws IOException, InterruptedException {
        InsideComparison.Effort effort = smoke.isWanted()
                ? InsideComparison.Effort.smoke()
                : new InsideComparison.Effort(
                        rounds, Durations.parse(settle), Durations.parse(window), underWay, passes, true);
        InsideComparison.Finding finding = InsideComparison.run(
                new InsideComparison.Nodes(node.address(), others), effort, files.directory(), files.progress());
        files.write(finding.text(), finding.json(), finding.html());
        return 0;
    }
}
