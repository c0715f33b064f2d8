package io.sluice.api;

import org.jspecify.annotations.Nullable;

/**
 * Finds the shards of a bulk's items, all in one view of a cluster: what happens to the cluster while the bulk runs changes
 * nothing. For one bulk; on its event loop.
 */
public interface ShardLookup {

    /**
     * The shard that the server would choose for an item. Aliases and data streams are resolved to the index they write to, and
     * the routing of line, URL and alias counts. Allocates nothing.
     *
     * @param action after all rewriting; lent for the call
     * @return null if it cannot be computed: the item has neither id nor routing, its index is not known (yet), or only the server
     *     can tell. Any node may take such an item
     */
    @Nullable ShardCopy primaryOf(BulkAction action);
}
