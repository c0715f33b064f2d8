package io.sluice.devcluster.elasticsearch7;

import io.sluice.devcluster.host.NodeHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.rankeval.RankEvalPlugin;
import org.elasticsearch.join.ParentJoinPlugin;
import org.elasticsearch.node.InternalSettingsPreparer;
import org.elasticsearch.node.Node;
import org.elasticsearch.percolator.PercolatorPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.reindex.ReindexPlugin;
import org.elasticsearch.script.mustache.MustachePlugin;
import org.elasticsearch.transport.Netty4Plugin;

/** The main of the Elasticsearch 7.17 process: one node for each home directory given, in this JVM. */
public final class Elasticsearch7 {

    private static final List<Class<? extends Plugin>> MODULES = List.of(
            Netty4Plugin.class,
            ReindexPlugin.class,
            MustachePlugin.class,
            PercolatorPlugin.class,
            ParentJoinPlugin.class,
            RankEvalPlugin.class,
            TestSettingsPlugin.class);

    private Elasticsearch7() {}

    public static void main(String[] homes) {
        NodeHost.run(homes, Elasticsearch7::startNode);
    }

    private static Node startNode(Path home) throws Exception {
        Settings settings = Settings.builder()
                .put(Environment.PATH_HOME_SETTING.getKey(), home)
                .build();
        Environment environment = InternalSettingsPreparer.prepareEnvironment(
                settings,
                Map.of(),
                home.resolve("config"),
                () -> home.getFileName().toString());
        return new EmbeddedNode(environment).start();
    }

    private static final class EmbeddedNode extends Node {

        EmbeddedNode(Environment environment) {
            super(environment, MODULES, true);
        }

        @Override
        protected void configureNodeAndClusterIdStateListener(ClusterService clusterService) {
            // the ids it would put into log lines can be set once per JVM only, and several nodes share this one
        }
    }
}
