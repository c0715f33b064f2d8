package io.sluice.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the names of filters' meters stand for. A scrape has one kind and one set of tag keys for each name, and the registry drops
 * what does not fit without a word; so the second filter that wants a name otherwise is told. A name that no filter uses any more is
 * free. Safe from any thread.
 */
final class FilterMeterNames {

    private final Map<String, Claim> claims = new HashMap<>();

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

    /** A name in use, and the groups of meters that use it. */
    private record Claim(Shape shape, Set<MeterGroup> users) {}

    /** @param own name of the gateway's own meter, which no filter can have */
    FilterMeterNames(String own) {
        claims.put(own, new Claim(new Shape(Meter.Type.OTHER, Set.of(), "the gateway"), Set.of()));
    }

    /**
     * Notes that a filter has a meter.
     *
     * @param user the filter's meters
     * @param tags all that the meter has
     * @throws IllegalArgumentException if the name already stands for something else
     */
    synchronized void claim(String name, Meter.Type kind, MeterGroup user, Tags tags) {
        Set<String> keys = new TreeSet<>();
        for (Tag tag : tags) {
            keys.add(tag.getKey());
        }
        String filter = String.valueOf(user.tags().get("filter"));
        Shape wanted = new Shape(kind, keys, filter);
        Claim claim = claims.computeIfAbsent(
                name.replaceAll("[^A-Za-z0-9]", "_"), first -> new Claim(wanted, new HashSet<>()));
        if (!claim.shape().fits(wanted)) {
            throw new IllegalArgumentException("the meter '" + name + "' would be " + wanted + ", but in "
                    + claim.shape().filter() + " it is " + claim.shape() + "; give it another name");
        }
        claim.users().add(user);
    }

    /** The filter's meters have ended. */
    synchronized void release(MeterGroup user) {
        claims.values().removeIf(claim -> claim.users().contains(user) && lastOf(claim, user));
    }

    private static boolean lastOf(Claim claim, MeterGroup user) {
        claim.users().remove(user);
        return claim.users().isEmpty();
    }
}
