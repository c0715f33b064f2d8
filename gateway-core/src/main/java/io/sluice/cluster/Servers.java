package io.sluice.cluster;

import io.sluice.bulk.verdict.BulkGrammar;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * What is known of the servers of a cluster, whether or not the gateway knows their addresses.
 *
 * @param version the oldest of those that take requests; {@link ServerVersion#NEWEST} if nothing is known
 * @param grammar what the oldest takes as a bulk; what any server takes if nothing is known
 * @param types whether all of them take the type of a document; false if nothing is known
 */
record Servers(ServerVersion version, BulkGrammar grammar, boolean types) {

    private static final Servers UNKNOWN = new Servers(ServerVersion.NEWEST, BulkGrammar.TOLERANT, false);

    /**
     * The servers of a cluster.
     *
     * @param described all nodes that the cluster describes; none if nothing was read
     */
    static Servers of(Collection<DiscoveredNode> described) {
        List<DiscoveredNode> taking =
                described.stream().filter(node -> !node.isMasterOnly()).toList();
        Collection<DiscoveredNode> nodes = taking.isEmpty() ? described : taking;
        return nodes.stream()
                .map(DiscoveredNode::version)
                .min(Comparator.naturalOrder())
                .map(oldest -> new Servers(oldest, grammar(oldest, nodes), types(nodes)))
                .orElse(UNKNOWN);
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
