package io.sluice.bench.stub.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * All indices, found by the bytes of their name without making a String. An unknown name makes an index of one shard, as
 * Elasticsearch does. Reads take no lock; the table is replaced whole.
 */
public final class StubIndices {
    private final int nodes;
    private final List<StubIndex> inOrder = new CopyOnWriteArrayList<>();
    private final Map<String, StubAlias> aliases = new ConcurrentHashMap<>();
    private volatile @Nullable StubIndex[] slots = new StubIndex[2];

    public StubIndices(int nodes) {
        this.nodes = nodes;
    }

    /** Adds an index; one that exists is returned as it is. */
    public StubIndex create(String name, int shards) {
        return create(name, new StubIndex.Shape(shards, 1));
    }

    /** Adds an index; one that exists is returned as it is. */
    public synchronized StubIndex create(String name, StubIndex.Shape shape) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        StubIndex existing = find(utf8, 0, utf8.length);
        if (existing != null) {
            return existing;
        }
        StubIndex made = new StubIndex(name, inOrder.size(), shape, nodes);
        inOrder.add(made);
        slots = slots(inOrder);
        return made;
    }

    /** Gives an index another name, or another routing to a name that it has. */
    public void alias(StubAlias alias) {
        aliases.put(alias.name(), alias);
    }

    /** The alias with this name, or null. */
    public @Nullable StubAlias alias(String name) {
        return aliases.get(name);
    }

    /** All aliases. */
    public Collection<StubAlias> aliases() {
        return aliases.values();
    }

    /** The index with this name, made with one shard where there was none. */
    public StubIndex findOrCreate(byte[] utf8, int from, int to) {
        StubIndex found = find(utf8, from, to);
        return found != null ? found : create(new String(utf8, from, to - from, StandardCharsets.UTF_8), 1);
    }

    /** The index with this name, or null. */
    public @Nullable StubIndex find(byte[] utf8, int from, int to) {
        @Nullable StubIndex[] table = slots;
        int mask = table.length - 1;
        for (int slot = slot(utf8, from, to) & mask; ; slot = slot + 1 & mask) {
            StubIndex candidate = table[slot];
            if (candidate == null || Arrays.equals(candidate.utf8(), 0, candidate.utf8().length, utf8, from, to)) {
                return candidate;
            }
        }
    }

    /** Every index, oldest first. */
    public List<StubIndex> all() {
        return List.copyOf(inOrder);
    }

    /** Grows with every new index: the cluster state's version. */
    public int version() {
        return inOrder.size() + 1;
    }

    /** Sets every counter to zero. */
    public void reset() {
        all().forEach(StubIndex::reset);
    }

    private static @Nullable StubIndex[] slots(List<StubIndex> indices) {
        int capacity = Integer.highestOneBit(Math.max(1, indices.size())) * 4;
        @Nullable StubIndex[] slots = new StubIndex[capacity];
        for (StubIndex index : indices) {
            int slot = slot(index.utf8(), 0, index.utf8().length) & capacity - 1;
            while (slots[slot] != null) {
                slot = slot + 1 & capacity - 1;
            }
            slots[slot] = index;
        }
        return slots;
    }

    private static int slot(byte[] utf8, int from, int to) {
        int length = to - from;
        int hash = length;
        // The first and the last letters: names that are numbered differ there.
        for (int i = 0; i < Math.min(length, 4); i++) {
            hash = 31 * (31 * hash + utf8[from + i]) + utf8[to - 1 - i];
        }
        return hash ^ hash >>> 16;
    }
}
