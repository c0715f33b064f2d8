package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As many indices without shards as stop all lanes of a queue hold up nobody else. */
class QueueRedIndicesIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int RED = 12;
    private static final int DOCUMENTS = 100;

    @TempDir
    Path directory;

    private ServerPlaces server;

    @ParameterizedTest
    @ValueSource(strings = {"", "bulk: { groupBy: shard, minItems: 1, minBytes: 1B }"})
    void othersAreIndexedAndTheyFollowWhenTheirShardsAreThere(String keys) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient();
                RunningGateway gateway = start(client, keys)) {
            createRed();
            writeToRed(gateway, "1");

            write(gateway, "good", "1");
            awaitCount("good", DOCUMENTS);
            writeToRed(gateway, "2");
            write(gateway, "good", "2");

            Awaitility.await().atMost(PATIENCE).until(() -> counted("good", "2") == DOCUMENTS);
            assertThat(queue(gateway).path("problem").asText()).contains("takes nothing");
            for (int i = 0; i < RED; i++) {
                server.send("PUT", "/red" + i + "/_settings", "{\"index.routing.allocation.include._name\":null}");
            }
            QueueDrain.await(() -> queue(gateway).path("records").asLong(-1));
            for (int i = 0; i < RED; i++) {
                server.send("POST", "/red" + i + "/_refresh", "");
                assertThat(counted("red" + i, "2")).isEqualTo(DOCUMENTS);
            }
            assertThat(queue(gateway).path("dead_letters").asLong()).isZero();
        }
    }

    private RunningGateway start(HttpClient client, String keys) throws Exception {
        DevCluster cluster = SharedClusters.empty(ServerKind.ELASTICSEARCH_7);
        server = new ServerPlaces(client, cluster.address(0));
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        distribution.configure("""
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                clusters:
                  primary: { nodes: ["%s"] }
                queues:
                  ingest:
                    engine: disk
                    config: { directory: queues, minFree: 10MiB, lanes: 16 }
                    cluster: primary
                    %s
                flows: { default: { relay: { queue: ingest } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(cluster.address(0), keys));
        return distribution.start();
    }

    private void createRed() throws Exception {
        for (int i = 0; i < RED; i++) {
            server.send("PUT", "/red" + i + "?wait_for_active_shards=0", """
                    {"settings":{"number_of_shards":1,"number_of_replicas":0,"index.routing.allocation.include._name":"none"}}""");
        }
    }

    private static void writeToRed(RunningGateway gateway, String value) throws Exception {
        for (int i = 0; i < RED; i++) {
            write(gateway, "red" + i, value);
        }
    }

    private static void write(RunningGateway gateway, String index, String value) throws Exception {
        StringBuilder bulk = new StringBuilder();
        for (int i = 0; i < DOCUMENTS; i++) {
            bulk.append(
                    "{\"index\":{\"_index\":\"" + index + "\",\"_id\":\"d" + i + "\"}}\n{\"v\":\"" + value + "\"}\n");
        }
        HttpResponse<String> answer = gateway.send("POST", "/_bulk", bulk.toString());
        assertThat(answer.body()).contains("\"queued\"");
    }

    private void awaitCount(String index, int count) {
        Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(() -> counted(index, "1") == count);
    }

    private int counted(String index, String value) throws Exception {
        server.send("POST", "/" + index + "/_refresh", "");
        return server.get("/" + index + "/_count?q=v:" + value).path("count").asInt();
    }

    private static JsonNode queue(RunningGateway gateway) throws Exception {
        return MAPPER.readTree(gateway.admin("/queues").body()).at("/queues/0");
    }
}
