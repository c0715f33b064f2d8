package io.sluice.bench.cli;

import io.sluice.bench.compare.collectors.Collector;
import io.sluice.bench.compare.collectors.CollectorComparison;
import io.sluice.bench.compare.collectors.Work;
import io.sluice.bench.net.Durations;
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
import picocli.CommandLine.Spec;

/** {@code sluice-bench compare-collectors}: the gateway under each collector; {@code scripts/compare collectors} calls it. */
@Command(
        name = "compare-collectors",
        mixinStandardHelpOptions = true,
        description =
                "Compares the gateway under the JVM's garbage collectors: tail of the latency, pauses, CPU, memory,"
                        + " starts. Ends with what the distribution should use by default.")
final class CompareCollectorsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--sluice", required = true, description = "Directory of an unpacked distribution.")
    private Path distribution;

    @Option(names = "--smoke", description = "As little as shows that it works; the figures are worth nothing.")
    private boolean smoke;

    @Option(
            names = "--collectors",
            split = ",",
            defaultValue = "g1,parallel,serial,zgc,shenandoah",
            description = "The first is the baseline (${DEFAULT-VALUE}).")
    private List<String> collectors;

    @Option(
            names = "--heaps",
            split = ",",
            defaultValue = "1g,2g,256m,64m",
            description = "The first calibrates the load, and its curves are drawn (${DEFAULT-VALUE}).")
    private List<String> heaps;

    @Option(names = "--works", split = ",", defaultValue = "small,bulk,tenant", description = "(${DEFAULT-VALUE}).")
    private List<String> works;

    @Option(names = "--rounds", defaultValue = "6", description = "Of all collectors in turn (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--window",
            defaultValue = "4s",
            description = "One gateway, one load, one round (${DEFAULT-VALUE}).")
    private String window;

    @Option(names = "--warmup", defaultValue = "10s", description = "Of each gateway (${DEFAULT-VALUE}).")
    private String warmup;

    @Option(names = "--starts", defaultValue = "6", description = "Of each way to start (${DEFAULT-VALUE}).")
    private int starts;

    @Option(names = "--ramp", defaultValue = "12s", description = "Driven after each start (${DEFAULT-VALUE}).")
    private String ramp;

    @Option(names = "--directory", description = "For configurations, logs, recordings; a temporary one without.")
    private @Nullable Path directory;

    @Option(names = "--json", description = "File for the result as JSON.")
    private @Nullable Path json;

    @Option(names = "--html", description = "File for the page with charts.")
    private @Nullable Path html;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path files = directory == null
                ? Files.createTempDirectory("sluice-compare")
                : Files.createDirectories(directory).toAbsolutePath();
        CollectorComparison.Subjects subjects = smoke
                ? CollectorComparison.Subjects.smoke()
                : new CollectorComparison.Subjects(
                        collectors.stream().map(Collector::parse).toList(),
                        heaps,
                        works.stream().map(Work::parse).toList());
        CollectorComparison.Effort effort = smoke
                ? CollectorComparison.Effort.smoke()
                : new CollectorComparison.Effort(
                        rounds,
                        Durations.parse(window),
                        Durations.parse(warmup),
                        starts,
                        Durations.parse(ramp),
                        collectors.size());
        PrintWriter err = spec.commandLine().getErr();
        CollectorComparison.Finding finding = CollectorComparison.run(distribution, subjects, effort, files, line -> {
            err.println(line);
            err.flush();
        });
        PrintWriter out = spec.commandLine().getOut();
        out.print(finding.text());
        out.flush();
        if (json != null) {
            Files.writeString(json, finding.json().toPrettyString());
        }
        if (html != null) {
            Files.writeString(html, finding.html());
        }
        return 0;
    }
}
