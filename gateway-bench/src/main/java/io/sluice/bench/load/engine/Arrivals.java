package io.sluice.bench.load.engine;

import io.sluice.bench.net.Durations;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * When requests are due in an open loop: the rate over time as a chain of phases, each constant or rising or falling
 * linearly, and whether arrivals are evenly spaced or a Poisson process. After the last phase its final rate goes on.
 */
public record Arrivals(List<Phase> phases, boolean poisson) {
    /** The length of a phase without one. */
    private static final Duration UNBOUNDED = Duration.ofDays(1);

    /** Requests a second, from {@code from} to {@code to} over {@code length}. */
    public record Phase(double from, double to, Duration length) {
        public Phase {
            if (!(from >= 0 && to >= 0 && from + to > 0)) {
                throw new IllegalArgumentException("a rate must be positive");
            }
            if (!length.isPositive()) {
                throw new IllegalArgumentException("a phase must have a length");
            }
        }

        private double seconds() {
            return length.toNanos() / 1e9;
        }

        private String text() {
            String rate = from == to ? number(from) : number(from) + " to " + number(to);
            return length.equals(UNBOUNDED) ? rate + "/s" : rate + "/s for " + number(seconds()) + " s";
        }

        private static String number(double value) {
            return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
        }

        private double arrivals() {
            return (from + to) / 2 * seconds();
        }

        /** The time within the phase, in seconds, by which {@code n} requests have arrived. */
        private double timeOf(double n) {
            double slope = (to - from) / seconds();
            if (Math.abs(slope) < 1e-9) {
                return n / from;
            }
            return (Math.sqrt(Math.max(0, from * from + 2 * slope * n)) - from) / slope;
        }
    }

    public Arrivals {
        phases = List.copyOf(phases);
        if (phases.isEmpty()) {
            throw new IllegalArgumentException("a rate is missing");
        }
    }

    /**
     * Reads a rate plan: {@code 1200} for a constant rate, {@code 100:10s,100-1000:30s,1000:60s} for steps and ramps.
     *
     * @throws IllegalArgumentException for any other text
     */
    public static Arrivals parse(String text, boolean poisson) {
        return new Arrivals(Arrays.stream(text.split(",")).map(Arrivals::phase).toList(), poisson);
    }

    /** For people. */
    public String text() {
        String plan = phases.stream().map(Phase::text).collect(Collectors.joining(", then "));
        return plan + (poisson ? ", Poisson arrivals" : ", evenly spaced");
    }

    /** Nanoseconds from the start until {@code n} requests have arrived. */
    public long nanosOf(double n) {
        double left = n;
        double before = 0;
        for (Phase phase : phases) {
            if (left <= phase.arrivals()) {
                return Math.round((before + phase.timeOf(left)) * 1e9);
            }
            left -= phase.arrivals();
            before += phase.seconds();
        }
        Phase last = phases.get(phases.size() - 1);
        double rate = last.to > 0 ? last.to : Double.MIN_NORMAL;
        return (long) Math.min(Long.MAX_VALUE / 2.0, (before + left / rate) * 1e9);
    }

    private static Phase phase(String text) {
        String[] parts = text.strip().split(":", 2);
        Duration length = parts.length == 2 ? Durations.parse(parts[1]) : UNBOUNDED;
        String[] rates = parts[0].split("-", 2);
        try {
            double from = Double.parseDouble(rates[0]);
            return new Phase(from, rates.length == 2 ? Double.parseDouble(rates[1]) : from, length);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "expected a rate such as 1200 or 100:10s,100-1000:30s, got '" + text + "'", e);
        }
    }
}
