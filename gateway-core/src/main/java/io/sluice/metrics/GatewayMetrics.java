package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
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
    private final MeterGroup process;
    private final InternalErrors internalErrors;
    private final FilterMeterNames filterNames = new FilterMeterNames("call");

    public GatewayMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.process = new MeterGroup(registry, Tags.empty());
        this.internalErrors = new InternalErrors(this);
    }

    public MeterRegistry registry() {
        return registry;
    }

    /** Reports unexpected exceptions. */
    public InternalErrors internalErrors() {
        return internalErrors;
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

    /** The meters that a filter makes for itself; a name stands for the same in all filters. */
    public FilterMeters filterMeters(String filter) {
        return new TaggedMeters(registry, filterNames, filter);
    }

    /** Measures the process and its virtual machine; to be called once. */
    public void measureProcess() {
        ProcessMeters.register(this);
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

    /** The meters of a node that has become known; the caller closes them when it departs. */
    public NodeMeters node(String cluster, String node) {
        return new NodeMeters(new MeterGroup(registry, Tags.of("cluster", cluster, "node", node)));
    }

    /** Meters with these tags; the caller may close them. */
    public MeterGroup group(String... tags) {
        return new MeterGroup(registry, Tags.of(tags));
    }

    /** A counter that is kept elsewhere; stays as long as the process. */
    public void counter(String name, String description, LongSupplier value, String... tags) {
        process.counter(name, description, value, tags);
    }

    /** A counter of seconds that is kept elsewhere; stays as long as the process. */
    public void secondsCounter(String name, String description, DoubleSupplier value, String... tags) {
        process.secondsCounter(name, description, value, tags);
    }

    /** A value that is read when metrics are scraped; stays as long as the process. */
    public void gauge(String name, String description, DoubleSupplier value, String... tags) {
        process.gauge(name, description, null, value, tags);
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
