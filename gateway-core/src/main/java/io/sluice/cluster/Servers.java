package io.sluice.cluster;

import io.sluice.bulk.verdict.BulkGrammar;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * What is known of the servers of a cluster, whether or not the gateway knows their addresses.
 *
 * @param version the oldest of those that take requests; {@link ServerVersion#NEWEST} if nothing is known
 * @param newest the newest of all; {@link ServerVersion#NEWEST} if nothing is known
 * @param grammar what the oldest takes as a bulk; what any server takes if nothing is known
 * @param types whether all of those that take requests take the type of a document; true if nothing is known
 */
record Servers(ServerVersion version, ServerVersion newest, BulkGrammar grammar, boolean types) {

    private static final Servers UNKNOWN =
            new Servers(ServerVersion.NEWEST, ServerVersion.NEWEST, BulkGrammar.TOLERANT, true);

    /**
     * The servers of a cluster.
     *
     * @param described all nodes that the cluster describes; none if nothing was read
     */
    static Servers of(Collection<DiscoveredNode> described) {
        List<DiscoveredNode> taking =
                described.stream().filter(node -> !node.isMasterOnly()).toList();
        Collection<DiscoveredNode> nodes = taking.isEmpty() ? described : taking;
        if (nodes.isEmpty()) {
            return UNKNOWN;
        }
        ServerVersion oldest =
                Collections.min(nodes.stream().map(DiscoveredNode::version).toList());
        ServerVersion newest =
                Collections.max(described.stream().map(DiscoveredNode::version).toList());
        return new Servers(oldest, newest, grammar(oldest, nodes), types(nodes));
    }

    /** Whether anything is known of them. */
    boolean areKnown() {
        return !equals(UNKNOWN);
    }

    private static boolean types(Collection<DiscoveredNode> nodes) {
        return nodes.stream().allMatch(node -> node.version().grammar().has(BulkGrammar.Trait.TYPES));
    }

    private static BulkGrammar grammar(ServerVersion oldest, Collection<DiscoveredNode> nodes) {
        return nodes.stream().allMatch(DiscoveredNode::explicitIndex)
                ? oldest.grammar()
                : oldest.grammar().withIndexInPathOnly();
    }
}
