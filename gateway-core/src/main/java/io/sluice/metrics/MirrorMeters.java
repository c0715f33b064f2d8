package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/** The meters of one flow's mirror. Safe from any thread. */
public final class MirrorMeters implements AutoCloseable {
    private final MeterGroup group;
    private final OutcomeCounters outcomes;
    private final Counter same;
    private final Counter different;
    private final Timer answers;

    MirrorMeters(MeterGroup group) {
        this.group = group;
        this.outcomes =
                new OutcomeCounters(group, "sluice.mirror.requests", "requests to be copied, by what came of it");
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
        outcomes.prepare(possible);
    }

    /** What became of a request that was to be copied. */
    public void outcome(Enum<?> outcome) {
        outcomes.add(outcome, 1);
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
