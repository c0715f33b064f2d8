package io.sluice.bench.cli;

import io.sluice.bench.load.scenario.ScenarioReader;
import io.sluice.bench.net.Durations;
import io.sluice.bench.proxy.ProxyBench;
import io.sluice.bench.proxy.StubShape;
import java.io.IOException;
import java.io.PrintWriter;
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

/** {@code sluice-bench proxy}: compares proxies as processes, interleaved, by the CPU time they use. */
@Command(
        name = "proxy",
        mixinStandardHelpOptions = true,
        description = "Compares proxies, each a process before the same stub, by CPU time, throughput and latency.",
        footer = {
            "",
            "Subjects: bare, nginx, sluice, sluice-shard, sluice-node (bulks regrouped), direct (the stub itself),",
            "name=command with {listen}, {upstream} and {port}, or name@host:port,pid of something that runs.",
            "The first is the baseline of all ratios.",
            "  sluice-bench proxy nginx bare sluice --sluice sluice-0.1.0 --scenario small",
            "  sluice-bench proxy nginx bare sluice --sluice sluice-0.1.0 --scenario nginx-logs -c 4",
            "  sluice-bench proxy nginx sluice sluice-shard --sluice sluice-0.1.0 --scenario nginx-logs -c 4 --nodes 3 --shards 3"
        })
final class ProxyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SUBJECT", arity = "2..*", description = "What is compared; the first is the baseline.")
    private List<String> subjects;

    @Option(names = "--scenario", defaultValue = "small", description = "File or shipped name (${DEFAULT-VALUE}).")
    private String scenario;

    @Option(
            names = {"-c", "--connections"},
            defaultValue = "64",
            description = "Connections (${DEFAULT-VALUE}).")
    private int connections;

    @Option(names = "--rate", description = "Open loop with Poisson arrivals, requests a second; closed loop without.")
    private @Nullable String rate;

    @Option(names = "--rounds", defaultValue = "20", description = "Pairs; 20 or more (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--window", defaultValue = "3s", description = "Each subject's time a round (${DEFAULT-VALUE}).")
    private String window;

    @Option(names = "--warmup", defaultValue = "15s", description = "Each subject's, before all (${DEFAULT-VALUE}).")
    private String warmup;

    @Option(names = "--loops", defaultValue = "1", description = "Event loops or workers of each (${DEFAULT-VALUE}).")
    private int loops;

    @Option(names = "--nodes", defaultValue = "1", description = "Nodes of the stub (${DEFAULT-VALUE}).")
    private int nodes;

    @Option(names = "--shards", defaultValue = "1", description = "Shards of its indices (${DEFAULT-VALUE}).")
    private int shards;

    @Option(names = "--cpus", defaultValue = "", description = "Cores for the subjects, as taskset takes them.")
    private String cpus;

    @Option(names = "--sluice", description = "Directory of an unpacked distribution, for the subjects sluice.")
    private @Nullable Path distribution;

    @Option(
            names = "--gateway-config",
            description = "Its configuration; $${LISTEN}, $${UPSTREAM} and $${ADMIN} are filled in.")
    private @Nullable Path gatewayConfig;

    @Option(names = "--page", description = "JSON file with which the stub answers searches.")
    private @Nullable Path page;

    @Option(names = "--no-recording", description = "JVMs record no allocation and pauses.")
    private boolean noRecording;

    @Option(names = "--directory", description = "For configurations, logs, recordings; a temporary one without.")
    private @Nullable Path directory;

    @Option(names = "--json", description = "File for the result as JSON.")
    private @Nullable Path json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path files = directory == null
                ? Files.createTempDirectory("sluice-bench")
                : Files.createDirectories(directory).toAbsolutePath();
        ProxyBench.Plan plan = new ProxyBench.Plan(
                subjects,
                ScenarioReader.read(scenario),
                connections,
                rate,
                rounds,
                Durations.parse(window),
                Durations.parse(warmup),
                loops,
                cpus,
                files,
                distribution,
                gatewayConfig,
                !noRecording,
                new StubShape(nodes, shards),
                page == null ? null : Files.readString(page));
        PrintWriter err = spec.commandLine().getErr();
        ProxyBench.Finding finding = new ProxyBench(plan).run(line -> {
            err.println(line);
            err.flush();
        });
        PrintWriter out = spec.commandLine().getOut();
        out.print(finding.table());
        out.println("files: " + files);
        out.flush();
        if (json != null) {
            Files.writeString(json, finding.json().toPrettyString());
        }
        return 0;
    }
}
