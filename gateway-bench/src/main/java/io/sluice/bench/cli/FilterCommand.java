package io.sluice.bench.cli;

import io.sluice.api.ByteSize;
import io.sluice.bench.filter.BodyOpening;
import io.sluice.bench.filter.CalledFlow;
import io.sluice.bench.filter.FilterCall;
import io.sluice.bench.filter.FilterCost;
import io.sluice.bench.filter.FilterReport;
import io.sluice.bench.filter.Passage;
import io.sluice.bench.net.Durations;
import io.sluice.config.ConfigException;
import io.sluice.failure.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice-bench filter}: what a configuration makes of a request, and what that costs. */
@Command(
        name = "filter",
        mixinStandardHelpOptions = true,
        description = "Runs a request through a configuration's filters, in process, and measures what they cost.",
        footer = {
            "",
            "Only the filters' work on the request is measured: no sockets, no HTTP, no answer.",
            "Filters do what they always do; one that writes or asks other servers does so for every run.",
            "  sluice-bench filter --config gateway.yml --request 'POST /logs-acme/_search' --body search.json"
        })
final class FilterCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--config", required = true, description = "The gateway's configuration.")
    private Path config;

    @Option(names = "--plugins", description = "Plugin directory instead of the configuration's.")
    private @Nullable Path plugins;

    @Option(names = "--request", required = true, description = "Method and target, as in 'POST /logs/_bulk'.")
    private String request;

    @Option(
            names = {"-H", "--header"},
            description = "A header, as in 'X-Tenant: acme'. May be repeated.")
    private List<String> headers = new ArrayList<>();

    @Option(names = "--body", description = "File with the body as it is sent.")
    private @Nullable Path body;

    @Option(
            names = "--chunk",
            defaultValue = "64KiB",
            description = "The body comes in such pieces (${DEFAULT-VALUE}).")
    private String chunk;

    @Option(names = "--flow", description = "The flow; without it the one that the listener's routes choose.")
    private @Nullable String flow;

    @Option(names = "--listener", description = "The listener; without it the first that leads to the flow.")
    private @Nullable String listener;

    @Option(names = "--client", defaultValue = "127.0.0.1", description = "The client's address (${DEFAULT-VALUE}).")
    private String client;

    @Option(names = "--show", defaultValue = "2KiB", description = "So much of the body is printed (${DEFAULT-VALUE}).")
    private String show;

    @Option(names = "--answered", description = "Measures also a request that the filters answer themselves.")
    private boolean answered;

    @Option(names = "--forks", defaultValue = "2", description = "Processes that measure (${DEFAULT-VALUE}).")
    private int forks;

    @Option(
            names = "--iterations",
            defaultValue = "5",
            description = "Measured in each, after as many to warm up (${DEFAULT-VALUE}).")
    private int iterations;

    @Option(names = "--time", defaultValue = "1s", description = "Of one iteration (${DEFAULT-VALUE}).")
    private String time;

    @Option(names = "--json", description = "File for the result as JSON; - writes it instead of the text.")
    private @Nullable String json;

    @Override
    public Integer call() throws ConfigException, IOException {
        FilterCost.Effort effort = new FilterCost.Effort(forks, iterations, Durations.parse(time));
        FilterCall call = new FilterCall(
                config.toAbsolutePath(),
                plugins == null ? null : plugins.toAbsolutePath(),
                listener,
                flow,
                request,
                headers,
                body == null ? null : body.toAbsolutePath(),
                ByteSize.parse(chunk).saturatedInt(),
                client);
        try (CalledFlow called = CalledFlow.open(call)) {
            return run(called, call, effort);
        }
    }

    private int run(CalledFlow called, FilterCall call, FilterCost.Effort effort) throws IOException {
        int shown = ByteSize.parse(show).saturatedInt();
        BodyOpening opening = new BodyOpening(shown);
        Failure refusal = called.refusal();
        Passage passage = refusal == null ? called.run(opening) : new Passage.Failed(refusal);
        boolean untouched = passage instanceof Passage.Relayed relayed && relayed.untouched();
        FilterReport report = new FilterReport(called, passage, untouched ? called.untouchedBody(shown) : opening);
        print(report.result());
        boolean wanted = passage instanceof Passage.Relayed || answered && passage instanceof Passage.Answered;
        if (!wanted) {
            spec.commandLine()
                    .getErr()
                    .println(
                            passage instanceof Passage.Answered
                                    ? "nothing is measured; --answered does it all the same"
                                    : "nothing is measured");
            write(report, null);
            return 1;
        }
        if (called.instances().isEmpty()) {
            spec.commandLine().getErr().println("the flow has no filters, so there is nothing to measure");
            write(report, null);
            return 0;
        }
        spec.commandLine()
                .getErr()
                .printf(
                        Locale.ROOT,
                        "measuring, %d s at least%n",
                        effort.length().toSeconds());
        spec.commandLine().getErr().flush();
        FilterCost.Cost cost = FilterCost.measure(call, effort);
        print(report.cost(cost, effort));
        write(report, cost);
        return 0;
    }

    private void print(String text) {
        if (!"-".equals(json)) {
            PrintWriter out = spec.commandLine().getOut();
            out.print(text);
            out.flush();
        }
    }

    private void write(FilterReport report, FilterCost.@Nullable Cost cost) throws IOException {
        if ("-".equals(json)) {
            spec.commandLine().getOut().println(report.json(cost).toPrettyString());
        } else if (json != null) {
            Files.writeString(Path.of(json), report.json(cost).toPrettyString());
        }
        spec.commandLine().getOut().flush();
    }
}
