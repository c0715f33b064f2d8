package io.sluice.testkit;

import io.sluice.api.FilterMeters;
import io.sluice.api.PerValue;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Meters that a test can read. Those that are kept apart by a tag are read as {@code name{tag=value}}. Safe from any thread. */
public final class TestMeters implements FilterMeters {

    private final Map<String, LongAdder> counters;
    private final Map<String, Timings> timers;
    private final Map<String, LongSupplier> gauges;
    private final String suffix;

    public TestMeters() {
        this(new ConcurrentHashMap<>(), new ConcurrentHashMap<>(), new ConcurrentHashMap<>(), "");
    }

    private TestMeters(
            Map<String, LongAdder> counters,
            Map<String, Timings> timers,
            Map<String, LongSupplier> gauges,
            String suffix) {
        this.counters = counters;
        this.timers = timers;
        this.gauges = gauges;
        this.suffix = suffix;
    }

    private record Timings(LongAdder count, LongAdder nanos) {
        void add(long duration) {
            count.increment();
            nanos.add(duration);
        }
    }

    @Override
    public Counter counter(String name, String description) {
        checkName(name);
        return counters.computeIfAbsent(name + suffix, key -> new LongAdder())::add;
    }

    @Override
    public Timer timer(String name, String description) {
        checkName(name);
        return timers.computeIfAbsent(name + suffix, key -> new Timings(new LongAdder(), new LongAdder()))::add;
    }

    @Override
    public <M> PerValue<M> perValue(String tag, int most, Function<FilterMeters, M> meters) {
        checkName(tag);
        return new PerValue<>(
                most,
                value ->
                        meters.apply(new TestMeters(counters, timers, gauges, suffix + "{" + tag + "=" + value + "}")));
    }

    @Override
    public void gauge(String name, String description, LongSupplier value) {
        checkName(name);
        if (gauges.putIfAbsent(name + suffix, value) != null) {
            throw new AssertionError("gauge " + name + " is registered twice");
        }
    }

    private static void checkName(String name) {
        if (!name.matches("[a-z][a-z0-9]*(_[a-z0-9]+)*")) {
            throw new AssertionError("a meter's name is written in snake_case, not " + name);
        }
    }

    /**
     * What was counted under a name.
     *
     * @throws AssertionError if no counter has the name
     */
    public long count(String name) {
        LongAdder counter = counters.get(name);
        if (counter == null) {
            throw new AssertionError("no counter is named " + name + ", there are " + counters.keySet());
        }
        return counter.sum();
    }

    /**
     * How many durations were recorded under a name.
     *
     * @throws AssertionError if no timer has the name
     */
    public long timed(String name) {
        return timings(name).count().sum();
    }

    /**
     * The sum of the durations under a name, in nanoseconds.
     *
     * @throws AssertionError if no timer has the name
     */
    public long nanos(String name) {
        return timings(name).nanos().sum();
    }

    private Timings timings(String name) {
        Timings timings = timers.get(name);
        if (timings == null) {
            throw new AssertionError("no timer is named " + name + ", there are " + timers.keySet());
        }
        return timings;
    }

    /**
     * The present value of a gauge.
     *
     * @throws AssertionError if no gauge has the name
     */
    public long gauge(String name) {
        LongSupplier gauge = gauges.get(name);
        if (gauge == null) {
            throw new AssertionError("no gauge is named " + name + ", there are " + gauges.keySet());
        }
        return gauge.getAsLong();
    }
}
