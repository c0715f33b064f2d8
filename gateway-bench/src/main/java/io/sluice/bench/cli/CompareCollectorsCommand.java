package io.sluice.bench.cli;

import io.sluice.bench.compare.collectors.Collector;
import io.sluice.bench.compare.collectors.CollectorComparison;
import io.sluice.bench.compare.collectors.Work;
import io.sluice.bench.net.Durations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice-bench compare-collectors}: the gateway under each collector; {@code scripts/compare collectors} calls it. */
@Command(
        name = "compare-collectors",
        mixinStandardHelpOptions = true,
        description =
                "Compares the gateway under the JVM's garbage collectors: tail of the latency, pauses, CPU, memory,"
                        + " starts. Ends with what the distribution should use by default.")
final class CompareCollectorsCommand implements Callable<Integer> {
    @Option(names = "--sluice", required = true, description = "Directory of an unpacked distribution.")
    private Path distribution;

    @Mixin
    private Smoke smoke;

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

    @Mixin
    private StudyFiles files;

    @Override
    public Integer call() throws IOException, InterruptedException {
        CollectorComparison.Subjects subjects = smoke.isWanted()
                ? CollectorComparison.Subjects.smoke()
                : new CollectorComparison.Subjects(
                        collectors.stream().map(Collector::parse).toList(),
                        heaps,
                        works.stream().map(Work::parse).toList());
        CollectorComparison.Effort effort = smoke.isWanted()
                ? CollectorComparison.Effort.smoke()
                : new CollectorComparison.Effort(
                        rounds,
                        Durations.parse(window),
                        Durations.parse(warmup),
                        starts,
                        Durations.parse(ramp),
                        collectors.size());
        CollectorComparison.Finding finding =
                CollectorComparison.run(distribution, subjects, effort, files.directory(), files.progress());
        files.write(finding.text(), finding.json(), finding.html());
        return 0;
    }
}
