package io.sluice.bench.stub.cluster;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** One pretended index: where each shard's primary is, and what each node was sent for it. Safe for all threads. */
public final class StubIndex {
    private final String name;
    private final int shards;
    private final int routingNumShards;
    private final int partitionSize;
    private final int nodes;
    private final int ordinal;
    /** The node of each routing slot; the server's division of slots among shards, made once. */
    private final short[] nodeOfSlot;

    private final AtomicLong sequence = new AtomicLong();
    private final LongAdder[] documents;
    private final LongAdder[] bytes;
    private final LongAdder[] misrouted;

    /**
     * How an index is divided.
     *
     * @param partitionSize among how many routing slots the documents of one routing are spread; 1 for one
     */
    public record Shape(int shards, int partitionSize) {
        public Shape {
            if (shards < 1 || shards > 1024 || partitionSize < 1 || partitionSize > 1 && partitionSize >= shards) {
                throw new IllegalArgumentException(
                        "no index has " + shards + " shards and partitions of " + partitionSize);
            }
        }
    }

    StubIndex(String name, int ordinal, Shape shape, int nodes) {
        int shards = shape.shards();
        this.name = name;
        this.ordinal = ordinal;
        this.shards = shards;
        this.routingNumShards = routingNumShards(shards);
        this.partitionSize = shape.partitionSize();
        this.nodes = nodes;
        this.nodeOfSlot = new short[routingNumShards];
        for (int slot = 0; slot < routingNumShards; slot++) {
            nodeOfSlot[slot] = (short) nodeOf(slot / (routingNumShards / shards));
        }
        this.documents = adders(nodes);
        this.bytes = adders(nodes);
        this.misrouted = adders(nodes);
    }

    /** Elasticsearch's default {@code routing_num_shards} for an index made on 7.0 or later. */
    public static int routingNumShards(int shards) {
        int log2 = 32 - Integer.numberOfLeadingZeros(shards - 1);
        return shards << Math.max(1, 10 - log2);
    }

    /** The shard that a routing value with this hash belongs to. */
    public int shardOf(int hash) {
        return Math.floorMod(hash, routingNumShards) / (routingNumShards / shards);
    }

    /** The ordinal of the node that holds the shard's primary: shards are dealt out in turn, each index going on where the last ended. */
    public int nodeOf(int shard) {
        return (shard + ordinal * shards) % nodes;
    }

    /** Whether its documents belong to several nodes. */
    public boolean spread() {
        return nodes > 1 && shards > 1;
    }

    /** The ordinal of the node that a routing value with this hash belongs to. */
    public int nodeOfHash(int hash) {
        return nodeOfSlot[Math.floorMod(hash, routingNumShards)];
    }

    /** The hash of a document that has a routing: the id chooses between the slots of a partition. */
    public int hashOf(int routingHash, int idHash) {
        return routingHash + Math.floorMod(idHash, partitionSize);
    }

    /** Counts documents that came to {@code node}, their bytes, and how many of them should not have come there. */
    public void count(int node, long newDocuments, long newBytes, long newMisrouted) {
        documents[node].add(newDocuments);
        bytes[node].add(newBytes);
        misrouted[node].add(newMisrouted);
    }

    /** Takes {@code count} values of {@code _seq_no} and returns the first. */
    public long reserveSequences(int count) {
        return sequence.getAndAdd(count);
    }

    /** Its place among all indices, from 0. */
    public int ordinal() {
        return ordinal;
    }

    public String name() {
        return name;
    }

    public int shards() {
        return shards;
    }

    public int routingNumShards() {
        return routingNumShards;
    }

    /** {@code index.routing_partition_size}. */
    public int partitionSize() {
        return partitionSize;
    }

    public long documents(int node) {
        return documents[node].sum();
    }

    public long bytes(int node) {
        return bytes[node].sum();
    }

    public long misrouted(int node) {
        return misrouted[node].sum();
    }

    void reset() {
        for (LongAdder[] adders : new LongAdder[][] {documents, bytes, misrouted}) {
            Arrays.stream(adders).forEach(LongAdder::reset);
        }
    }

    private static LongAdder[] adders(int count) {
        LongAdder[] adders = new LongAdder[count];
        Arrays.setAll(adders, i -> new LongAdder());
        return adders;
    }
}
