package io.sluice.devcluster.opensearch2;

import io.sluice.devcluster.host.NodeHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.geo.GeoModulePlugin;
import org.opensearch.index.mapper.MapperExtrasPlugin;
import org.opensearch.index.rankeval.RankEvalPlugin;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.ingest.common.IngestCommonPlugin;
import org.opensearch.ingest.useragent.IngestUserAgentPlugin;
import org.opensearch.join.ParentJoinPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.percolator.PercolatorPlugin;
import org.opensearch.plugin.repository.url.URLRepositoryPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.script.expression.ExpressionPlugin;
import org.opensearch.script.mustache.MustachePlugin;
import org.opensearch.search.aggregations.matrix.MatrixAggregationPlugin;
import org.opensearch.transport.Netty4Plugin;

/** The main of the OpenSearch 2.19 process: one node for each home directory given, in this JVM. */
public final class OpenSearch2 {

    private static final List<Class<? extends Plugin>> MODULES = List.of(
            Netty4Plugin.class,
            ReindexPlugin.class,
            PainlessPlugin.class,
            ExpressionPlugin.class,
            MustachePlugin.class,
            CommonAnalysisPlugin.class,
            MatrixAggregationPlugin.class,
            GeoModulePlugin.class,
            IngestCommonPlugin.class,
            IngestUserAgentPlugin.class,
            MapperExtrasPlugin.class,
            ParentJoinPlugin.class,
            PercolatorPlugin.class,
            RankEvalPlugin.class,
            URLRepositoryPlugin.class,
            TestSettingsPlugin.class);

    private OpenSearch2() {}

    public static void main(String[] homes) {
        NodeHost.run(homes, OpenSearch2::startNode);
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
