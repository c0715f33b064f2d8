package io.sluice.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Whether what a process holds has stopped growing: the median of the last quarter of a run against that of the second
 * one. The first quarter is warm-up.
 */
final class Flatness {
    private static final int QUARTERS = 4;
    private static final double MOST = 1.10;
    /** Descriptors and threads are few, and come with single connections. */
    private static final int SLACK = 8;

    private final List<ProcessSample> samples;

    Flatness(List<ProcessSample> samples) {
        this.samples = List.copyOf(samples);
    }

    /** What has grown, each with its two medians; empty if nothing has, or if there are too few samples to say. */
    List<String> grown() {
        List<String> grown = new ArrayList<>();
        if (samples.size() >= QUARTERS) {
            compare("resident bytes", ProcessSample::residentBytes, 0, grown);
            compare("descriptors", ProcessSample::descriptors, SLACK, grown);
            compare("threads", ProcessSample::threads, SLACK, grown);
        }
        return grown;
    }

    private void compare(String what, ToLongFunction<ProcessSample> value, int slack, List<String> grown) {
        int quarter = samples.size() / QUARTERS;
        long early = median(samples.subList(quarter, 2 * quarter), value);
        long late = median(samples.subList(samples.size() - quarter, samples.size()), value);
        if (late > early * MOST + slack) {
            grown.add("%s: %,d in the second quarter, %,d in the last one".formatted(what, early, late));
        }
    }

    private static long median(List<ProcessSample> samples, ToLongFunction<ProcessSample> value) {
        return samples.stream()
                .mapToLong(value)
                .sorted()
                .skip(samples.size() / 2)
                .findFirst()
                .orElseThrow();
    }
}
