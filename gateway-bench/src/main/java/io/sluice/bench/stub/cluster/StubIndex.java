package io.sluice.bench.stub.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** One pretended index: where each shard's primary is, and what each node was sent for it. Safe for all threads. */
public final class StubIndex {
    private final String name;
    private final byte[] utf8;
    private final int shards;
    private final int routingNumShards;
    private final int nodes;
    private final int ordinal;
    private final AtomicLong sequence = new AtomicLong();
    private final LongAdder[] documents;
    private final LongAdder[] bytes;
    private final LongAdder[] misrouted;

    StubIndex(String name, int ordinal, int shards, int nodes) {
        this.name = name;
        this.utf8 = name.getBytes(StandardCharsets.UTF_8);
        this.ordinal = ordinal;
        this.shards = shards;
        this.routingNumShards = routingNumShards(shards);
        this.nodes = nodes;
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

    /** The ordinal of the node that holds the shard's primary: shards are dealt out in turn, shifted for each index. */
    public int nodeOf(int shard) {
        return (shard + ordinal) % nodes;
    }

    /** Counts one document of {@code size} bytes that came to {@code node}. */
    public void count(int node, long size, boolean toWrongNode) {
        documents[node].increment();
        bytes[node].add(size);
        if (toWrongNode) {
            misrouted[node].increment();
        }
    }

    /** The next {@code _seq_no}. */
    public long nextSequence() {
        return sequence.getAndIncrement();
    }

    public String name() {
        return name;
    }

    /** The name in UTF-8; not to be written to. */
    public byte[] utf8() {
        return utf8;
    }

    public int shards() {
        return shards;
    }

    public int routingNumShards() {
        return routingNumShards;
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
