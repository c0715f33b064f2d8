package io.sluice.bench.compare.scaling;

import java.util.Arrays;

/**
 * A cluster as the model knows it: what its nodes cost and can do, and where the shards are. Shards are dealt to the nodes in turn, as
 * the stub does and as a server's balance ends; documents are spread evenly over the shards.
 *
 * @param cores of each node
 * @param shards of all indices together
 */
record ModelledCluster(int nodes, int cores, int shards, NodeCost cost) {
    ModelledCluster {
        if (nodes < 1 || cores < 1 || shards < 1) {
            throw new IllegalArgumentException("a cluster has nodes, cores and shards");
        }
    }

    /** How many shards each node holds. */
    int[] shardsOfNodes() {
        int[] held = new int[nodes];
        for (int shard = 0; shard < shards; shard++) {
            held[shard % nodes]++;
        }
        return held;
    }

    /** How many nodes hold shards: the parts of a regrouped bulk. */
    int holders() {
        return Math.min(nodes, shards);
    }

    /** Seconds of CPU that one node works for one bulk because of the shards that it holds. */
    double holding(int heldShards, Bulk bulk) {
        return heldShards * cost.shard() + bulk.documents() * cost.document() * heldShards / shards;
    }

    /** Seconds of CPU for taking a bulk that goes straight to a node which holds this many shards: it sends on the rest. */
    double coordinating(int heldShards, Bulk bulk) {
        double forwarded = bulk.documents() * bulk.documentBytes() * (shards - heldShards) / shards;
        return cost.request() + forwarded * cost.forwardedByte();
    }

    /** Bulks a second that the nodes can do at most, regrouped or straight to all of them in turn: the node that works most decides. */
    double most(Bulk bulk, boolean regrouped) {
        double longest = Arrays.stream(shardsOfNodes())
                .mapToDouble(held -> holding(held, bulk)
                        + (regrouped ? held > 0 ? cost.request() : 0 : coordinating(held, bulk) / nodes))
                .max()
                .orElseThrow();
        return cores / longest;
    }

    ModelledCluster slower(double factor) {
        return new ModelledCluster(nodes, cores, shards, cost.slower(factor));
    }

    /** What clients send. */
    record Bulk(int documents, double documentBytes) {}
}
