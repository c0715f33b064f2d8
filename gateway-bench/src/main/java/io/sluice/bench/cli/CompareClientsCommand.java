package io.sluice.bench.cli;

import io.sluice.bench.compare.clients.ClientComparison;
import io.sluice.bench.net.Durations;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice-bench compare-clients}: builders and classes beside raw JSON; {@code scripts/compare clients} calls it. */
@Command(
        name = "compare-clients",
        mixinStandardHelpOptions = true,
        description = "Compares what a search costs an application with builders and classes, raw JSON, trees, tokens.")
final class CompareClientsCommand implements Callable<Integer> {
    @Mixin
    private Smoke smoke;

    @Option(names = "--rounds", defaultValue = "10", description = "Of all styles in turn (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--iterations",
            defaultValue = "3",
            description = "To warm up, as many to measure (${DEFAULT-VALUE}).")
    private int iterations;

    @Option(names = "--time", defaultValue = "1s", description = "Of one iteration (${DEFAULT-VALUE}).")
    private String time;

    @Option(
            names = "--styles",
            split = ",",
            defaultValue = "typed,streaming",
            description = "Under load; the first is the baseline (${DEFAULT-VALUE}).")
    private List<String> styles;

    @Option(names = "--rate", defaultValue = "0", description = "Searches a second; half of what is possible without.")
    private double rate;

    @Option(names = "--hits", defaultValue = "10", description = "Of a page under load (${DEFAULT-VALUE}).")
    private int hits;

    @Option(names = "--threads", defaultValue = "8", description = "Of the application (${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = "--heap", defaultValue = "64m", description = "Of the application (${DEFAULT-VALUE}).")
    private String heap;

    @Option(names = "--collector", defaultValue = "G1", description = "Of the application (${DEFAULT-VALUE}).")
    private String collector;

    @Option(names = "--window", defaultValue = "10s", description = "One style in one round (${DEFAULT-VALUE}).")
    private String window;

    @Option(names = "--warmup", defaultValue = "20s", description = "Each style under load (${DEFAULT-VALUE}).")
    private String warmup;

    @Mixin
    private StudyFiles files;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ClientComparison.Application application =
                new ClientComparison.Application(styles, hits, threads, heap, collector, rate);
        ClientComparison.Effort effort = smoke.isWanted()
                ? ClientComparison.Effort.smoke()
                : new ClientComparison.Effort(
                        true,
                        rounds,
                        iterations,
                        Durations.parse(time),
                        Durations.parse(window),
                        Durations.parse(warmup));
        ClientComparison.Finding finding =
                ClientComparison.run(application, effort, files.directory(), files.progress());
        files.write(finding.text(), finding.json(), finding.html());
        return 0;
    }
}
