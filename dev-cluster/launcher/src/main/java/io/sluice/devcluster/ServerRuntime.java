package io.sluice.devcluster;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** How a server's files become a process. */
sealed interface ServerRuntime permits EmbeddedServer, ServerDistribution {

    /** The runtime of a server that has been built. */
    static ServerRuntime of(ServerKind kind) {
        return switch (kind) {
            case ELASTICSEARCH_7 ->
                new EmbeddedServer(
                        ServerDirectory.locate(kind),
                        "io.sluice.devcluster.elasticsearch7.Elasticsearch7",
                        "elasticsearch.yml");
            case OPENSEARCH_2 ->
                new EmbeddedServer(
                        ServerDirectory.locate(kind), "io.sluice.devcluster.opensearch2.OpenSearch2", "opensearch.yml");
            case ELASTICSEARCH_8, ELASTICSEARCH_9 ->
                new ServerDistribution(ServerDirectory.locate(kind), ServerDistribution.Product.ELASTICSEARCH);
            case OPENSEARCH_3 ->
                new ServerDistribution(ServerDirectory.locate(kind), ServerDistribution.Product.OPENSEARCH);
        };
    }

    /** The name of a node's configuration file. */
    String configFile();

    /** What this server wants in its configuration beside what every server gets. */
    Map<String, String> settings();

    /** Whether one process can run several nodes. */
    boolean hostsSeveralNodes();

    /** Puts what this server wants beside its configuration file into the node's home; called before each start. */
    void prepare(NodeHome home) throws IOException;

    /** The command of a process that runs these nodes and ends when its stdin does. */
    ProcessBuilder command(List<NodeHome> homes, List<String> jvmOptions) throws IOException;
}
