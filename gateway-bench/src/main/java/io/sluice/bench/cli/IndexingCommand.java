package io.sluice.bench.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.indexing.IndexingBench;
import io.sluice.bench.load.scenario.Scenario;
import io.sluice.bench.load.scenario.ScenarioReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice-bench indexing}: compares ways for documents into a real cluster. */
@Command(
        name = "indexing",
        mixinStandardHelpOptions = true,
        description = "Compares ways for documents into a real cluster, by documents a second and CPU time.",
        footer = {
            "",
            "Ways: one (all to the first node), all (each connection to the next node), name@host:port,pid (a gateway).",
            "The first is the baseline of all ratios. scripts/bench-indexing starts a cluster and a gateway for it.",
        })
final class IndexingCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WAY", arity = "2..*", description = "What is compared; the first is the baseline.")
    private List<String> ways;

    @Option(names = "--nodes", required = true, split = ",", description = "host:port of each node of the cluster.")
    private List<InetSocketAddress> nodes;

    @Option(names = "--cluster-pid", required = true, description = "The process whose tree are the nodes.")
    private long clusterPid;

    @Option(names = "--scenario", defaultValue = "nginx-logs", description = "Whose lines are sent (${DEFAULT-VALUE}).")
    private String scenario;

    @Option(
            names = "--shards",
            defaultValue = "3",
            split = ",",
            description = "Of the fresh indices (${DEFAULT-VALUE}).")
    private List<Integer> shards;

    @Option(
            names = "--bulk",
            defaultValue = "1000",
            split = ",",
            description = "Documents in a request (${DEFAULT-VALUE}).")
    private List<Integer> bulks;

    @Option(names = "--documents", defaultValue = "40000", description = "In a window (${DEFAULT-VALUE}).")
    private int documents;

    @Option(
            names = {"-c", "--connections"},
            defaultValue = "6",
            description = "Connections (${DEFAULT-VALUE}).")
    private int connections;

    @Option(names = "--rounds", defaultValue = "20", description = "Of all ways in turn (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--json", description = "File for the result as JSON.")
    private @Nullable Path json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Scenario read = ScenarioReader.read(scenario);
        ObjectNode all = new ObjectMapper().createObjectNode();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        for (int of : shards) {
            for (int bulk : bulks) {
                IndexingBench.Finding finding = new IndexingBench(new IndexingBench.Plan(
                                nodes, clusterPid, ways, read, of, bulk, documents, connections, rounds))
                        .run(line -> {
                            err.println(line);
                            err.flush();
                        });
                out.printf("%n%d shards, bulks of %d%n%s", of, bulk, finding.table());
                out.flush();
                all.set(of + " shards, bulks of " + bulk, finding.json());
            }
        }
        if (json != null) {
            Files.writeString(json, all.toPrettyString());
        }
        return 0;
    }
}
