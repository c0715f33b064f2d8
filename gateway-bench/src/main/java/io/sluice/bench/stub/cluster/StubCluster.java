package io.sluice.bench.stub.cluster;

import io.sluice.bench.stub.service.NodeQueues;
import java.util.List;

/** The pretended cluster as a whole. Immutable but for counters, the nodes' queues and indices made on the way. */
public record StubCluster(
        String version, List<StubNode> nodes, StubIndices indices, int maxContentLength, NodeQueues queues) {
    /** The cluster's name. */
    public static final String NAME = "sluice-stub";

    public StubCluster {
        nodes = List.copyOf(nodes);
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("a cluster needs a node");
        }
    }

    /** Whether answers carry {@code _type}, as servers before 8 send it. */
    public boolean typed() {
        return version.startsWith("7.");
    }
}
