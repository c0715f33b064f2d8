package io.sluice.bench.cli;

import io.sluice.bench.compare.styles.Style;
import io.sluice.bench.compare.styles.StylesPlan;
import io.sluice.bench.compare.styles.StylesReport;
import io.sluice.bench.compare.styles.StylesStudy;
import io.sluice.bench.compare.styles.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice-bench compare-styles}: client styles doing the same work. */
@Command(
        name = "compare-styles",
        mixinStandardHelpOptions = true,
        description =
                "Compares client styles doing the same work: transport, REST, typed, raw JSON, with and without the gateway.",
        footer = {"", "scripts/compare styles builds and starts everything that it needs."})
final class CompareStylesCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private NoopNode node;

    @Option(names = "--sluice", required = true, paramLabel = "DIR", description = "An unpacked distribution.")
    private Path sluice;

    @Option(
            names = "--modules",
            required = true,
            paramLabel = "DIR",
            description = "The modules of the client styles, built: dev-cluster/styles.")
    private Path modules;

    @Option(names = "--corpus", required = true, paramLabel = "FILE", description = "The documents, one a line, gzip.")
    private Path corpus;

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "For styles.txt, .json and .html.")
    private Path out;

    @Option(
            names = "--styles",
            split = ",",
            defaultValue = "transport,rest-low-level,rest-high-level,rest-typed,rest-typed-json,netty",
            description = "What is compared (${DEFAULT-VALUE}).")
    private List<String> styles;

    @Option(
            names = "--ways",
            split = ",",
            defaultValue = "noop,real,gateway,gateway-shard,gateway-tenant",
            description = "Where requests go (${DEFAULT-VALUE}).")
    private List<String> ways;

    @Option(
            names = "--sizes",
            split = ",",
            defaultValue = "5000,10000,20000,50000",
            description = "Documents a bulk (${DEFAULT-VALUE}).")
    private List<Integer> sizes;

    @Option(
            names = "--documents",
            defaultValue = "1000000",
            description = "Of one trial of bulks; the first 40%% are not measured (${DEFAULT-VALUE}).")
    private long documents;

    @Option(names = "--trials", defaultValue = "5", description = "Of bulks, after one to warm up (${DEFAULT-VALUE}).")
    private int trials;

    @Option(
            names = "--rates",
            split = ",",
            defaultValue = "0,500,1000,1500,2000",
            description = "Target searches a second; 0 is one directly after another (${DEFAULT-VALUE}).")
    private List<Double> rates;

    @Option(
            names = "--iterations",
            defaultValue = "10000",
            description = "Searches of a trial that count; as many before do not (${DEFAULT-VALUE}).")
    private int iterations;

    @Option(names = "--search-trials", defaultValue = "3", description = "Of searches (${DEFAULT-VALUE}).")
    private int searchTrials;

    @Option(names = "--heap", defaultValue = "1024", description = "Of each client in MiB (${DEFAULT-VALUE}).")
    private int heapMegabytes;

    @Override
    public Integer call() throws IOException, InterruptedException {
        StylesPlan plan = new StylesPlan(
                styles.stream().map(Style::of).toList(),
                ways.stream().map(Way::of).toList(),
                new StylesPlan.Bulks(sizes, documents, trials),
                new StylesPlan.Searches(rates, iterations, searchTrials));
        Path work = Files.createDirectories(out.resolve("logs"));
        StudyTerminal terminal = new StudyTerminal(spec);
        StylesReport report = new StylesStudy(
                        new StylesStudy.Setup(node.address(), sluice, modules, corpus, work, heapMegabytes),
                        plan,
                        terminal.progress())
                .run();
        report.write(out);
        terminal.print(report.text());
        return report.isComplete() ? 0 : 1;
    }
}
