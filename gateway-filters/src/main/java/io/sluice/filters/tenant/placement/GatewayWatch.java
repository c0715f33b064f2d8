package io.sluice.filters.tenant.placement;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds gateways whose leases are over, by how long their beats have not changed since this gateway saw them first: no two clocks are
 * compared. A silent gateway is marked first, and taken out after another lease; until then it may not have seen the mark. The lease is that
 * of the silent gateway, if it is longer: that one decides requests for as long. For one thread.
 */
final class GatewayWatch {

    private final Duration lease;
    private final LongSupplier nanos;
    private final Map<String, Seen> seen = new HashMap<>();

    private record Seen(GatewayEntry entry, long beat, long since) {}

    /** @param nanos time as {@link System#nanoTime} counts it */
    GatewayWatch(Duration lease, LongSupplier nanos) {
        this.lease = lease;
        this.nanos = nanos;
    }

    /**
     * Looks at the gateways of a table.
     *
     * @param beats what they said last
     * @return the table with a silent gateway marked, or without one that was marked for long enough; null if nothing is to be changed
     */
    @Nullable TableContent look(TableContent content, Map<String, Beat> beats) {
        long now = nanos.getAsLong();
        seen.keySet().retainAll(content.gateways().keySet());
        TableContent changed = content;
        for (Map.Entry<String, GatewayEntry> each : content.gateways().entrySet()) {
            String id = each.getKey();
            GatewayEntry entry = each.getValue();
            Beat beat = beats.get(id);
            long number = beat == null ? -1 : beat.number();
            Seen last = seen.get(id);
            long longer = Math.max(lease.toNanos(), entry.lease().toNanos());
            if (last == null || last.beat != number || !last.entry.equals(entry)) {
                seen.put(id, new Seen(entry, number, now));
            } else if (entry.leaving() && now - last.since > longer) {
                changed = changed.withoutGateway(id);
            } else if (!entry.leaving() && now - last.since > 2 * longer) {
                changed = changed.withGateway(id, entry.left());
            }
        }
        return changed.equals(content) ? null : changed;
    }
}
