package io.sluice.bench.load.result;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/** Writes percentile distributions in HdrHistogram's text form, in milliseconds, for its plotters. */
public final class Hgrm {
    private static final double NANOS_PER_MILLISECOND = 1e6;

    private Hgrm() {}

    /** Writes {@code latency.hgrm} and {@code service.hgrm} into a directory, which is made where it is missing. */
    public static void write(LoadResult result, Path directory) throws IOException {
        Files.createDirectories(directory);
        write(result.recorder().latency(), directory.resolve("latency.hgrm"));
        write(result.recorder().service(), directory.resolve("service.hgrm"));
    }

    private static void write(Histogram values, Path file) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            values.outputPercentileDistribution(out, NANOS_PER_MILLISECOND);
        }
    }
}
