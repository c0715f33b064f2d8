package io.sluice.filters.tenant.placement;

import java.util.HashMap;
import java.util.Map;

/**
 * Which gateways there were when a comparison began, and how many requests of each were unsure by then. The comparison holds as long as
 * no gateway has gone, not even one that came later, and no request has become unsure. Immutable.
 */
final class Sureness {

    private final long departures;
    private final Map<String, Long> counts;

    private Sureness(long departures, Map<String, Long> counts) {
        this.departures = departures;
        this.counts = Map.copyOf(counts);
    }

    static Sureness of(String tenant, TableContent content, Map<String, Beat> beats) {
        Map<String, Long> counts = new HashMap<>();
        for (String id : content.gateways().keySet()) {
            Beat beat = beats.get(id);
            counts.put(id, beat == null ? 0 : beat.unsureOf(tenant));
        }
        return new Sureness(content.departures(), counts);
    }

    /** Whether nothing happened since that the comparison may have missed. */
    boolean holds(String tenant, TableContent content, Map<String, Beat> beats) {
        Sureness now = of(tenant, content, beats);
        // Gateways of an earlier version do not count departures.
        return now.departures == departures
                && now.counts.keySet().containsAll(counts.keySet())
                && now.counts.entrySet().stream()
                        .allMatch(each -> each.getValue().equals(counts.getOrDefault(each.getKey(), 0L)));
    }
}
