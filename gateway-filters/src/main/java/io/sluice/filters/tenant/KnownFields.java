package io.sluice.filters.tenant;

import io.sluice.filters.tenant.move.FoundFields;
import io.sluice.filters.tenant.placement.Placement;
import io.sluice.filters.tenant.placement.Placements;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * What is known of the places to which tenants' writes are copied: shared by all copies of one tenant while its placement stays as it is, since
 * each would have to find it out anew. Thread-safe.
 */
final class KnownFields {

    private final ConcurrentMap<String, Known> tenants = new ConcurrentHashMap<>();

    private record Known(long version, FoundFields fields) {}

    /**
     * What is known for copies that a placement decides.
     *
     * @param table in which tenants who are in one place need nothing any longer
     */
    FoundFields of(Placements table, String tenant, Placement placement) {
        Known known = tenants.get(tenant);
        if (known != null && known.version() == placement.version()) {
            return known.fields();
        }
        tenants.keySet().removeIf(each -> table.of(each).relocation() == null);
        Known latest = tenants.merge(
                tenant,
                new Known(placement.version(), new FoundFields()),
                (before, next) -> before.version() < next.version() ? next : before);
        // A copy that an earlier placement decided knows nothing.
        return latest.version() == placement.version() ? latest.fields() : new FoundFields();
    }
}
