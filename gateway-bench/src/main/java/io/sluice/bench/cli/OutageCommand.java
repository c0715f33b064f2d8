package io.sluice.bench.cli;

import io.sluice.bench.net.Durations;
import io.sluice.bench.soak.Outage;
import io.sluice.bench.soak.OutagePlan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice-bench outage}: a writer through a queue whose cluster goes away; {@code scripts/queue-outage} calls it. */
@Command(
        name = "outage",
        mixinStandardHelpOptions = true,
        description =
                "Writes through a queue while its cluster goes away and comes back, measures clients of the cluster"
                        + " beside it, and at the end looks for every acknowledged operation.",
        footer = {"", "scripts/queue-outage starts cluster and gateway, and stops the cluster meanwhile."})
final class OutageCommand implements Callable<Integer> {
    @Option(names = "--gateway", required = true, description = "host:port of a listener whose flow ends in the queue.")
    private InetSocketAddress gateway;

    @Option(names = "--admin", required = true, description = "host:port of the same gateway's admin endpoint.")
    private InetSocketAddress admin;

    @Option(names = "--cluster", required = true, description = "host:port of a node of the queue's cluster.")
    private InetSocketAddress cluster;

    @Option(names = "--queue", defaultValue = "ingest", description = "The queue's name (${DEFAULT-VALUE}).")
    private String queue;

    @Option(names = "--rate", defaultValue = "150", description = "Operations a second (${DEFAULT-VALUE}).")
    private int rate;

    @Option(
            names = {"-d", "--duration"},
            required = true,
            description = "Of the writing.")
    private String duration;

    @Option(
            names = "--patience",
            defaultValue = "1h",
            description = "How long the queue may take to become empty after it (${DEFAULT-VALUE}).")
    private String patience;

    @Option(names = "--watch", description = "The gateway's process, whose memory is told.")
    private @Nullable Long watched;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ProcessHandle process = watched == null
                ? null
                : ProcessHandle.of(watched)
                        .orElseThrow(() -> new IllegalArgumentException("there is no process " + watched));
        OutagePlan plan = new OutagePlan(
                gateway, admin, cluster, queue, rate, Durations.parse(duration), Durations.parse(patience), process);
        return new Outage(plan, spec.commandLine().getOut()).run() ? 0 : 1;
    }
}
