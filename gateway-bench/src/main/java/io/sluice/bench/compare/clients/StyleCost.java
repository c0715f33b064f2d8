package io.sluice.bench.compare.clients;

import io.sluice.bench.compare.clients.style.SearchStyle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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

/**
 * One JVM's measurement of one operation by JMH with its GC profiler.
 *
 * @param nanos mean time of one operation
 * @param bytes allocated by one
 */
record StyleCost(double nanos, double bytes) {
    private static final int REPORTED_CHARACTERS = 4000;

    /**
     * Measures in a JVM that is started for it; blocks.
     *
     * @param iterations to warm up, and as many to measure
     * @throws IOException if the run fails; the message has the end of what JMH says
     */
    static StyleCost measure(SearchStyle.Kind kind, Operation operation, int iterations, Duration time)
            throws IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            TimeValue each = TimeValue.nanoseconds(time.toNanos());
            var options = new OptionsBuilder()
                    .include("^" + ClientStyleBenchmark.class.getName().replace(".", "\\.") + "\\.")
                    .param("style", kind.label())
                    .param("operation", operation.name())
                    .addProfiler(GCProfiler.class)
                    .shouldFailOnError(true)
                    .forks(1)
                    .warmupIterations(iterations)
                    .warmupTime(each)
                    .measurementIterations(iterations)
                    .measurementTime(each)
                    .build();
            RunResult result =
                    new Runner(options, OutputFormatFactory.createFormatInstance(out, VerboseMode.NORMAL)).runSingle();
            return new StyleCost(
                    result.getPrimaryResult().getScore(),
                    Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm"))
                            .getScore());
        } catch (RunnerException e) {
            String text = said.toString(StandardCharsets.UTF_8);
            throw new IOException(
                    e.getMessage() + "\n"
                            + text.substring(Math.max(0, text.length() - REPORTED_CHARACTERS))
                                    .strip(),
                    e);
        }
    }
}
