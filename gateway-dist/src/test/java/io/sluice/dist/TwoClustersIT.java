package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients write through a gateway that keeps two clusters of different products in step, while the gateway and the nodes of either are
 * killed: each cluster has what was acknowledged, and both have the same of it; reads go to the standby while the first is away. What is
 * made different by hand is found and repaired. {@code -Dsluice.queue.kills=20} kills more often.
 */
class TwoClustersIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    /** Kills in one round. */
    private static final int ROUND = 5;

    private static final int ROUNDS = Math.max(1, Integer.getInteger("sluice.queue.kills", 1) / ROUND);
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int SAME = 0;
    private static final int DIFFERENT = 4;

    @TempDir
    Path directory;

    private Distribution distribution;
    private RunningGateway gateway;

    @Test
    void holdTheSameDocumentsAfterEachWasKilled() throws Exception {
        // Given
        distribution = Distribution.copyTo(directory.resolve("sluice"));
        var starting = starting(ServerKind.OPENSEARCH_2);
        try (DevCluster first = starting(ServerKind.ELASTICSEARCH_7).join();
                DevCluster standby = starting.join();
                HttpClient client = HttpClient.newHttpClient()) {
            List<ServerPlaces> servers =
                    List.of(new ServerPlaces(client, first.address(0)), new ServerPlaces(client, standby.address(0)));
            for (ServerPlaces server : servers) {
                server.send("PUT", "/counters", "{\"settings\":{\"number_of_replicas\":0}}");
                server.send("PUT", "/events", "{\"settings\":{\"number_of_replicas\":0}}");
            }
            distribution.configure(configuration(first, standby));
            gateway = distribution.start();
            try (QueueLoad load = new QueueLoad(gateway.address(), 2)) {
                load.awaitMore(20);

                // When
                for (int round = 0; round < ROUNDS; round++) {
                    killEach(load, first, standby);
                }
                load.stop();
                awaitEmpty();

                // Then
                System.out.printf("two clusters: %s, %d kills%n", load, ROUND * ROUNDS);
                for (ServerPlaces server : servers) {
                    QueuedDocuments.check(server, List.of(load));
                }
                QueuedDocuments.checkAlike(servers.getFirst(), servers.getLast(), load);
                diff(first, standby, "--repair", "a-to-b", "--delete", "--yes");
                assertThat(diff(first, standby).code()).isEqualTo(SAME);
                resync(first, standby, servers);
            } finally {
                gateway.close();
            }
        }
    }

    private static CompletableFuture<DevCluster> starting(ServerKind kind) {
        return CompletableFuture.supplyAsync(
                () -> DevCluster.of(kind).nodes(1).processPerNode().fastStart().start());
    }

    private void killEach(QueueLoad load, DevCluster first, DevCluster standby) throws Exception {
        killGateway(load);

        assertThat(readsFrom()).isEqualTo("elasticsearch");
        first.killNode(0);
        awaitReadsFrom("opensearch");
        load.awaitMore(20);
        killGateway(load);
        awaitReadsFrom("opensearch");
        first.restartNode(0);
        awaitReadsFrom("elasticsearch");

        standby.killNode(0);
        load.awaitMore(20);
        assertThat(readsFrom()).isEqualTo("elasticsearch");
        killGateway(load);
        standby.restartNode(0);
        load.awaitMore(20);
    }

    private void killGateway(QueueLoad load) throws Exception {
        gateway.kill();
        gateway = distribution.start();
        load.moveTo(gateway.address());
        load.awaitMore(20);
    }

    // Only OpenSearch names its distribution.
    private String readsFrom() throws IOException, InterruptedException {
        JsonNode answer = MAPPER.readTree(gateway.send("GET", "/", "").body());
        if (!answer.has("version")) {
            return "nowhere";
        }
        return answer.at("/version/distribution").asText("elasticsearch");
    }

    private void awaitReadsFrom(String product) {
        Awaitility.await().atMost(PATIENCE).until(() -> readsFrom().equals(product));
    }

    private void awaitEmpty() {
        QueueDrain.await(() -> {
            JsonNode queues = MAPPER.readTree(gateway.admin("/queues").body()).path("queues");
            assertThat(queues)
                    .hasSize(2)
                    .allMatch(queue -> queue.path("dead_letters").asLong(-1) == 0);
            return queues.get(0).path("records").asLong(-1)
                    + queues.get(1).path("records").asLong(-1);
        });
    }

    /** Makes the standby different by hand, and the same again by the command. */
    private void resync(DevCluster first, DevCluster standby, List<ServerPlaces> servers) throws Exception {
        JsonNode hits =
                servers.get(1).send("POST", "/events/_search", "{\"size\":2}").at("/hits/hits");
        String lost = ServerPlaces.encode(hits.get(0).path("_id").asText());
        String changed = ServerPlaces.encode(hits.get(1).path("_id").asText());
        servers.get(1).send("DELETE", "/events/_doc/" + lost, "");
        servers.get(1).send("PUT", "/events/_doc/" + changed, "{\"n\":-1}");
        servers.get(1).send("PUT", "/events/_doc/invented", "{\"n\":-2}");

        Finished found = diff(first, standby);
        assertThat(found.code()).as(found.output()).isEqualTo(DIFFERENT);
        assertThat(found.output()).contains("1 only in A, 1 only in B, 1 different");
        diff(first, standby, "--repair", "a-to-b", "--delete", "--yes");

        assertThat(diff(first, standby).code()).isEqualTo(SAME);
        assertThat(servers.get(1).get("/events/_doc/" + lost).path("found").asBoolean())
                .isTrue();
    }

    private Finished diff(DevCluster first, DevCluster standby, String... more) throws Exception {
        String[] command = {
            "index", "diff", first.address(0) + "/counters,events", standby.address(0) + "/counters,events"
        };
        String[] all = new String[command.length + more.length];
        System.arraycopy(command, 0, all, 0, command.length);
        System.arraycopy(more, 0, all, command.length, more.length);
        return distribution.command(all);
    }

    private static String configuration(DevCluster first, DevCluster standby) {
        return """
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                clusters:
                  primary: { nodes: ["%s"], health: { probeEvery: 500ms } }
                  standby: { nodes: ["%s"], health: { probeEvery: 500ms } }
                queues:
                  ingest:
                    engine: disk
                    config: { directory: queues, minFree: 10MiB, segmentBytes: 1MiB }
                    cluster: primary
                    copies: [ingest-standby]
                    retry: { most: 1s }
                  ingest-standby:
                    engine: disk
                    config: { directory: queues, minFree: 10MiB, segmentBytes: 1MiB }
                    cluster: standby
                    retry: { most: 1s }
                flows: { default: { relay: { queue: ingest, standby: standby } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(first.address(0), standby.address(0));
    }
}
