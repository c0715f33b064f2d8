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
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node is frozen with bulks of a queue in its socket and wakes later, when the same documents have been written again: it is not to
 * carry out the old bulks over the new ones. If it is ended, the queue goes on at once.
 */
class QueueHangingNodeIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Pattern LATE = Pattern.compile("sluice_queue_late\\{queue=\"ingest\"} ([0-9.]+)");
    private static final int DOCUMENTS = 40;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static DevCluster cluster;
    private static int working;

    private final Map<String, Integer> acknowledged = new HashMap<>();
    private int written;

    @TempDir
    Path directory;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = DevCluster.of(ServerKind.ELASTICSEARCH_7)
                .nodes(2)
                .processPerNode()
                .fastStart()
                .start();
        String master =
                server(0).get("/_cat/master?format=json").get(0).path("node").asText();
        working = server(0).get("/").path("name").asText().equals(master) ? 0 : 1;
    }

    private static ServerPlaces server(int node) throws Exception {
        return new ServerPlaces(CLIENT, cluster.address(node));
    }

    @AfterAll
    static void stopCluster() {
        CLIENT.shutdownNow();
        cluster.close();
    }

    private static void createIndex(String settings) throws Exception {
        ServerPlaces server = server(working);
        server.sendAny("DELETE", "/docs", "");
        server.send("PUT", "/docs", "{\"settings\":{\"number_of_replicas\":0," + settings + "}}");
    }

    @Test
    void keepsTheOrderWhenTheNodeWakes() throws Exception {
        String name = server(working).get("/").path("name").asText();
        createIndex("\"index.routing.allocation.include._name\":\"" + name + "\"");
        try (RunningGateway gateway = start("")) {
            try {
                freezeAmidWrites(gateway);
            } finally {
                cluster.thawNode(frozen());
            }

            awaitEmpty(gateway);
            assertThat(late(gateway)).isZero();
            assertThat(stored()).isEqualTo(acknowledged);
        }
    }

    @Test
    void goesOnWhenTheNodeIsEndedAndStartedAnew() throws Exception {
        createIndex("\"number_of_shards\":4");
        try (RunningGateway gateway = start("bulk: { groupBy: shard, minItems: 1, minBytes: 1B }")) {
            try {
                freezeAmidWrites(gateway);
            } finally {
                cluster.killNode(frozen());
                cluster.restartNode(frozen());
            }

            awaitEmpty(gateway);
            assertThat(stored()).isEqualTo(acknowledged);
        }
    }

    private void freezeAmidWrites(RunningGateway gateway) throws Exception {
        writeAll(gateway);
        awaitEmpty(gateway);
        cluster.freezeNode(frozen());
        writeAll(gateway);
        Awaitility.await().atMost(LONGEST).until(() -> late(gateway) > 0);
        assertThat(queue(gateway).path("problem").asText())
                .contains(cluster.address(frozen()).getAuthority(), "has not answered in time");
        writeAll(gateway);
    }

    private static int frozen() {
        return 1 - working;
    }

    private RunningGateway start(String keys) throws Exception {
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        distribution.configure("""
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                clusters:
                  primary: { nodes: ["%s", "%s"], discovery: { enabled: false }, timeouts: { response: 2s } }
                queues:
                  ingest:
                    engine: disk
                    config: { directory: queues, minFree: 10MiB }
                    cluster: primary
                    %s
                flows: { default: { relay: { queue: ingest } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(cluster.address(0), cluster.address(1), keys));
        return distribution.start();
    }

    /** Writes each document, with a number of its own. */
    private void writeAll(RunningGateway gateway) throws Exception {
        for (int i = 0; i < DOCUMENTS; i++) {
            String id = "d" + i;
            written++;
            String item = "{\"index\":{\"_index\":\"docs\",\"_id\":\"" + id + "\"}}\n{\"n\":" + written + "}\n";
            HttpResponse<String> answer = gateway.send("POST", "/_bulk", item);
            assertThat(answer.body()).contains("\"queued\"");
            acknowledged.put(id, written);
        }
    }

    private static Map<String, Integer> stored() throws Exception {
        ServerPlaces server = server(working);
        server.send("POST", "/docs/_refresh", "");
        Map<String, Integer> stored = new HashMap<>();
        server.send("POST", "/docs/_search", "{\"size\":1000}")
                .at("/hits/hits")
                .forEach(hit -> stored.put(
                        hit.path("_id").asText(), hit.at("/_source/n").asInt()));
        return stored;
    }

    private static JsonNode queue(RunningGateway gateway) throws Exception {
        return MAPPER.readTree(gateway.admin("/queues").body()).at("/queues/0");
    }

    private static long records(RunningGateway gateway) throws Exception {
        return queue(gateway).path("records").asLong(-1);
    }

    private static void awaitEmpty(RunningGateway gateway) {
        QueueDrain.await(() -> records(gateway));
    }

    private static double late(RunningGateway gateway) throws Exception {
        Matcher late = LATE.matcher(gateway.admin("/metrics").body());
        assertThat(late.find()).isTrue();
        return Double.parseDouble(late.group(1));
    }
}
