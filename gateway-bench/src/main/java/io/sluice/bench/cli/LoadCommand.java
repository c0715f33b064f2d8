package io.sluice.bench.cli;

import io.sluice.bench.load.engine.Arrivals;
import io.sluice.bench.load.engine.LoadOptions;
import io.sluice.bench.load.engine.LoadRun;
import io.sluice.bench.load.engine.StubProbe;
import io.sluice.bench.load.request.RequestSource;
import io.sluice.bench.load.result.Hgrm;
import io.sluice.bench.load.result.HtmlReport;
import io.sluice.bench.load.result.LoadJson;
import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.load.result.LoadTable;
import io.sluice.bench.load.result.ServiceLevels;
import io.sluice.bench.load.scenario.Scenario;
import io.sluice.bench.load.scenario.ScenarioReader;
import io.sluice.bench.net.Addresses;
import io.sluice.bench.net.Durations;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice-bench load}: drives a scenario against a server. */
@Command(name = "load", mixinStandardHelpOptions = true, description = "Generates load from a scenario.")
final class LoadCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SCENARIO", description = "A YAML file, or one of " + ScenarioReader.SHIPPED + ".")
    private String scenario;

    @Option(
            names = "--target",
            required = true,
            split = ",",
            description = "host:port to send to; of several, each connection takes the next.")
    private List<InetSocketAddress> targets;

    @Option(
            names = {"-c", "--connections"},
            defaultValue = "64",
            description = "Connections (${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = "--pipelined",
            defaultValue = "1",
            description =
                    "Requests that a connection may have under way; above 1 they are pipelined (${DEFAULT-VALUE}).")
    private int pipelined;

    @Option(names = "--threads", defaultValue = "1", description = "Event loops of the generator (${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--rate",
            description = "Open loop: requests a second, constant (1200) or in phases (100:10s,100-1000:30s). "
                    + "Without it each connection sends when it is answered.")
    private @Nullable String rate;

    @Option(names = "--poisson", description = "Open loop: arrivals at random instead of evenly spaced.")
    private boolean poisson;

    @Option(names = "--warmup", defaultValue = "5s", description = "Not measured, at the start (${DEFAULT-VALUE}).")
    private String warmup;

    @Option(
            names = {"-d", "--duration"},
            defaultValue = "30s",
            description = "Measured time (${DEFAULT-VALUE}).")
    private String duration;

    @Option(
            names = {"-n", "--requests"},
            defaultValue = "0",
            description = "Ends after so many measured requests.")
    private long requests;

    @Option(names = "--timeout", defaultValue = "30s", description = "Of one request (${DEFAULT-VALUE}).")
    private String timeout;

    @Option(names = "--seed", description = "Instead of the scenario's seed.")
    private @Nullable Long seed;

    @Option(names = "--json", description = "File for the result as JSON; - writes it instead of the table.")
    private @Nullable String json;

    @Option(names = "--html", description = "File for a report with charts, one page that loads nothing.")
    private @Nullable Path html;

    @Option(names = "--hgrm", description = "Directory for the percentile distributions as .hgrm files.")
    private @Nullable Path hgrm;

    @Option(
            names = "--slo",
            description = "Bounds such as p99<20ms,errors<0.1%%,rate>1000; the exit code is 1 if one is broken.")
    private @Nullable String slo;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ServiceLevels levels = slo == null ? ServiceLevels.none() : ServiceLevels.parse(slo);
        Scenario read = ScenarioReader.read(scenario);
        Scenario chosen = seed == null ? read : read.withSeed(seed);
        LoadOptions options = new LoadOptions(
                targets,
                connections,
                pipelined,
                threads,
                rate == null ? null : Arrivals.parse(rate, poisson),
                Durations.parse(warmup),
                Durations.parse(duration),
                requests,
                Durations.parse(timeout));
        LoadResult result;
        try (RequestSource source = RequestSource.of(chosen, Addresses.text(targets.get(0)));
                LoadRun run = new LoadRun(chosen, source, options, StubProbe.of(targets.get(0)))) {
            result = run.run(this::show);
        }
        report(result);
        List<String> broken = levels.broken(result);
        broken.forEach(line -> spec.commandLine().getErr().println("broken: " + line));
        return broken.isEmpty() ? 0 : 1;
    }

    private void show(LoadRun.Progress now) {
        PrintWriter err = spec.commandLine().getErr();
        err.printf(
                Locale.ROOT,
                "\r%5.0f s  %,d requests  %,d documents  %,d failures ",
                now.seconds(),
                now.requests(),
                now.documents(),
                now.failures());
        err.flush();
    }

    private void report(LoadResult result) throws IOException {
        spec.commandLine().getErr().println();
        PrintWriter out = spec.commandLine().getOut();
        if (hgrm != null) {
            Hgrm.write(result, hgrm);
        }
        if (html != null) {
            Files.writeString(html, HtmlReport.of(result));
        }
        if ("-".equals(json)) {
            out.println(LoadJson.of(result).toPrettyString());
            return;
        }
        if (json != null) {
            Files.writeString(Path.of(json), LoadJson.of(result).toPrettyString());
        }
        out.print(LoadTable.of(result));
        out.flush();
    }
}
