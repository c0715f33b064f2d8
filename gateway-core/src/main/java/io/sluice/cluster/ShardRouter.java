package io.sluice.cluster;

/**
 * Elasticsearch's arithmetic from hashes to shard numbers, which an index keeps for its whole life. The hashes are
 * {@code io.sluice.bulk.hash.RoutingHash} of the routing or, without one, of the id.
 *
 * @param shards the index's number of shards, 1 or more
 * @param routingShards its {@code routing_num_shards}, as the cluster state says it; a multiple of the shards
 * @param partitionSize its {@code routing_partition_size}; 1 if it is not partitioned
 */
public record ShardRouter(int shards, int routingShards, int partitionSize) {

    public ShardRouter {
        if (!exists(shards, routingShards, partitionSize)) {
            throw new IllegalArgumentException("no index has " + shards + " shards, routing_num_shards " + routingShards
                    + " and routing_partition_size " + partitionSize);
        }
    }

    /** Whether an index can have these numbers. */
    static boolean exists(int shards, int routingShards, int partitionSize) {
        return shards >= 1 && routingShards >= shards && routingShards % shards == 0 && partitionSize >= 1;
    }

    /** Whether the id chooses among several shards of a routing, so that both are needed. */
    public boolean partitioned() {
        return partitionSize > 1;
    }

    /** The shard of a document in an index that is not partitioned. */
    public int shard(int hash) {
        return Math.floorMod(hash, routingShards) / (routingShards / shards);
    }

    /** The shard of a document in a partitioned index. The sum of the hashes wraps as Elasticsearch's does. */
    public int shard(int routingHash, int idHash) {
        return shard(routingHash + Math.floorMod(idHash, partitionSize));
    }
}
