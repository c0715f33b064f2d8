package io.sluice.metrics;

import io.micrometer.core.instrument.Meter;
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
    private final FilterMeterNames names;
    private final String filter;
    private final Tags tags;
    private final MeterGroup group;

    TaggedMeters(MeterRegistry registry, FilterMeterNames names, String filter) {
        this(registry, names, filter, Tags.of("filter", filter));
    }

    private TaggedMeters(MeterRegistry registry, FilterMeterNames names, String filter, Tags tags) {
        this.registry = registry;
        this.names = names;
        this.filter = filter;
        this.tags = tags;
        this.group = new MeterGroup(registry, tags);
    }

    private String full(String name, Meter.Type kind) {
        names.claim(name, kind, filter, tags);
        return "sluice.filter." + name;
    }

    @Override
    public Counter counter(String name, String description) {
        return io.micrometer.core.instrument.Counter.builder(full(name, Meter.Type.COUNTER))
                .description(description)
                .tags(tags)
                .register(registry)::increment;
    }

    @Override
    public Timer timer(String name, String description) {
        io.micrometer.core.instrument.Timer timer = io.micrometer.core.instrument.Timer.builder(
                        full(name, Meter.Type.TIMER))
                .description(description)
                .tags(tags)
                .register(registry);
        return nanos -> timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void gauge(String name, String description, LongSupplier value) {
        group.gauge(full(name, Meter.Type.GAUGE), description, null, value::getAsLong);
    }

    @Override
    public <M> PerValue<M> perValue(String tag, int most, Function<FilterMeters, M> meters) {
        return new PerValue<>(
                most, value -> meters.apply(new TaggedMeters(registry, names, filter, tags.and(tag, value))));
    }
}
