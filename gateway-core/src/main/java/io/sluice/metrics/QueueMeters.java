package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** The meters of one queue. Safe from any thread. */
public final class QueueMeters implements AutoCloseable {
    private final MeterGroup group;
    private final Counter kept;
    private final Counter done;
    private final Counter again;
    private final Counter dead;
    private final Timer keeping;

    QueueMeters(MeterGroup group) {
        this.group = group;
        this.kept = group.count("sluice.queue.kept.items", "items that the queue took and answered");
        this.done = outcome("done");
        this.again = outcome("again");
        this.dead = outcome("dead");
        this.keeping = GatewayMetrics.timer(
                group, "sluice.queue.keep", "time from the first byte of a write to its being kept");
    }

    private Counter outcome(String outcome) {
        return group.count(
                "sluice.queue.sent.items",
                "items that the queue sent to its cluster, by what came of it",
                "outcome",
                outcome);
    }

    /** So many items of one request were kept after so many nanoseconds. */
    public void kept(int items, long nanos) {
        kept.increment(items);
        keeping.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** Items of one bulk that the queue sent, by what came of them. */
    public void sent(int doneItems, int againItems, int deadItems) {
        done.increment(doneItems);
        again.increment(againItems);
        dead.increment(deadItems);
    }

    /** A value that is kept elsewhere and read at each scrape. */
    public void gauge(String name, String description, DoubleSupplier value) {
        group.gauge(name, description, null, value);
    }

    /** A count that is kept elsewhere and read at each scrape. */
    public void counter(String name, String description, LongSupplier value) {
        group.counter(name, description, value);
    }

    /** Seconds that are counted elsewhere and read at each scrape. */
    public void secondsCounter(String name, String description, DoubleSupplier value) {
        group.secondsCounter(name, description, value);
    }

    @Override
    public void close() {
        group.close();
    }
}
