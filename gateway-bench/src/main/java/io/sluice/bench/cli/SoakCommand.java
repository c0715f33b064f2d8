package io.sluice.bench.cli;

import io.sluice.bench.net.Durations;
import io.sluice.bench.soak.Soak;
import io.sluice.bench.soak.SoakPlan;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice-bench soak}: clients that remember what was acknowledged; {@code scripts/soak} calls it. */
@Command(
        name = "soak",
        mixinStandardHelpOptions = true,
        description = "Writes, reads and searches as several tenants for a long time, and at the end looks for every"
                + " acknowledged document.",
        footer = {"", "scripts/soak starts cluster and gateways, and restarts them meanwhile."})
final class SoakCommand implements Callable<Integer> {
    @Option(names = "--target", required = true, split = ",", description = "Addresses of gateways, used in turn.")
    private List<URI> targets = List.of();

    @Option(names = "--ca", description = "PEM file with the authority of their certificates.")
    private @Nullable Path authority;

    @Option(
            names = "--tenants",
            split = ",",
            defaultValue = "acme,globex",
            description = "For the header X-Tenant (${DEFAULT-VALUE}).")
    private List<String> tenants = List.of();

    @Option(
            names = "--indices",
            split = ",",
            required = true,
            description = "Of each tenant, that are written to and read.")
    private List<String> indices = List.of();

    @Option(names = "--documents", defaultValue = "5000", description = "Of each index (${DEFAULT-VALUE}).")
    private int documents;

    @Option(
            names = "--pause",
            defaultValue = "100ms",
            description = "Of each client between two requests (${DEFAULT-VALUE}).")
    private String pause;

    @Option(
            names = {"-d", "--duration"},
            defaultValue = "2h",
            description = "Of the load (${DEFAULT-VALUE}).")
    private String duration;

    @Option(names = "--watch", description = "Process whose memory, descriptors and threads must stay flat.")
    private @Nullable Long watched;

    @Option(names = "--every", defaultValue = "1m", description = "How often it is looked at (${DEFAULT-VALUE}).")
    private String every;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, GeneralSecurityException, InterruptedException, ExecutionException {
        ProcessHandle process = watched == null
                ? null
                : ProcessHandle.of(watched)
                        .orElseThrow(() -> new IllegalArgumentException("there is no process " + watched));
        SoakPlan plan = new SoakPlan(
                targets,
                authority,
                tenants,
                indices,
                documents,
                Durations.parse(pause),
                Durations.parse(duration),
                process,
                Durations.parse(every));
        return new Soak(plan, spec.commandLine().getOut()).run() ? 0 : 1;
    }
}
