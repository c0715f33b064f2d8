package io.sluice.server;

import io.sluice.api.BulkRouter;
import io.sluice.api.BulkRouterFactory;
import io.sluice.api.RouterContext;

/** A router that a test gives as a function; its type is {@code test}. */
record TestRouter(BulkRouter router) implements BulkRouterFactory<TestRouter.Settings> {

    record Settings() {}

    /** Spreads items over the nodes in runs. */
    static TestRouter inRunsOf(int items) {
        return new TestRouter((action, position, groups) -> {
            var nodes = groups.nodes("primary");
            String node = nodes.get(position / items % nodes.size());
            return groups.intern("primary", node, node);
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
