package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Makes all meters of a gateway, with their names and tags in one place. Safe from any thread. */
public final class GatewayMetrics {
    /** From 100 microseconds on, in steps of about 1.6, to a little over a minute. */
    private static final Duration[] BUCKETS = LongStream.iterate(100_000, nanos -> nanos * 8 / 5)
            .limit(30)
            .mapToObj(Duration::ofNanos)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final SeriesOwners owners;
    private final MeterGroup process;
    private final InternalErrors internalErrors;
    private final @Nullable ExemplarRegistry exemplars;
    private final NotedRequests noted = new NotedRequests();
    private final FilterMeterNames filterNames = new FilterMeterNames("call");

    public GatewayMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.exemplars = ExemplarRegistry.of(registry);
        this.owners = new SeriesOwners(registry);
        this.process = new MeterGroup(owners, "process", Tags.empty());
        this.internalErrors = new InternalErrors(this);
    }

    public MeterRegistry registry() {
        return registry;
    }

    /** Reports unexpected exceptions. */
    public InternalErrors internalErrors() {
        return internalErrors;
    }

    /** The requests that an operator may want to see. */
    public NotedRequests noted() {
        return noted;
    }

    /** The meters of the exchanges that take one way through the gateway; the caller closes them. */
    public ExchangeMeters exchanges(String listener, String flow, String cluster) {
        return new ExchangeMeters(
                new MeterGroup(owners, "exchange", Tags.of("listener", listener, "flow", flow, "cluster", cluster)),
                noted,
                exemplars);
    }

    /** The meters of the bulks of one flow; the caller closes them. */
    public BulkMeters bulks(String flow) {
        return new BulkMeters(new MeterGroup(owners, "bulk", Tags.of("flow", flow)), flow);
    }

    /** The meters of a queue; the caller closes them. */
    public QueueMeters queue(String name) {
        return new QueueMeters(new MeterGroup(owners, "queue", Tags.of("queue", name)));
    }

    /** The meters of a flow's recording; the caller closes them. */
    public RecordingMeters recording(String flow) {
        return new RecordingMeters(new MeterGroup(owners, "recording", Tags.of("flow", flow)));
    }

    /** The meters of a flow's mirror; the caller closes them. */
    public MirrorMeters mirror(String flow, String cluster) {
        return new MirrorMeters(new MeterGroup(owners, "mirror", Tags.of("flow", flow, "cluster", cluster)));
    }

    /** The meters of a listener; the caller closes them. */
    public ListenerMeters listener(String name) {
        return new ListenerMeters(new MeterGroup(owners, "listener", Tags.of("listener", name)));
    }

    /** The time that a filter's code runs, by flow and filter; the caller closes it. */
    public FilterTimer filterNanos(String filter) {
        return new FilterTimer(new MeterGroup(owners, "filter call", Tags.of("filter", filter)));
    }

    /**
     * The meters that an instance of a filter makes for itself; a name stands for the same in all filters. The caller closes them.
     *
     * @param filter the filter's name
     * @param type of the filter: an instance that takes the place of another of its type goes on with its series
     */
    public InstanceMeters filterMeters(String filter, String type) {
        return new TaggedMeters(
                new MeterGroup(owners, "filter of type " + type, Tags.of("filter", filter)), filterNames);
    }

    /** Measures the process and its virtual machine; to be called once. */
    public void measureProcess() {
        ProcessMeters.register(this);
    }

    /** The meters of a node that has become known; the caller closes them when it departs. */
    public NodeMeters node(String cluster, String node) {
        return new NodeMeters(new MeterGroup(owners, "node", Tags.of("cluster", cluster, "node", node)));
    }

    /** Meters with these tags; the caller may close them. */
    public MeterGroup group(String... tags) {
        return new MeterGroup(owners, "group", Tags.of(tags));
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

    /** How many buckets a histogram of times has. */
    static int buckets() {
        return BUCKETS.length + 1;
    }

    /** The bucket of a histogram of times that counts so many nanoseconds. */
    static int bucket(long nanos) {
        int found = Arrays.binarySearch(BUCKETS, Duration.ofNanos(nanos));
        return found < 0 ? -found - 1 : found;
    }

    /** A histogram of times. */
    static Timer timer(MeterGroup group, String name, String description, String... more) {
        return group.timer(Timer.builder(name).description(description).serviceLevelObjectives(BUCKETS), name, more);
    }

    Counter count(String name, String description, String... tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }
}
