package io.sluice.index.write;

import io.sluice.api.ShardCopy;
import io.sluice.bulk.hash.RoutingHash;
import io.sluice.cluster.IndexView;
import io.sluice.cluster.ShardRouter;
import io.sluice.index.read.Document;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Groups documents by the nodes that hold their shards. Immutable. */
public final class Placement {
    private final ShardRouter router;
    private final List<@Nullable URI> nodes;

    private Placement(ShardRouter router, List<@Nullable URI> nodes) {
        this.router = router;
        this.nodes = nodes;
    }

    /**
     * The placement in an index; null if only the server can compute shards, or all are on one node.
     *
     * @param scheme of the nodes' addresses
     */
    public static @Nullable Placement of(IndexView index, String scheme) {
        if (index.router() == null) {
            return null;
        }
        List<@Nullable URI> nodes = new ArrayList<>();
        for (ShardCopy primary : index.primaries()) {
            nodes.add(primary.node() == null ? null : URI.create(scheme + "://" + primary.node()));
        }
        return nodes.stream().distinct().count() < 2 ? null : new Placement(index.router(), nodes);
    }

    /** The documents of each node, in their order; those of a shard that is nowhere have null. */
    Map<@Nullable URI, List<Document>> group(List<Document> documents) {
        Map<@Nullable URI, List<Document>> groups = new HashMap<>();
        for (Document document : documents) {
            groups.computeIfAbsent(nodeOf(document), any -> new ArrayList<>()).add(document);
        }
        return groups;
    }

    private @Nullable URI nodeOf(Document document) {
        String routing = document.routing();
        int shard;
        if (router.partitioned()) {
            shard = routing == null ? 0 : router.shard(RoutingHash.of(routing), RoutingHash.of(document.id()));
        } else {
            shard = router.shard(RoutingHash.of(routing == null ? document.id() : routing));
        }
        return nodes.get(shard);
    }
}
