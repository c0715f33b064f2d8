package io.sluice.bench.cli;

import io.sluice.bench.net.Durations;
import io.sluice.bench.searches.SearchesBench;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice-bench searches}: compares ways for the same searches to a real cluster. */
@Command(
        name = "searches",
        mixinStandardHelpOptions = true,
        description = "Compares ways for the same searches to a real cluster, by latency at a constant rate.",
        footer = {
            "",
            "Ways: name=SCENARIO@host:port; the first is the baseline. Latency runs from when a search was due.",
            "scripts/bench-searches starts a cluster with a million documents and a gateway for it.",
        })
final class SearchesCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WAY", arity = "2..*", description = "What is compared; the first is the baseline.")
    private List<String> ways;

    @Option(names = "--rate", required = true, description = "Searches a second, evenly spaced.")
    private double rate;

    @Option(
            names = "--together",
            description =
                    "Drives the ways at once, each with its share of the rate: for a machine that does other things too.")
    private boolean together;

    @Option(
            names = {"-c", "--connections"},
            defaultValue = "16",
            description = "Connections (${DEFAULT-VALUE}).")
    private int connections;

    @Option(names = "--rounds", defaultValue = "8", description = "Of all ways in turn (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--window", defaultValue = "8s", description = "One way in one round (${DEFAULT-VALUE}).")
    private String window;

    @Option(names = "--warmup", defaultValue = "10s", description = "Each way before the first (${DEFAULT-VALUE}).")
    private String warmup;

    @Option(names = "--json", description = "File for the result as JSON.")
    private @Nullable Path json;

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        PrintWriter err = spec.commandLine().getErr();
        SearchesBench.Finding finding = new SearchesBench(new SearchesBench.Plan(
                        ways, rate, together, connections, rounds, Durations.parse(window), Durations.parse(warmup)))
                .run(line -> {
                    err.println(line);
                    err.flush();
                });
        PrintWriter out = spec.commandLine().getOut();
        out.print(finding.table());
        out.flush();
        if (json != null) {
            Files.writeString(json, finding.json().toPrettyString());
        }
        return 0;
    }
}
