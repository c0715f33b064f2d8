package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.noop.NoopCounter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Meters that share their tags and end together. All meters that read a value kept elsewhere are made here: the registry holds what
 * they read until the group is closed. After that the same names and tags may be registered anew. Safe from any thread.
 */
public final class MeterGroup implements AutoCloseable {
    private final MeterRegistry registry;
    private final Tags tags;
    private final List<Meter> meters = new ArrayList<>();
    private boolean closed;

    MeterGroup(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
    }

    /** What the meters have in common. */
    public Map<String, String> tags() {
        Map<String, String> map = new LinkedHashMap<>();
        tags.forEach(tag -> map.put(tag.getKey(), tag.getValue()));
        return map;
    }

    /** A value that is read at each scrape. */
    public void gauge(String name, String description, @Nullable String unit, DoubleSupplier value, String... more) {
        // A gauge of a supplier is held strongly.
        add(() -> Gauge.builder(name, value::getAsDouble)
                .description(description)
                .baseUnit(unit)
                .tags(tags.and(more))
                .register(registry));
    }

    /** A count that is kept elsewhere and read at each scrape. */
    public void counter(String name, String description, LongSupplier value, String... more) {
        functionCounter(name, description, null, value::getAsLong, more);
    }

    /** Seconds that are counted elsewhere and read at each scrape. */
    public void secondsCounter(String name, String description, DoubleSupplier value, String... more) {
        functionCounter(name, description, "seconds", value, more);
    }

    // A function counter holds its object weakly and its function strongly. So the value stands in the function, and
    // the object is one that lives as long as the meter: the registry.
    private void functionCounter(
            String name, String description, @Nullable String unit, DoubleSupplier value, String... more) {
        add(() -> FunctionCounter.builder(name, registry, any -> value.getAsDouble())
                .description(description)
                .baseUnit(unit)
                .tags(tags.and(more))
                .register(registry));
    }

    /** A counter; in a closed group one that is not published. */
    public Counter count(String name, String description, String... more) {
        Tags all = tags.and(more);
        Counter counter = add(
                () -> Counter.builder(name).description(description).tags(all).register(registry));
        return counter == null ? new NoopCounter(new Meter.Id(name, all, null, null, Meter.Type.COUNTER)) : counter;
    }

    // Null once the group is closed: a later group may have the same names and tags, which are its own then.
    private synchronized <M extends Meter> @Nullable M add(Supplier<M> registration) {
        if (closed) {
            return null;
        }
        M meter = registration.get();
        meters.add(meter);
        return meter;
    }

    /** Removes the meters from the registry. */
    @Override
    public synchronized void close() {
        closed = true;
        meters.forEach(registry::remove);
        meters.clear();
    }
}
