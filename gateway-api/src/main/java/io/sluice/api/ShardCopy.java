package io.sluice.api;

import org.jspecify.annotations.Nullable;

/**
 * The primary copy of one shard, as one view of a cluster knows it. Made once for a view and index, so that looking shards up
 * allocates nothing; two copies are equal if they are the same instance. Immutable.
 */
public final class ShardCopy {

    private final String index;
    private final int shard;
    private final @Nullable String node;

    /**
     * Makes the copy of a shard.
     *
     * @param index the concrete index, never an alias or a data stream
     * @param shard its number, from 0
     * @param node {@code host:port} of the node that holds it; null if there is none at the moment, or the gateway does not know it
     */
    public ShardCopy(String index, int shard, @Nullable String node) {
        this.index = index;
        this.shard = shard;
        this.node = node;
    }

    /** The concrete index, never an alias or a data stream. */
    public String index() {
        return index;
    }

    /** The shard's number, from 0. */
    public int shard() {
        return shard;
    }

    /**
     * The node that holds it, as {@code host:port}: one of {@link GroupTable#nodes}. Null if no copy is started, or the gateway
     * does not reach the node that holds it.
     */
    public @Nullable String node() {
        return node;
    }

    @Override
    public String toString() {
        return "[" + index + "][" + shard + "] on " + node;
    }
}
