package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/** The meters of one flow's mirror. Safe from any thread. */
public final class MirrorMeters implements AutoCloseable {
    private final MeterGroup group;
    private final ConcurrentHashMap<String, Counter> outcomes = new ConcurrentHashMap<>();
    private final Counter same;
    private final Counter different;
    private final Timer answers;

    MirrorMeters(MeterGroup group) {
        this.group = group;
        this.same = items("same");
        this.different = items("different");
        this.answers = GatewayMetrics.timer(
                group, "sluice.mirror.answer", "time from sending a copy to the end of the other cluster's answer");
    }

    private Counter items(String outcome) {
        return group.count("sluice.mirror.items", "items of copied bulks, by comparison", "outcome", outcome);
    }

    /** What may become of a request, so that each is counted from the beginning. */
    public void outcomes(Enum<?>... possible) {
        for (Enum<?> outcome : possible) {
            counter(outcome);
        }
    }

    /** What became of a request that was to be copied. */
    public void outcome(Enum<?> outcome) {
        counter(outcome).increment();
    }

    private Counter counter(Enum<?> outcome) {
        return outcomes.computeIfAbsent(
                outcome.name().toLowerCase(Locale.ROOT),
                tag -> group.count(
                        "sluice.mirror.requests", "requests to be copied, by what came of it", "outcome", tag));
    }

    /** How many items of a bulk were answered alike, and how many not. */
    public void items(int alike, int unlike) {
        same.increment(alike);
        different.increment(unlike);
    }

    /** The other cluster took so long for an answer. */
    public void answered(long nanos) {
        answers.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** A value that is kept elsewhere and read at each scrape. */
    public void gauge(String name, String description, DoubleSupplier value) {
        group.gauge(name, description, null, value);
    }

    @Override
    public void close() {
        group.close();
    }
}
