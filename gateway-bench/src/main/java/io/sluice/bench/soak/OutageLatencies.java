package io.sluice.bench.soak;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Times of one kind of request by phase, each from when the request was due. Thread-safe. */
final class OutageLatencies {
    private static final long LONGEST_MICROS = Duration.ofHours(1).toNanos() / 1_000;
    private static final int DIGITS = 3;
    private static final double MICROS_PER_MILLI = 1e3;

    private final String name;
    private final Map<OutagePhase, Histogram> times = new EnumMap<>(OutagePhase.class);
    private final Map<OutagePhase, Long> failures = new EnumMap<>(OutagePhase.class);

    OutageLatencies(String name) {
        this.name = name;
    }

    synchronized void record(OutagePhase phase, long nanos) {
        times.computeIfAbsent(phase, unused -> new Histogram(LONGEST_MICROS, DIGITS))
                .recordValue(Math.min(LONGEST_MICROS, nanos / 1_000));
    }

    synchronized void fail(OutagePhase phase) {
        failures.merge(phase, 1L, Long::sum);
    }

    synchronized long failures() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }

    /** A line for each phase. */
    synchronized String table() {
        StringBuilder table = new StringBuilder();
        for (OutagePhase phase : OutagePhase.values()) {
            Histogram of = times.getOrDefault(phase, new Histogram(LONGEST_MICROS, DIGITS));
            table.append(String.format(
                    Locale.ROOT,
                    "%-28s %-12s %,8d answered  %,6d failed   p50 %8.1f ms  p95 %8.1f ms  p99 %8.1f ms  longest %8.1f ms%n",
                    name,
                    phase,
                    of.getTotalCount(),
                    failures.getOrDefault(phase, 0L),
                    of.getValueAtPercentile(50) / MICROS_PER_MILLI,
                    of.getValueAtPercentile(95) / MICROS_PER_MILLI,
                    of.getValueAtPercentile(99) / MICROS_PER_MILLI,
                    of.getMaxValue() / MICROS_PER_MILLI));
        }
        return table.toString();
    }
}
