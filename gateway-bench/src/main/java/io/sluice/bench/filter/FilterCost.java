package io.sluice.bench.filter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** What one request costs in its filters, measured by JMH in processes of their own. */
public final class FilterCost {
    private static final int BASE_MIB = 512;
    /** Where JMH's account of a failed run begins to be of no use. */
    private static final int REPORTED_CHARACTERS = 4000;

    private FilterCost() {}

    /**
     * How much is measured.
     *
     * @param forks processes, one after another; 0 measures in this one
     * @param iterations in each, after as many to warm up
     * @param time of one iteration
     */
    public record Effort(int forks, int iterations, Duration time) {
        public Effort {
            if (forks < 0 || iterations < 1 || !time.isPositive()) {
                throw new IllegalArgumentException("forks are at least 0, iterations at least 1");
            }
        }

        /** What it takes at least. */
        public Duration length() {
            return time.multipliedBy(2L * iterations * Math.max(1, forks));
        }
    }

    /** Time and allocated bytes of one request. */
    public record Cost(Interval nanos, Interval allocated) {}

    /**
     * Measures; blocks.
     *
     * @throws IOException if the run fails; the message has the end of what JMH says
     */
    public static Cost measure(FilterCall call, Effort effort) throws IOException {
        Path file = Files.createTempFile("sluice-bench-call", ".json");
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            call.write(file);
            long bodyMib = (call.body() == null ? 0 : Files.size(call.body())) >> 20;
            String heap = (BASE_MIB + 2 * bodyMib) + "m";
            TimeValue time = TimeValue.nanoseconds(effort.time.toNanos());
            var options = new OptionsBuilder()
                    .include("^" + FilterBenchmark.class.getName().replace(".", "\\.") + "\\.")
                    .param("call", file.toString())
                    .addProfiler(GCProfiler.class)
                    .shouldFailOnError(true)
                    .forks(effort.forks)
                    .warmupIterations(effort.iterations)
                    .warmupTime(time)
                    .measurementIterations(effort.iterations)
                    .measurementTime(time)
                    .jvmArgsAppend("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC", "-XX:MaxDirectMemorySize=" + heap)
                    .build();
            RunResult result =
                    new Runner(options, OutputFormatFactory.createFormatInstance(out, VerboseMode.NORMAL)).runSingle();
            return new Cost(
                    Interval.of(result.getPrimaryResult()),
                    Interval.of(
                            Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm"))));
        } catch (RunnerException e) {
            throw new IOException(e.getMessage() + "\n" + end(said.toString(StandardCharsets.UTF_8)), e);
        } finally {
            Files.delete(file);
        }
    }

    private static String end(String said) {
        return said.substring(Math.max(0, said.length() - REPORTED_CHARACTERS)).strip();
    }
}
