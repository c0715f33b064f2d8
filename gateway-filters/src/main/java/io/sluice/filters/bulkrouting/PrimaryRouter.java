package io.sluice.filters.bulkrouting;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkField;
import io.sluice.api.BulkRouter;
import io.sluice.api.GroupTable;
import io.sluice.api.ShardCopy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends items to the nodes of their primary shards. Items with an id whose shard cannot be computed stay together, so
 * that the operations of a document keep their order. Items without an id go to one node, a different one for each
 * bulk: that node splits them once, whereas each further node would send its own request to every shard. Immutable.
 */
final class PrimaryRouter implements BulkRouter {

    private static final Object NOT_COMPUTABLE = "not computable";
    private static final Object WITHOUT_ID = "without id";

    private final String cluster;
    private final boolean byShard;
    private final int run;

    /** @param byShard whether each shard is a group; otherwise each node is one */
    PrimaryRouter(String cluster, boolean byShard, SpreadConfig config) {
        this.cluster = cluster;
        this.byShard = byShard;
        this.run = config.run();
    }

    @Override
    public int group(BulkAction rewritten, int position, GroupTable groups) {
        ShardCopy primary = groups.shards().primaryOf(rewritten);
        if (primary != null) {
            return byShard ? groups.intern(cluster, primary.node(), primary) : node(primary.node(), groups);
        }
        if (rewritten.has(BulkField.ID)) {
            return node(null, groups);
        }
        if (run == 0) {
            return groups.intern(cluster, null, WITHOUT_ID);
        }
        List<String> nodes = groups.nodes(cluster);
        return node(nodes.get(position / run % nodes.size()), groups);
    }

    private int node(@Nullable String node, GroupTable groups) {
        return groups.intern(cluster, node, node == null ? NOT_COMPUTABLE : node);
    }
}
