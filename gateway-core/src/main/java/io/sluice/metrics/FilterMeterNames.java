package io.sluice.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the names of filters' meters stand for. A scrape has one kind and one set of tag keys for each name, and the registry drops
 * what does not fit without a word; so the second filter that wants a name otherwise is told. Safe from any thread.
 */
final class FilterMeterNames {

    private final Map<String, Shape> shapes = new ConcurrentHashMap<>();

    /** What a name stands for, and the filter that used it first. */
    private record Shape(Meter.Type kind, Set<String> tagKeys, String filter) {

        boolean fits(Shape other) {
            return kind == other.kind && tagKeys.equals(other.tagKeys);
        }

        @Override
        public String toString() {
            return "a " + kind.name().toLowerCase(java.util.Locale.ROOT) + " with the tags " + tagKeys;
        }
    }

    /** @param own name of the gateway's own meter, which no filter can have */
    FilterMeterNames(String own) {
        shapes.put(own, new Shape(Meter.Type.OTHER, Set.of(), "the gateway"));
    }

    /**
     * Notes that a filter has a meter.
     *
     * @throws IllegalArgumentException if the name already stands for something else
     */
    void claim(String name, Meter.Type kind, String filter, Tags tags) {
        Set<String> keys = new TreeSet<>();
        for (Tag tag : tags) {
            keys.add(tag.getKey());
        }
        Shape wanted = new Shape(kind, keys, filter);
        Shape first = shapes.putIfAbsent(name.replaceAll("[^A-Za-z0-9]", "_"), wanted);
        if (first != null && !first.fits(wanted)) {
            throw new IllegalArgumentException("the meter '" + name + "' would be " + wanted + ", but in "
                    + first.filter() + " it is " + first + "; give it another name");
        }
    }
}
