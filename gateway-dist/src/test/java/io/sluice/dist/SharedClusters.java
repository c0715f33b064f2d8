package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One node of each kind, started for the first test that wants it and emptied for each that follows: for tests that need a server
 * as it comes and neither stop it nor change its settings. They run one after another; the end of the JVM ends the nodes.
 */
final class SharedClusters {
    private static final Map<ServerKind, DevCluster> RUNNING = new EnumMap<>(ServerKind.class);

    private SharedClusters() {}

    /** A cluster of one node in which there is nothing. */
    static synchronized DevCluster empty(ServerKind kind) {
        DevCluster running = RUNNING.get(kind);
        if (running == null) {
            running = DevCluster.of(kind).nodes(1).fastStart().start();
            RUNNING.put(kind, running);
        } else {
            empty(running);
        }
        return running;
    }

    private static void empty(DevCluster cluster) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            ServerPlaces server = new ServerPlaces(client, cluster.address(0));
            server.sendAny("DELETE", "/_search/scroll/_all", "");
            server.sendAny("DELETE", "/_data_stream/*?expand_wildcards=all", "");
            JsonNode metadata = server.get("/_cluster/state/metadata").path("metadata");
            delete(server, "/", names(metadata.path("indices")));
            delete(server, "/_template/", names(metadata.path("templates")));
            delete(server, "/_index_template/", names(metadata.at("/index_template/index_template")));
            delete(server, "/_component_template/", names(metadata.at("/component_template/component_template")));
            delete(server, "/_scripts/", names(metadata.path("stored_scripts")));
            List<String> pipelines = new ArrayList<>();
            metadata.at("/ingest/pipeline")
                    .forEach(pipeline -> pipelines.add(pipeline.path("id").asText()));
            delete(server, "/_ingest/pipeline/", pipelines);
            server.send("PUT", "/_cluster/settings", "{\"persistent\":{\"*\":null},\"transient\":{\"*\":null}}");
        } catch (Exception e) {
            throw new IllegalStateException("the server cannot be emptied", e);
        }
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
