package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.sluice.api.FilterMeters;
import io.sluice.failure.FailureKind;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/** Makes all meters of a gateway, with their names and tags in one place. Safe from any thread. */
public final class GatewayMetrics {
    /** From 100 microseconds on, in steps of about 1.6, to a little over a minute. */
    private static final Duration[] BUCKETS = LongStream.iterate(100_000, nanos -> nanos * 8 / 5)
            .limit(30)
            .mapToObj(Duration::ofNanos)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;

    public GatewayMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    public MeterRegistry registry() {
        return registry;
    }

    /** The meters of the exchanges that take one way through the gateway. */
    public ExchangeMeters exchanges(String listener, String flow, String cluster) {
        return new ExchangeMeters(this, listener, flow, cluster);
    }

    /** The meters of the bulks of one flow. */
    public BulkMeters bulks(String flow) {
        return new BulkMeters(this, flow);
    }

    /** The time that a filter's code runs, by flow and filter. */
    public LongConsumer filterNanos(String filter) {
        Timer timer = Timer.builder("sluice.filter.call")
                .description("time in a filter's code, call by call")
                .tag("filter", filter)
                .register(registry);
        return nanos -> timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** The meters that a filter makes for itself. */
    public FilterMeters filterMeters(String filter) {
        return new TaggedMeters(registry, Tags.of("filter", filter));
    }

    /** Counts a request or a connection that was refused before it became an exchange. */
    public void refused(String listener, FailureKind kind) {
        count(
                        "sluice.refused",
                        "requests and connections refused at the door",
                        "listener",
                        listener,
                        "failure",
                        kind.tag())
                .increment();
    }

    /** A counter that is kept elsewhere. */
    public void counter(String name, String description, LongSupplier value, String... tags) {
        FunctionCounter.builder(name, value, LongSupplier::getAsLong)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    /** A counter of seconds that is kept elsewhere. */
    public void secondsCounter(String name, String description, DoubleSupplier value, String... tags) {
        FunctionCounter.builder(name, value, DoubleSupplier::getAsDouble)
                .description(description)
                .baseUnit("seconds")
                .tags(tags)
                .register(registry);
    }

    /** A value that is read when metrics are scraped. */
    public void gauge(String name, String description, DoubleSupplier value, String... tags) {
        Gauge.builder(name, value::getAsDouble)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    Timer timer(String name, String description, String... tags) {
        return Timer.builder(name)
                .description(description)
                .tags(tags)
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    Counter count(String name, String description, String... tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }
}
