package io.sluice.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.sluice.api.FilterMeters;
import io.sluice.api.PerValue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The meters of one filter, all with the same tags. Safe from any thread. */
final class TaggedMeters implements FilterMeters {

    private final MeterRegistry registry;
    private final Tags tags;
    private final MeterGroup group;

    TaggedMeters(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
        this.group = new MeterGroup(registry, tags);
    }

    private static String full(String name) {
        return "sluice.filter." + name;
    }

    @Override
    public Counter counter(String name, String description) {
        return io.micrometer.core.instrument.Counter.builder(full(name))
                .description(description)
                .tags(tags)
                .register(registry)::increment;
    }

    @Override
    public Timer timer(String name, String description) {
        io.micrometer.core.instrument.Timer timer = io.micrometer.core.instrument.Timer.builder(full(name))
                .description(description)
                .tags(tags)
                .register(registry);
        return nanos -> timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void gauge(String name, String description, LongSupplier value) {
        group.gauge(full(name), description, null, value::getAsLong);
    }

    @Override
    public <M> PerValue<M> perValue(String tag, int most, Function<FilterMeters, M> meters) {
        return new PerValue<>(most, value -> meters.apply(new TaggedMeters(registry, tags.and(tag, value))));
    }
}
