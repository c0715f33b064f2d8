package io.sluice.filters.bulkrouting;

import io.sluice.api.BulkRouter;
import io.sluice.api.BulkRouterFactory;
import io.sluice.api.RouterContext;

/** Makes {@code shard} routers. */
public final class ShardFactory implements BulkRouterFactory<SpreadConfig> {

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String type() {
        return "shard";
    }

    @Override
    public String description() {
        return "a group for each primary shard, sent to the node that holds it";
    }

    @Override
    public Class<SpreadConfig> configType() {
        return SpreadConfig.class;
    }

    @Override
    public BulkRouter create(SpreadConfig config, RouterContext context) {
        return new PrimaryRouter(context.cluster(), true, config);
    }
}
