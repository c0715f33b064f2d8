package io.sluice.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.sluice.api.FilterMeters;
import io.sluice.api.PerValue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The meters of one instance of a filter, all with the same tags. Safe from any thread. */
final class TaggedMeters implements InstanceMeters {

    private final FilterMeterNames names;
    private final MeterGroup group;
    /** Tags beside those of the group: key, value, key, value. */
    private final List<String> more;

    /** @param group the filter's; closed with these meters */
    TaggedMeters(MeterGroup group, FilterMeterNames names) {
        this(group, names, List.of());
    }

    private TaggedMeters(MeterGroup group, FilterMeterNames names, List<String> more) {
        this.group = group;
        this.names = names;
        this.more = more;
    }

    private String[] tags() {
        return more.toArray(String[]::new);
    }

    private String full(String name, Meter.Type kind) {
        Tags all = Tags.of("filter", "").and(tags());
        names.claim(name, kind, group, all);
        return "sluice.filter." + name;
    }

    @Override
    public Counter counter(String name, String description) {
        return group.count(full(name, Meter.Type.COUNTER), description, tags())::increment;
    }

    @Override
    public Timer timer(String name, String description) {
        String full = full(name, Meter.Type.TIMER);
        io.micrometer.core.instrument.Timer timer =
                group.timer(io.micrometer.core.instrument.Timer.builder(full).description(description), full, tags());
        return nanos -> timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void gauge(String name, String description, LongSupplier value) {
        group.gauge(full(name, Meter.Type.GAUGE), description, null, value::getAsLong, tags());
    }

    @Override
    public <M> PerValue<M> perValue(String tag, int most, Function<FilterMeters, M> meters) {
        return new PerValue<>(most, value -> meters.apply(with(tag, known(tag, value, most))));
    }

    // An instance that takes another's place goes on with its series, so the two have no more values together than one.
    private String known(String tag, String value, int most) {
        String place = String.join("\0", more) + "\0" + tag;
        return value.equals(PerValue.OTHER) || group.admits(place, value, most) ? value : PerValue.OTHER;
    }

    private TaggedMeters with(String tag, String value) {
        List<String> longer = new ArrayList<>(more);
        longer.add(tag);
        longer.add(value);
        return new TaggedMeters(group, names, List.copyOf(longer));
    }

    @Override
    public void close() {
        group.close();
        names.release(group);
    }
}
