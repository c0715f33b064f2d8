package io.sluice.filters.tenant.placement;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Requests in flight that may change documents, by tenant and by the placement that decided them. Thread-safe. */
final class WritesInFlight {

    private final ConcurrentMap<Key, Integer> counts = new ConcurrentHashMap<>();

    private record Key(String tenant, long version) {}

    void begin(String tenant, Placement placement) {
        counts.merge(new Key(tenant, placement.version()), 1, Integer::sum);
    }

    void end(String tenant, Placement placement) {
        counts.computeIfPresent(new Key(tenant, placement.version()), (key, count) -> count == 1 ? null : count - 1);
    }

    /** Whether no request of the tenant is in flight that an earlier placement decided. */
    boolean areDecidedBy(String tenant, Placement placement) {
        for (Key key : counts.keySet()) {
            if (key.version < placement.version() && key.tenant.equals(tenant)) {
                return false;
            }
        }
        return true;
    }

    /** How many there are. */
    long count() {
        return counts.values().stream().mapToLong(Integer::longValue).sum();
    }
}
