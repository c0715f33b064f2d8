package io.sluice.filters.tenant.placement;

import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** What is in flight that may change documents, by tenant and by the placement that decided it. Thread-safe. */
final class WritesInFlight {

    private final ConcurrentMap<Key, Integer> counts = new ConcurrentHashMap<>();

    private final ConcurrentMap<String, Integer> unanswered = new ConcurrentHashMap<>();

    private record Key(String tenant, long version) {}

    void begin(String tenant, Placement placement) {
        counts.merge(new Key(tenant, placement.version()), 1, Integer::sum);
    }

    void end(String tenant, Placement placement) {
        counts.computeIfPresent(new Key(tenant, placement.version()), (key, count) -> count == 1 ? null : count - 1);
    }

    /** Notes one until it is over; to be told also if it gets no answer. */
    Decision.Watcher watched(String tenant, Placement placement) {
        begin(tenant, placement);
        return new Decision.Watcher() {
            @Override
            public void unanswered() {
                unanswered.merge(tenant, 1, Integer::sum);
            }

            @Override
            public void ended(boolean wasUnanswered) {
                end(tenant, placement);
                if (wasUnanswered) {
                    unanswered.computeIfPresent(tenant, (key, count) -> count == 1 ? null : count - 1);
                }
            }
        };
    }

    /** The tenants that have something in flight which got no answer. */
    SortedSet<String> unanswered() {
        return new TreeSet<>(unanswered.keySet());
    }

    /** The tenants that have something in flight which was sent under an earlier placement than that of a table. */
    SortedSet<String> behind(Placements table) {
        SortedSet<String> tenants = new TreeSet<>();
        for (Key key : counts.keySet()) {
            if (key.version < table.of(key.tenant).version()) {
                tenants.add(key.tenant);
            }
        }
        return tenants;
    }

    /** How many there are. */
    long count() {
        return counts.values().stream().mapToLong(Integer::longValue).sum();
    }
}
