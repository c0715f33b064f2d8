package io.sluice.cluster;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the gateway knows of a cluster at one moment: its nodes, and the names that bulks use. Immutable. */
public final class ClusterView {
    private static final ClusterView EMPTY = new ClusterView(List.of(), Map.of());

    private final List<DiscoveredNode> nodes;
    private final Map<String, WriteTarget> targets;

    ClusterView(List<DiscoveredNode> nodes, Map<String, WriteTarget> targets) {
        this.nodes = List.copyOf(nodes);
        this.targets = Map.copyOf(targets);
    }

    /** The view before anything was read. */
    public static ClusterView empty() {
        return EMPTY;
    }

    /** The nodes that requests may go to; empty before anything was read. */
    public List<DiscoveredNode> nodes() {
        return nodes;
    }

    /** The largest request body that a node takes, in bytes; 0 where it is not known. */
    public long maxContentLength(String hostPort) {
        for (DiscoveredNode node : nodes) {
            if (node.address().toString().equals(hostPort)) {
                return node.maxContentLength();
            }
        }
        return 0;
    }

    /** Where a name leads; null if the view does not know it, which does not mean that the cluster does not. */
    public @Nullable WriteTarget target(String name) {
        return targets.get(name);
    }
}
