package io.sluice.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.Function;

/**
 * The series that groups of meters own. Several groups may have one owner, as when a cluster is made anew beside the one it
 * replaces: their series go on until the last of the groups ends, and are then removed. Safe from any thread.
 */
final class SeriesOwners {
    private final MeterRegistry registry;
    private final Map<Key, Owner> owners = new HashMap<>();
    /** How many owners have a meter that counts by itself: filters of two types may give a meter the same name. */
    private final Map<Meter.Id, Integer> shares = new HashMap<>();

    private final Map<Meter.Id, ReadMeter> read = new HashMap<>();

    /**
     * What tells owners apart.
     *
     * @param kind of the owner, such as {@code node}
     * @param tags that all its series have
     */
    record Key(String kind, Tags tags) {}

    /** The series of one owner; to be used under the lock of {@link SeriesOwners}. */
    static final class Owner {
        private final Key key;
        private int groups;
        private final Map<Meter.Id, Meter> counted = new LinkedHashMap<>();
        private final Map<String, Set<String>> values = new HashMap<>();

        private Owner(Key key) {
            this.key = key;
        }
    }

    SeriesOwners(MeterRegistry registry) {
        this.registry = registry;
    }

    MeterRegistry registry() {
        return registry;
    }

    /** Counts one more group of the owner. */
    synchronized Owner join(Key key) {
        Owner owner = owners.computeIfAbsent(key, Owner::new);
        owner.groups++;
        return owner;
    }

    /** A group of the owner has ended. */
    synchronized void leave(Owner owner) {
        owner.groups--;
        if (owner.groups == 0) {
            owners.remove(owner.key);
            owner.counted.values().forEach(this::drop);
        }
    }

    private void drop(Meter meter) {
        int left = shares.getOrDefault(meter.getId(), 1) - 1;
        if (left == 0) {
            shares.remove(meter.getId());
            registry.remove(meter);
        } else {
            shares.put(meter.getId(), left);
        }
    }

    /** Notes that a meter that counts by itself is the owner's. */
    synchronized void own(Owner owner, Meter meter) {
        if (owner.counted.put(meter.getId(), meter) == null) {
            shares.merge(meter.getId(), 1, Integer::sum);
        }
    }

    /** Takes one meter that counts by itself away from its owner. */
    synchronized void disown(Owner owner, Meter meter) {
        if (owner.counted.remove(meter.getId()) != null) {
            drop(meter);
        }
    }

    /**
     * Lets a meter read one more source.
     *
     * @param sums whether its sources are added up
     * @param registration makes the meter if it is not there
     */
    synchronized void read(Meter.Id id, boolean sums, DoubleSupplier source, Function<ReadMeter, Meter> registration) {
        ReadMeter meter = read.get(id);
        if (meter == null) {
            meter = new ReadMeter(sums);
            meter.registered(registration.apply(meter));
            read.put(id, meter);
        }
        meter.add(source);
    }

    /** A source of a meter has ended, and with its last one the meter. */
    synchronized void ended(Meter.Id id, DoubleSupplier source) {
        ReadMeter meter = read.get(id);
        if (meter != null && meter.remove(source)) {
            read.remove(id);
            registry.remove(meter.meter());
        }
    }

    /**
     * Whether a tag of the owner may have this value.
     *
     * @param most how many values the tag may have
     */
    synchronized boolean admits(Owner owner, String tag, String value, int most) {
        Set<String> known = owner.values.computeIfAbsent(tag, name -> new HashSet<>());
        return known.contains(value) || known.size() < most && known.add(value);
    }
}
