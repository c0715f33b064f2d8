package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The meters of the bulks of one flow. Safe from any thread. */
public final class BulkMeters {
    private final GatewayMetrics metrics;
    private final String flow;
    private final Map<String, Counter> whole = new ConcurrentHashMap<>();

    BulkMeters(GatewayMetrics metrics, String flow) {
        this.metrics = metrics;
        this.flow = flow;
    }

    /** Counts a bulk that was relayed whole, and why. */
    public void whole(String reason) {
        whole.computeIfAbsent(
                        reason,
                        why -> metrics.count(
                                "sluice.bulk.whole",
                                "bulks relayed to one node as they are",
                                "flow",
                                flow,
                                "reason",
                                why))
                .increment();
    }
}
