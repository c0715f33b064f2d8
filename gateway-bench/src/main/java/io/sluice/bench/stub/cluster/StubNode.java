package io.sluice.bench.stub.cluster;

import io.sluice.bench.net.Addresses;
import java.net.InetSocketAddress;

/** One pretended node: its place in the cluster, the address it answers on, and what it has counted. */
public record StubNode(int ordinal, InetSocketAddress address, NodeCounters counters) {
    /** The node's name, {@code node-0} for the first. */
    public String name() {
        return "node-" + ordinal;
    }

    /** The node's id, 22 characters as Elasticsearch's are. */
    public String id() {
        return "stub%018d".formatted(ordinal);
    }

    /** The address as {@code _nodes/http} publishes it. */
    public String publishAddress() {
        return Addresses.text(address);
    }
}
