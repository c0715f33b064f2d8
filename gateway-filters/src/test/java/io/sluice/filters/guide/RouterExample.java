package io.sluice.filters.guide;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkRouter;
import io.sluice.api.BulkRouterFactory;
import io.sluice.api.ClusterName;
import io.sluice.api.GroupTable;
import io.sluice.api.Key;
import io.sluice.api.RouterContext;
import io.sluice.api.ShardCopy;

/** Makes routers that send the items of archived indices to another cluster. */
final class RouterExample implements BulkRouterFactory<RouterExample.Settings> {

    record Settings(
            @Key("what the names of archived indices begin with")
            String prefix,

            @Key("the cluster that has them") ClusterName cluster) {}

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String type() {
        return "archive";
    }

    @Override
    public String description() {
        return "sends the items of archived indices to another cluster";
    }

    @Override
    public Class<Settings> configType() {
        return Settings.class;
    }

    @Override
    public BulkRouter create(Settings settings, RouterContext context) {
        return new Archive(settings.prefix(), settings.cluster().value(), context.cluster());
    }

    private record Archive(String prefix, String archive, String home) implements BulkRouter {

        @Override
        public int group(BulkAction rewritten, int position, GroupTable groups) {
            String index = rewritten.index();
            String cluster = index != null && index.startsWith(prefix) ? archive : home;
            ShardCopy primary = groups.shards(cluster).primaryOf(rewritten);
            String node = primary == null ? null : primary.node();
            return groups.intern(cluster, node, node == null ? "any node" : node);
        }
    }
}
