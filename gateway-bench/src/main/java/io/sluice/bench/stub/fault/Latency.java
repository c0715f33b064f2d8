package io.sluice.bench.stub.fault;

import io.sluice.bench.net.Durations;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** How long an answer is held back, as a distribution. */
public sealed interface Latency {
    /** Draws one delay in nanoseconds, 0 or more. */
    long nextNanos(RandomGenerator random);

    /** Always the same delay. */
    record Fixed(Duration delay) implements Latency {
        @Override
        public long nextNanos(RandomGenerator random) {
            return delay.toNanos();
        }
    }

    /** Evenly spread over {@code [from, to]}. */
    record Uniform(Duration from, Duration to) implements Latency {
        @Override
        public long nextNanos(RandomGenerator random) {
            return random.nextLong(from.toNanos(), to.toNanos() + 1);
        }
    }

    /** Memoryless, with this mean. */
    record Exponential(Duration mean) implements Latency {
        @Override
        public long nextNanos(RandomGenerator random) {
            return (long) (random.nextExponential() * mean.toNanos());
        }
    }

    /** Lognormal: {@code median * exp(sigma * N(0, 1))}. */
    record Lognormal(Duration median, double sigma) implements Latency {
        @Override
        public long nextNanos(RandomGenerator random) {
            return (long) (median.toNanos() * Math.exp(sigma * random.nextGaussian()));
        }
    }

    /**
     * Reads {@code none}, {@code fixed:5ms}, {@code uniform:1ms,9ms}, {@code exponential:5ms} or
     * {@code lognormal:5ms,0.5}.
     *
     * @throws IllegalArgumentException for any other text
     */
    static Latency parse(String text) {
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        List<String> values =
                colon < 0 ? List.of() : List.of(text.substring(colon + 1).split(",", -1));
        return switch (kind + "/" + values.size()) {
            case "none/0" -> new Fixed(Duration.ZERO);
            case "fixed/1" -> new Fixed(Durations.parse(values.get(0)));
            case "uniform/2" -> new Uniform(Durations.parse(values.get(0)), Durations.parse(values.get(1)));
            case "exponential/1" -> new Exponential(Durations.parse(values.get(0)));
            case "lognormal/2" -> new Lognormal(Durations.parse(values.get(0)), Double.parseDouble(values.get(1)));
            default ->
                throw new IllegalArgumentException("expected none, fixed:5ms, uniform:1ms,9ms, exponential:5ms or "
                        + "lognormal:5ms,0.5, got '" + text + "'");
        };
    }
}
