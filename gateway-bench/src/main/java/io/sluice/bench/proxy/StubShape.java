package io.sluice.bench.proxy;

/**
 * How many nodes the stub of a comparison has, and how many shards each of its indices.
 *
 * @param nodes one is what all subjects relay to; a gateway that regroups finds the others by itself
 */
public record StubShape(int nodes, int shards) {
    public StubShape {
        if (nodes < 1 || shards < 1) {
            throw new IllegalArgumentException("a stub needs a node and a shard");
        }
    }
}
