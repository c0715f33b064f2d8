package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Clusters that are started for the first test that wants one and emptied for each that follows: for tests that neither stop a node
 * nor need settings of their own that a running server does not take. They run one after another; the end of the JVM ends the nodes.
 */
final class SharedClusters {
    private static final Map<Plan, DevCluster> RUNNING = new HashMap<>();

    private record Plan(ServerKind kind, int nodes) {
        // Shards stay where they are unless a test moves them.
        DevCluster start() {
            return DevCluster.of(kind)
                    .nodes(nodes)
                    .fastStart()
                    .setting("cluster.routing.rebalance.enable", "none")
                    .start();
        }

        /** Whether data streams stay, which nobody can delete there: tests with several nodes use names of their own. */
        boolean keepsStreams() {
            return nodes > 1 && (kind == ServerKind.ELASTICSEARCH_8 || kind == ServerKind.ELASTICSEARCH_9);
        }
    }

    private SharedClusters() {}

    /** A cluster of one node in which there is nothing. */
    static DevCluster empty(ServerKind kind) {
        return empty(new Plan(kind, 1));
    }

    /** A cluster of three nodes in which there is nothing; shards stay where they are unless a test moves them. */
    static DevCluster emptyOfThree(ServerKind kind) {
        return empty(new Plan(kind, 3));
    }

    private static synchronized DevCluster empty(Plan plan) {
        DevCluster running = RUNNING.get(plan);
        if (running != null && !isEmptied(running, plan.keepsStreams())) {
            running.close();
            running = null;
        }
        if (running == null) {
            running = plan.start();
            RUNNING.put(plan, running);
        }
        return running;
    }

    // Elasticsearch 8 has no data streams here, but for those that a test has made, which nobody can delete.
    private static boolean isEmptied(DevCluster cluster, boolean keepsStreams) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            ServerPlaces server = new ServerPlaces(client, cluster.address(0));
            server.sendAny("DELETE", "/_search/scroll/_all", "");
            List<String> streams = names(metadata(server).at("/data_stream/data_stream"));
            if (!keepsStreams) {
                delete(server, "/_data_stream/", streams);
            }
            JsonNode metadata = metadata(server);
            List<String> indices = names(metadata.path("indices"));
            indices.removeIf(name -> keepsStreams && name.startsWith(".ds-"));
            delete(server, "/", indices);
            delete(server, "/_template/", names(metadata.path("templates")));
            List<String> templates = names(metadata.at("/index_template/index_template"));
            templates.removeIf(name -> keepsStreams && streams.stream().anyMatch(stream -> stream.startsWith(name)));
            delete(server, "/_index_template/", templates);
            delete(server, "/_component_template/", names(metadata.at("/component_template/component_template")));
            delete(server, "/_scripts/", names(metadata.path("stored_scripts")));
            List<String> pipelines = new ArrayList<>();
            metadata.at("/ingest/pipeline")
                    .forEach(pipeline -> pipelines.add(pipeline.path("id").asText()));
            delete(server, "/_ingest/pipeline/", pipelines);
            server.send("PUT", "/_cluster/settings", "{\"persistent\":{\"*\":null},\"transient\":{\"*\":null}}");
            return true;
        } catch (Exception e) {
            System.out.println("started anew, since it cannot be emptied: " + e.getMessage());
            return false;
        }
    }

    private static JsonNode metadata(ServerPlaces server) throws Exception {
        return server.get("/_cluster/state/metadata").path("metadata");
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static void delete(ServerPlaces server, String path, List<String> names) throws Exception {
        for (String name : names) {
            server.send("DELETE", path + ServerPlaces.encode(name), "");
        }
    }
}
