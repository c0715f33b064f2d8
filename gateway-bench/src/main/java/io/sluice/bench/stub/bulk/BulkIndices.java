package io.sluice.bench.stub.bulk;

import io.sluice.bench.stub.cluster.StubAlias;
import io.sluice.bench.stub.cluster.StubCluster;
import io.sluice.bench.stub.cluster.StubIndex;
import io.sluice.bench.stub.cluster.StubNode;
import java.util.HashMap;
import java.util.Map;

/** The indices that one bulk names, by their names. On the bulk's event loop. */
final class BulkIndices {
    private final StubCluster cluster;
    private final StubNode node;
    private final ItemTemplates templates;
    private final Map<String, BulkIndex> named = new HashMap<>();

    /** @param node the one that was asked */
    BulkIndices(StubCluster cluster, StubNode node, ItemTemplates templates) {
        this.cluster = cluster;
        this.node = node;
        this.templates = templates;
    }

    /** The index with this name; made with one shard where the cluster has none. */
    BulkIndex find(String name) {
        BulkIndex known = named.get(name);
        if (known == null) {
            known = make(name);
            named.put(name, known);
        }
        return known;
    }

    private BulkIndex make(String name) {
        StubIndex there = cluster.indices().find(name);
        StubAlias alias = there == null ? cluster.indices().alias(name) : null;
        return alias == null
                ? new BulkIndex(cluster.indices().findOrCreate(name), null, node.ordinal(), templates)
                : new BulkIndex(alias.index(), alias.routing(), node.ordinal(), templates);
    }

    /** Tells every index what was counted. */
    void flush() {
        named.values().forEach(BulkIndex::flush);
    }
}
