package io.sluice.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The groups of one bulk. Items of a group stay in their order and travel together; groups travel side by side. For one bulk; on
 * its event loop.
 */
public interface GroupTable {

    /** The shards of the cluster that the flow relays to. */
    ShardLookup shards();

    /**
     * The shards of another configured cluster.
     *
     * @throws IllegalArgumentException if there is no cluster of that name
     */
    ShardLookup shards(String cluster);

    /**
     * The nodes of a cluster that items may be sent to, as {@code host:port}; never empty, the same list for the whole bulk.
     *
     * @throws IllegalArgumentException if there is no cluster of that name
     */
    List<String> nodes(String cluster);

    /**
     * The number of a group, which is made at the first call with these arguments.
     *
     * @param cluster where the group's items go
     * @param node the node they should go to, one of {@link #nodes}; null leaves it to the gateway
     * @param key tells the groups of a cluster and node apart, by {@code equals}; a {@link ShardCopy} for instance
     * @return small and dense, from 0; to be returned by {@link BulkRouter#group}
     */
    int intern(String cluster, @Nullable String node, Object key);
}
