package io.sluice.bench.stub.cluster;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** All indices. An unknown name makes an index of one shard, as Elasticsearch does. Reads take no lock. */
public final class StubIndices {
    private final int nodes;
    private final List<StubIndex> inOrder = new CopyOnWriteArrayList<>();
    private final Map<String, StubAlias> aliases = new ConcurrentHashMap<>();
    private final Map<String, StubIndex> named = new ConcurrentHashMap<>();

    public StubIndices(int nodes) {
        this.nodes = nodes;
    }

    /** Adds an index; one that exists is returned as it is. */
    public StubIndex create(String name, int shards) {
        return create(name, new StubIndex.Shape(shards, 1));
    }

    /** Adds an index; one that exists is returned as it is. */
    public synchronized StubIndex create(String name, StubIndex.Shape shape) {
        StubIndex existing = find(name);
        if (existing != null) {
            return existing;
        }
        StubIndex made = new StubIndex(name, inOrder.size(), shape, nodes);
        inOrder.add(made);
        named.put(name, made);
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
    public StubIndex findOrCreate(String name) {
        StubIndex found = find(name);
        return found != null ? found : create(name, 1);
    }

    /** The index with this name, or null. */
    public @Nullable StubIndex find(String name) {
        return named.get(name);
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
}
