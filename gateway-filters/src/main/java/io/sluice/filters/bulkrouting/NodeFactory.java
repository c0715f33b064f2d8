package io.sluice.filters.bulkrouting;

import io.sluice.api.BulkRouter;
import io.sluice.api.BulkRouterFactory;
import io.sluice.api.RouterContext;

/** Makes {@code node} routers. */
public final class NodeFactory implements BulkRouterFactory<SpreadConfig> {

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String type() {
        return "node";
    }

    @Override
    public String description() {
        return "a group for each node, of the items whose primary shards it holds";
    }

    @Override
    public Class<SpreadConfig> configType() {
        return SpreadConfig.class;
    }

    @Override
    public BulkRouter create(SpreadConfig config, RouterContext context) {
        return new PrimaryRouter(context.cluster(), false, config);
    }
}
