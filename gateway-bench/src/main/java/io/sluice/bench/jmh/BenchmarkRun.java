package io.sluice.bench.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.AsyncProfiler;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.profile.JavaFlightRecorderProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs a chosen set of benchmarks, always with CPU time and allocation, and keeps the result with what it was measured on. */
public final class BenchmarkRun {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    /** What {@code sluice-bench filter} runs, on the user's request. */
    private static final String NEEDS_A_REQUEST = "^io\\.sluice\\.bench\\.filter\\.";

    private final Choice choice;

    /**
     * What to run.
     *
     * @param patterns regular expressions over benchmark names
     * @param forks instead of the base's; 0 for the base's
     * @param iterations of a second each, to warm up and to measure, instead of the base's; 0 for the base's
     * @param asyncProfiler library to load for flame graphs, null for none
     * @param profiles directory for flame graphs and recordings
     * @param commit what was built, for the result
     */
    public record Choice(
            List<String> patterns,
            int forks,
            int iterations,
            @Nullable Path asyncProfiler,
            boolean flightRecorder,
            Path profiles,
            String commit) {
        public Choice {
            patterns = List.copyOf(patterns);
            if (asyncProfiler != null && !Files.isRegularFile(asyncProfiler)) {
                throw new IllegalArgumentException("no async-profiler at " + asyncProfiler
                        + "; it is the file libasyncProfiler.so of its releases,"
                        + " and of the jar tools.profiler:async-profiler in Maven repositories");
            }
        }
    }

    public BenchmarkRun(Choice choice) {
        this.choice = choice;
    }

    /** Runs, and writes commit, JVM, machine and JMH's own results to {@code output}. */
    public void run(Path output) throws IOException, RunnerException {
        Path raw = Files.createTempFile("jmh", ".json");
        try {
            ChainedOptionsBuilder options = new OptionsBuilder()
                    .addProfiler(GCProfiler.class)
                    .addProfiler(CpuProfiler.class)
                    .shouldFailOnError(true)
                    .resultFormat(ResultFormatType.JSON)
                    .result(raw.toString());
            options.exclude(NEEDS_A_REQUEST);
            choice.patterns.forEach(options::include);
            if (choice.forks > 0) {
                options.forks(choice.forks);
            }
            if (choice.iterations > 0) {
                options.warmupIterations(choice.iterations).measurementIterations(choice.iterations);
            }
            if (choice.asyncProfiler != null) {
                options.addProfiler(
                        AsyncProfiler.class,
                        "libPath=" + choice.asyncProfiler + ";output=flamegraph;dir=" + choice.profiles);
            }
            if (choice.flightRecorder) {
                options.addProfiler(JavaFlightRecorderProfiler.class, "dir=" + choice.profiles);
            }
            new Runner(options.build()).run();
            Files.writeString(output, described(MAPPER.readTree(raw.toFile())).toPrettyString());
        } finally {
            Files.delete(raw);
        }
    }

    private ObjectNode described(JsonNode results) throws IOException {
        ObjectNode root = MAPPER.createObjectNode()
                .put("commit", choice.commit)
                .put("date", Instant.now().toString())
                .put("jvm", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"))
                .put("processors", Runtime.getRuntime().availableProcessors())
                .put("cpu", cpu())
                .put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        root.set("results", results);
        return root;
    }

    private static String cpu() throws IOException {
        Path info = Path.of("/proc/cpuinfo");
        if (!Files.exists(info)) {
            return System.getProperty("os.arch");
        }
        return Files.readAllLines(info).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(System.getProperty("os.arch"));
    }
}
