package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The meters of one node of a cluster, from the time it becomes known until it departs. Safe from any thread. */
public final class NodeMeters implements AutoCloseable {
    private final MeterGroup group;
    private final Map<String, Bulks> bulks = new ConcurrentHashMap<>();

    /** What bulks of one flow brought the node. */
    private record Bulks(Counter items, Counter bytes) {}

    NodeMeters(MeterGroup group) {
        this.group = group;
    }

    /** The group that further meters of the node belong to. */
    public MeterGroup group() {
        return group;
    }

    /**
     * Counts a part of a bulk that went to the node.
     *
     * @param length of the part, in bytes
     */
    void bulk(String flow, int items, long length) {
        Bulks counters = bulks.computeIfAbsent(
                flow,
                name -> new Bulks(
                        group.count("sluice.bulk.node.items", "items sent to the node", "flow", name),
                        group.count("sluice.bulk.node.bytes", "bytes of items sent to the node", "flow", name)));
        counters.items.increment(items);
        counters.bytes.increment((double) length);
    }

    /** The flow is gone: its series of the node end. */
    public void forget(String flow) {
        Bulks gone = bulks.remove(flow);
        if (gone != null) {
            group.end(gone.items());
            group.end(gone.bytes());
        }
    }

    @Override
    public void close() {
        group.close();
    }
}
