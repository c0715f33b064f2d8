package io.sluice.bench.load.result;

import io.sluice.bench.net.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a run must keep to, such as {@code p99<20ms,errors<0.1%,rate>1000}. */
public final class ServiceLevels {
    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d+)?)<(.+)");
    private static final Pattern MEAN_OR_MAX = Pattern.compile("(mean|max)<(.+)");
    private static final Pattern ERRORS = Pattern.compile("errors<(\\d+(?:\\.\\d+)?)%");
    private static final Pattern RATE = Pattern.compile("(rate|documents)>(\\d+(?:\\.\\d+)?)");

    private final List<Level> levels;

    private ServiceLevels(List<Level> levels) {
        this.levels = List.copyOf(levels);
    }

    /** One bound. */
    private sealed interface Level {
        /** Whether that keeps to the bound. */
        boolean met(LoadResult result);

        /** For people. */
        String text(LoadResult result);
    }

    /** A latency, in nanoseconds; percentile 100 is the maximum, below 0 the mean. */
    private record Latency(String name, double percentile, long below) implements Level {
        private double actual(LoadResult result) {
            return percentile < 0
                    ? result.recorder().latency().getMean()
                    : (double) result.recorder().latency().getValueAtPercentile(percentile);
        }

        @Override
        public boolean met(LoadResult result) {
            return result.recorder().requests() > 0 && actual(result) < below;
        }

        @Override
        public String text(LoadResult result) {
            return String.format(
                    Locale.ROOT, "%s %.3f ms, wanted below %.3f ms", name, actual(result) / 1e6, below / 1e6);
        }
    }

    /** The share of requests that did not succeed. */
    private record Errors(double belowShare) implements Level {
        private double actual(LoadResult result) {
            return result.failureShare();
        }

        @Override
        public boolean met(LoadResult result) {
            return actual(result) < belowShare;
        }

        @Override
        public String text(LoadResult result) {
            return String.format(
                    Locale.ROOT, "errors %.4f%%, wanted below %.4f%%", actual(result) * 100, belowShare * 100);
        }
    }

    /** Requests or documents a second. */
    private record Rate(String name, double above) implements Level {
        private double actual(LoadResult result) {
            return name.equals("rate") ? result.requestsPerSecond() : result.documentsPerSecond();
        }

        @Override
        public boolean met(LoadResult result) {
            return actual(result) > above;
        }

        @Override
        public String text(LoadResult result) {
            return String.format(Locale.ROOT, "%s %.1f/s, wanted above %.1f/s", name, actual(result), above);
        }
    }

    /** No bounds. */
    public static ServiceLevels none() {
        return new ServiceLevels(List.of());
    }

    /**
     * Reads bounds separated by commas.
     *
     * @throws IllegalArgumentException if one has an unknown form
     */
    public static ServiceLevels parse(String text) {
        return new ServiceLevels(
                Arrays.stream(text.split(",")).map(ServiceLevels::level).toList());
    }

    /** The bounds that the run broke, a line each; empty if it kept to all. */
    public List<String> broken(LoadResult result) {
        List<String> broken = new ArrayList<>();
        for (Level level : levels) {
            if (!level.met(result)) {
                broken.add(level.text(result));
            }
        }
        return broken;
    }

    private static Level level(String given) {
        String text = given.strip();
        Matcher percentile = PERCENTILE.matcher(text);
        if (percentile.matches()) {
            double p = Double.parseDouble(percentile.group(1));
            return new Latency(
                    "p" + percentile.group(1),
                    p,
                    Durations.parse(percentile.group(2)).toNanos());
        }
        Matcher meanOrMax = MEAN_OR_MAX.matcher(text);
        if (meanOrMax.matches()) {
            double p = meanOrMax.group(1).equals("max") ? 100 : -1;
            return new Latency(
                    meanOrMax.group(1), p, Durations.parse(meanOrMax.group(2)).toNanos());
        }
        Matcher errors = ERRORS.matcher(text);
        if (errors.matches()) {
            return new Errors(Double.parseDouble(errors.group(1)) / 100);
        }
        Matcher rate = RATE.matcher(text);
        if (rate.matches()) {
            return new Rate(rate.group(1), Double.parseDouble(rate.group(2)));
        }
        throw new IllegalArgumentException(
                "expected p99<20ms, mean<5ms, max<1s, errors<0.1%, rate>1000 or documents>50000, got '" + text + "'");
    }
}
