package io.sluice.server;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkField;
import io.sluice.api.BulkRouter;
import io.sluice.api.BulkRouterFactory;
import io.sluice.api.ClusterName;
import io.sluice.api.GroupTable;
import io.sluice.api.Key;
import io.sluice.api.RouterContext;
import io.sluice.api.ShardCopy;
import java.util.List;

/** A router that a test gives as a function; its type is {@code test}. */
record TestRouter(BulkRouter router) implements BulkRouterFactory<TestRouter.Settings> {

    /** The clusters it may choose beside the flow's. */
    record Settings(@Key("clusters") List<ClusterName> clusters) {}

    /** Spreads items over the nodes in runs. */
    static TestRouter inRunsOf(int items) {
        return new TestRouter((action, position, groups) -> {
            var nodes = groups.nodes("primary");
            String node = nodes.get(position / items % nodes.size());
            return groups.intern("primary", node, node);
        });
    }

    /** As {@link #inRunsOf}, but looks every item's shard up first. */
    static TestRouter lookingForShards() {
        TestRouter runs = inRunsOf(7);
        return new TestRouter((action, position, groups) -> {
            groups.shards().primaryOf(action);
            return runs.router().group(action, position, groups);
        });
    }

    /** Sends items to the nodes of their primary shards, those with an id but no shard together, those without id too. */
    static TestRouter byShard() {
        return new TestRouter((action, position, groups) -> {
            ShardCopy primary = groups.shards().primaryOf(action);
            if (primary != null) {
                return groups.intern("primary", primary.node(), primary);
            }
            return groups.intern("primary", null, action.has(BulkField.ID) ? "not computable" : "without id");
        });
    }

    /** Sends each item to the cluster that has the name of its index. */
    static TestRouter byCluster() {
        return new TestRouter(new BulkRouter() {
            @Override
            public int group(BulkAction action, int position, GroupTable groups) {
                return groups.intern(action.index(), null, action.index());
            }

            @Override
            public boolean isOptional() {
                return false;
            }
        });
    }

    @Override
    public String type() {
        return "test";
    }

    @Override
    public Class<Settings> configType() {
        return Settings.class;
    }

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String description() {
        return "as the test says";
    }

    @Override
    public BulkRouter create(Settings config, RouterContext context) {
        return router;
    }
}
