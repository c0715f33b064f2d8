package io.sluice.bench.cli;

import io.sluice.bench.jmh.BenchmarkRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice-bench jmh}: runs benchmarks; {@code scripts/bench} calls it with the commit. */
@Command(name = "jmh", mixinStandardHelpOptions = true, description = "Runs JMH benchmarks and keeps the result.")
final class JmhCommand implements Callable<Integer> {
    @Parameters(paramLabel = "PATTERN", arity = "0..*", description = "Regular expressions; all without one.")
    private List<String> patterns = List.of();

    @Option(names = "--forks", defaultValue = "0", description = "Instead of three.")
    private int forks;

    @Option(names = "--iterations", defaultValue = "0", description = "Instead of five to warm up, five to measure.")
    private int iterations;

    @Option(names = "--async-profiler", description = "Flame graphs with this libasyncProfiler.so.")
    private @Nullable Path asyncProfiler;

    @Option(names = "--jfr", description = "A flight recording of each benchmark.")
    private boolean flightRecorder;

    @Option(names = "--profiles", defaultValue = "target/profiles", description = "Directory (${DEFAULT-VALUE}).")
    private Path profiles;

    @Option(names = "--commit", defaultValue = "unknown", description = "What was built, for the result.")
    private String commit;

    @Option(names = "--json", required = true, description = "File for the result.")
    private Path json;

    @Override
    public Integer call() throws IOException, RunnerException {
        if (asyncProfiler != null || flightRecorder) {
            Files.createDirectories(profiles);
        }
        new BenchmarkRun(new BenchmarkRun.Choice(
                        patterns, forks, iterations, asyncProfiler, flightRecorder, profiles, commit))
                .run(json);
        return 0;
    }
}
