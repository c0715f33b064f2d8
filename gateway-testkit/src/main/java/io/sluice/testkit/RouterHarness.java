package io.sluice.testkit;

import io.netty.buffer.Unpooled;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkField;
import io.sluice.api.BulkRouter;
import io.sluice.api.BulkRouterFactory;
import io.sluice.api.RequestTarget;
import io.sluice.api.RouterContext;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.bulk.line.BulkLine;
import io.sluice.bulk.line.BulkSplitter;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Groups the items of bulks with a router, as the gateway does, before clusters that a test describes: shard 0 of each index is on
 * a cluster's first node, shard 1 on the second, and a document's shard is its routing hash modulo the number of shards. Fails
 * where a router does what it must not: operations of one document in different groups, a number that is no group.
 *
 * <pre>{@code
 * List<Placement> placed = RouterHarness.of(new TenantRouterFactory(), "tenants: [acme]")
 *         .cluster("archive", "10.0.1.1:9200")
 *         .index("logs", 3)
 *         .route("/logs/_bulk", "{\"index\":{\"_id\":\"1\"}}\n{}\n");
 * }</pre>
 *
 * <p>To be used by one thread.
 */
public final class RouterHarness {

    /** The cluster that the router's flow relays to. */
    public static final String CLUSTER = "primary";

    private final Map<String, List<String>> clusters = new LinkedHashMap<>();
    private final Map<String, Integer> indices = new HashMap<>();
    private final Maker maker;

    /**
     * Where an item goes.
     *
     * @param cluster the cluster's name
     * @param node {@code host:port}; null where the gateway chooses
     * @param key what tells the groups of a cluster and node apart
     * @param group the group's number, from 0
     */
    public record Placement(String cluster, @Nullable String node, Object key, int group) {}

    private interface Maker {
        BulkRouter make(RouterContext context) throws IOException;
    }

    private record Context(String cluster, Set<String> clusters) implements RouterContext {}

    private RouterHarness(Maker maker) {
        this.maker = maker;
        clusters.put(CLUSTER, List.of("10.0.0.1:9200", "10.0.0.2:9200", "10.0.0.3:9200"));
    }

    /**
     * Makes the router as the gateway does from what stands under {@code config}.
     *
     * @param yaml empty where the router needs no configuration
     * @throws IllegalArgumentException if the gateway would refuse the configuration; the message is what it would report
     */
    public static <C extends Record> RouterHarness of(BulkRouterFactory<C> factory, String yaml) {
        try {
            C config = new ConfigLoader(Map.of())
                    .parseFilter(
                            yaml.isBlank() ? "{}" : yaml,
                            "config of " + factory.type(),
                            Path.of("").toAbsolutePath(),
                            factory.configType());
            return new RouterHarness(context -> factory.create(config, context));
        } catch (ConfigException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Adds a cluster, or gives the flow's own cluster other nodes, written {@code host:port}. */
    public RouterHarness cluster(String name, String... nodes) {
        clusters.put(name, List.of(nodes));
        return this;
    }

    /** Adds an index that all clusters have. */
    public RouterHarness index(String name, int shards) {
        indices.put(name, shards);
        return this;
    }

    /**
     * Where the items of a bulk go, in their order.
     *
     * @param target in origin-form, {@code /logs/_bulk}
     * @param body newline-delimited
     * @throws AssertionError if the router breaks its contract
     * @throws IllegalArgumentException if the router cannot be made, or the bulk is malformed
     */
    public List<Placement> route(String target, String body) {
        BulkRouter router;
        try {
            router = maker.make(new Context(CLUSTER, Set.copyOf(clusters.keySet())));
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        Placing placing = new Placing(router, new TestGroups(CLUSTER, clusters, indices));
        BulkDefaults url = BulkDefaults.of(RequestTarget.parse(target));
        try (BulkSplitter splitter = new BulkSplitter(url, BulkLimits.DEFAULT, BulkGrammar.ELASTICSEARCH_8, placing)) {
            splitter.write(Unpooled.wrappedBuffer(body.getBytes(StandardCharsets.UTF_8)));
            splitter.end();
            if (splitter.refusal() != null) {
                throw new IllegalArgumentException("the bulk is refused: " + splitter.refusal());
            }
        }
        return placing.placements;
    }

    private static final class Placing implements BulkSplitter.Target {
        private final BulkRouter router;
        private final TestGroups groups;
        private final List<Placement> placements = new ArrayList<>();
        private final Map<List<String>, Integer> documents = new HashMap<>();

        private Placing(BulkRouter router, TestGroups groups) {
            this.router = router;
            this.groups = groups;
        }

        @Override
        public int place(BulkLine action, int position) {
            int group = router.group(action, position, groups);
            placements.add(groups.placement(group));
            if (action.has(BulkField.ID)) {
                List<String> document = List.of(
                        String.valueOf(action.index()), String.valueOf(action.routing()), String.valueOf(action.id()));
                Integer before = documents.putIfAbsent(document, group);
                if (before != null && before != group) {
                    throw new AssertionError("operations of the document " + document + " are in groups " + before
                            + " and " + group + " and would lose their order");
                }
            }
            return BulkSplitter.DISCARD;
        }

        @Override
        public void append(int place, byte[] bytes, int from, int to) {}

        @Override
        public void itemEnded(int place) {}
    }
}
