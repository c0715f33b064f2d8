package io.sluice.bench.stub.bulk;

import io.sluice.bench.stub.cluster.StubAlias;
import io.sluice.bench.stub.cluster.StubCluster;
import io.sluice.bench.stub.cluster.StubIndex;
import io.sluice.bench.stub.cluster.StubNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The indices that one bulk names, by the bytes of their names; those named last are found at once. On the bulk's event loop. */
final class BulkIndices {
    private static final int SLOTS = 16;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final StubCluster cluster;
    private final StubNode node;
    private final ItemTemplates templates;
    private final @Nullable BulkIndex[] last = new BulkIndex[SLOTS];
    /** By the index's ordinal; null for those that the bulk has not named. */
    private @Nullable BulkIndex[] all = new BulkIndex[4];

    private final Map<String, BulkIndex> aliases = new HashMap<>(0);

    /** @param node the one that was asked */
    BulkIndices(StubCluster cluster, StubNode node, ItemTemplates templates) {
        this.cluster = cluster;
        this.node = node;
        this.templates = templates;
    }

    /** The index with this name; made with one shard where the cluster has none. */
    BulkIndex find(byte[] utf8, int from, int to) {
        int length = to - from;
        long beginning = Words.at(utf8, from, Math.min(length, Long.BYTES));
        // Folded first: names that are numbered differ in their last letters only, which are the highest.
        int slot = (int) ((beginning ^ beginning >>> 32 ^ length) * MIX >>> Long.SIZE - 4);
        BulkIndex candidate = last[slot];
        if (candidate == null || !named(candidate, beginning, utf8, from, to)) {
            candidate = findSlowly(utf8, from, to);
            last[slot] = candidate;
        }
        return candidate;
    }

    /** Tells every index what was counted. */
    void flush() {
        for (BulkIndex one : all) {
            if (one != null) {
                one.flush();
            }
        }
        aliases.values().forEach(BulkIndex::flush);
    }

    private static boolean named(BulkIndex index, long beginning, byte[] utf8, int from, int to) {
        byte[] name = index.utf8();
        return index.beginning() == beginning
                && name.length == to - from
                && (name.length <= Long.BYTES || Arrays.equals(name, 0, name.length, utf8, from, to));
    }

    private BulkIndex findSlowly(byte[] utf8, int from, int to) {
        StubIndex there = cluster.indices().find(utf8, from, to);
        if (there == null) {
            StubAlias alias = cluster.indices().alias(new String(utf8, from, to - from, StandardCharsets.UTF_8));
            if (alias != null) {
                return aliases.computeIfAbsent(alias.name(), name -> BulkIndex.of(alias, node.ordinal(), templates));
            }
        }
        StubIndex index = there == null ? cluster.indices().findOrCreate(utf8, from, to) : there;
        if (index.ordinal() >= all.length) {
            all = Arrays.copyOf(all, index.ordinal() * 2);
        }
        BulkIndex known = all[index.ordinal()];
        if (known == null) {
            known = new BulkIndex(index, node.ordinal(), templates);
            all[index.ordinal()] = known;
        }
        return known;
    }
}
