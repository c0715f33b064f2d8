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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An item at which a real node's connection breaks each time becomes a dead letter, and all others are indexed. */
class QueueBrokenOffIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String POISON = "poison";
    private static final int FIRST = 500;
    private static final int MORE = 5;

    @TempDir
    Path directory;

    @Test
    void becomesADeadLetterWhileOthersAreIndexed() throws Exception {
        DevCluster cluster = SharedClusters.empty(ServerKind.ELASTICSEARCH_7);
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        try (CountingRelay relay = new CountingRelay(cluster.address(0));
                HttpClient client = HttpClient.newHttpClient()) {
            ServerPlaces server = new ServerPlaces(client, cluster.address(0));
            server.send("PUT", "/docs", "{\"settings\":{\"number_of_replicas\":0}}");
            relay.breakAt(POISON);
            distribution.configure(configuration(relay));
            try (RunningGateway gateway = distribution.start()) {
                // When
                int sent = 0;
                write(gateway, documents(0, FIRST) + item("bad", POISON) + item("bad", "after"));
                sent += FIRST;
                while (queue(gateway).path("dead_letters").asLong() == 0) {
                    write(gateway, documents(sent, sent + MORE));
                    sent += MORE;
                    assertThat(relay.broken()).isLessThan(10_000);
                }
                Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() -> queue(gateway).path("records").asLong(-1) == 0);

                // Then
                JsonNode letters = MAPPER.readTree(
                                gateway.admin("/queues/ingest/dead").body())
                        .path("letters");
                assertThat(letters).hasSize(1);
                assertThat(letters.get(0).path("source").asText()).contains(POISON);
                assertThat(letters.get(0).at("/result/error/type").asText()).isEqualTo("sluice_broken_off");
                server.send("POST", "/docs/_refresh", "");
                assertThat(server.get("/docs/_count").path("count").asInt()).isEqualTo(sent + 1);
                assertThat(server.get("/docs/_doc/bad").at("/_source/v").asText())
                        .isEqualTo("after");
            }
        }
    }

    private static String item(String id, String value) {
        return "{\"index\":{\"_index\":\"docs\",\"_id\":\"" + id + "\"}}\n{\"v\":\"" + value + "\"}\n";
    }

    private static String documents(int from, int to) {
        StringBuilder bulk = new StringBuilder();
        for (int i = from; i < to; i++) {
            bulk.append(item("d" + i, "v" + i));
        }
        return bulk.toString();
    }

    private static void write(RunningGateway gateway, String bulk) throws Exception {
        HttpResponse<String> answer = gateway.send("POST", "/_bulk", bulk);
        assertThat(MAPPER.readTree(answer.body()).path("errors").asBoolean(true))
                .as(answer.body())
                .isFalse();
    }

    private static JsonNode queue(RunningGateway gateway) throws Exception {
        return MAPPER.readTree(gateway.admin("/queues").body()).at("/queues/0");
    }

    private static String configuration(CountingRelay relay) {
        return """
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                clusters: { primary: { nodes: ["%s"], discovery: { enabled: false } } }
                queues:
                  ingest:
                    engine: disk
                    config: { directory: queues, minFree: 10MiB }
                    cluster: primary
                    retry: { first: 20ms, most: 200ms }
                flows: { default: { relay: { queue: ingest } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(relay.address());
    }
}
