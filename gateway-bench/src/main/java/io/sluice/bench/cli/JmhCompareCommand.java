package io.sluice.bench.cli;

import io.sluice.bench.jmh.BenchmarkComparison;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice-bench jmh-compare}: what changed between two builds; {@code scripts/bench-compare} makes the files. */
@Command(name = "jmh-compare", mixinStandardHelpOptions = true, description = "Compares results of two builds.")
final class JmhCompareCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--before", required = true, arity = "1..*", description = "Results of the one build, by round.")
    private List<Path> before;

    @Option(names = "--after", required = true, arity = "1..*", description = "Results of the other, by round.")
    private List<Path> after;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        for (BenchmarkComparison.Change change : BenchmarkComparison.of(before, after)) {
            out.printf(
                    Locale.ROOT,
                    "%-70s %12.2f -> %12.2f %-6s x %.3f (%.3f .. %.3f) %s%n",
                    change.benchmark(),
                    change.first(),
                    change.second(),
                    change.unit(),
                    change.ratio().median(),
                    change.ratio().low(),
                    change.ratio().high(),
                    verdict(change));
        }
        out.flush();
        return 0;
    }

    private static String verdict(BenchmarkComparison.Change change) {
        if (!change.real()) {
            return "within the error";
        }
        return change.ratio().median() > 1 ? "MORE" : "LESS";
    }
}
