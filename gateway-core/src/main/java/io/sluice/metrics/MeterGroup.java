package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.noop.NoopCounter;
import io.micrometer.core.instrument.noop.NoopTimer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Meters that share their tags and end together. All meters that read a value kept elsewhere are made here: the registry holds what
 * they read until the group is closed. Groups of one kind with the same tags share their series, which end with the last of the
 * groups; after that the same names and tags begin anew. Safe from any thread.
 */
public final class MeterGroup implements AutoCloseable {
    private final SeriesOwners owners;
    private final SeriesOwners.Owner owner;
    private final Tags tags;
    private final List<Reading> readings = new ArrayList<>();
    private boolean closed;

    /** What this group reads for one series. */
    private record Reading(Meter.Id id, DoubleSupplier source) {}

    /** @param kind tells groups with the same tags apart that are of something else */
    MeterGroup(SeriesOwners owners, String kind, Tags tags) {
        this.owners = owners;
        this.tags = tags;
        this.owner = owners.join(new SeriesOwners.Key(kind, tags));
    }

    /** What the meters have in common. */
    public Map<String, String> tags() {
        Map<String, String> map = new LinkedHashMap<>();
        tags.forEach(tag -> map.put(tag.getKey(), tag.getValue()));
        return map;
    }

    /** A value that is read at each scrape; of groups that share it the newest is read. */
    public void gauge(String name, String description, @Nullable String unit, DoubleSupplier value, String... more) {
        // A gauge of a supplier is held strongly.
        read(
                new Meter.Id(name, tags.and(more), unit, description, Meter.Type.GAUGE),
                false,
                value,
                meter -> Gauge.builder(name, meter::value)
                        .description(description)
                        .baseUnit(unit)
                        .tags(tags.and(more))
                        .register(owners.registry()));
    }

    /** A count that is kept elsewhere and read at each scrape; groups that share it are added up. */
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
        MeterRegistry registry = owners.registry();
        read(
                new Meter.Id(name, tags.and(more), unit, description, Meter.Type.COUNTER),
                true,
                value,
                meter -> FunctionCounter.builder(name, registry, any -> meter.value())
                        .description(description)
                        .baseUnit(unit)
                        .tags(tags.and(more))
                        .register(registry));
    }

    private void read(Meter.Id id, boolean sums, DoubleSupplier source, Function<ReadMeter, Meter> registration) {
        synchronized (owners) {
            if (closed) {
                return;
            }
            owners.read(id, sums, source, registration);
            readings.add(new Reading(id, source));
        }
    }

    /** A counter; in a closed group one that is not published. */
    public Counter count(String name, String description, String... more) {
        Tags all = tags.and(more);
        synchronized (owners) {
            if (closed) {
                return new NoopCounter(new Meter.Id(name, all, null, null, Meter.Type.COUNTER));
            }
            Counter counter =
                    Counter.builder(name).description(description).tags(all).register(owners.registry());
            owners.own(owner, counter);
            return counter;
        }
    }

    /** A timer; in a closed group one that is not published. */
    Timer timer(Timer.Builder builder, String name, String... more) {
        Tags all = tags.and(more);
        synchronized (owners) {
            if (closed) {
                return new NoopTimer(new Meter.Id(name, all, null, null, Meter.Type.TIMER));
            }
            Timer timer = builder.tags(all).register(owners.registry());
            owners.own(owner, timer);
            return timer;
        }
    }

    /** Ends one meter that counts by itself, for all groups that share it. */
    void end(Meter meter) {
        owners.disown(owner, meter);
    }

    /** Whether a tag may have this value, as the groups that share their series have at most so many together. */
    boolean admits(String tag, String value, int most) {
        return owners.admits(owner, tag, value, most);
    }

    /** Ends the meters; those that another group shares go on with what it reads. */
    @Override
    public void close() {
        synchronized (owners) {
            if (closed) {
                return;
            }
            closed = true;
            readings.forEach(reading -> owners.ended(reading.id(), reading.source()));
            readings.clear();
            owners.leave(owner);
        }
    }
}
