package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients write through a queue while the gateway is killed again and again and the server goes away and comes back: what was
 * acknowledged is there, nothing is there twice, and each document has the last of its acknowledged values, or a later one. {@code
 * -Dsluice.queue.kills=50} kills more often.
 */
class QueueIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int KILLS = Integer.getInteger("sluice.queue.kills", 2);
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    Path directory;

    @Test
    void losesNothingThatWasAcknowledgedAndKeepsTheOrderOfEachDocument() throws Exception {
        // Given
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        try (DevCluster cluster = DevCluster.of(ServerKind.ELASTICSEARCH_7)
                        .nodes(1)
                        .processPerNode()
                        .fastStart()
                        .start();
                HttpClient client = HttpClient.newHttpClient()) {
            ServerPlaces server = new ServerPlaces(client, cluster.address(0));
            server.send("PUT", "/counters", "{\"settings\":{\"number_of_replicas\":0}}");
            server.send("PUT", "/events", "{\"settings\":{\"number_of_replicas\":0}}");
            distribution.configure(configuration(cluster));
            RunningGateway gateway = distribution.start();
            try (QueueLoad load = new QueueLoad(gateway.address(), 2)) {
                // When
                for (int kill = 0; kill < KILLS; kill++) {
                    load.awaitMore(20);
                    gateway = killed(gateway, distribution);
                    load.moveTo(gateway.address());
                }
                cluster.killNode(0);
                load.awaitMore(20);
                gateway = killed(gateway, distribution);
                load.moveTo(gateway.address());
                load.awaitMore(20);
                cluster.restartNode(0);
                load.awaitMore(20);
                load.stop();
                awaitEmpty(gateway);

                // Then
                System.out.printf("queue: %s, %d kills%n", load, KILLS + 1);
                assertThat(MAPPER.readTree(gateway.admin("/queues").body())
                                .at("/queues/0/dead_letters")
                                .asLong(-1))
                        .isZero();
                QueuedDocuments.check(server, List.of(load));
            } finally {
                gateway.close();
            }
        }
    }

    private static String configuration(DevCluster cluster) {
        return """
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                clusters: { primary: { nodes: ["%s"] } }
                queues:
                  ingest:
                    engine: disk
                    config: { directory: queues, minFree: 10MiB, segmentBytes: 1MiB }
                    cluster: primary
                    bulk: { groupBy: shard, minBytes: 1KiB, minItems: 2 }
                    retry: { most: 1s }
                flows: { default: { relay: { queue: ingest } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(cluster.address(0));
    }

    private static RunningGateway killed(RunningGateway gateway, Distribution distribution) throws Exception {
        ProcessHandle process = ProcessHandle.of(gateway.pid()).orElseThrow();
        process.destroyForcibly();
        process.onExit().join();
        gateway.close();
        return distribution.start();
    }

    private static void awaitEmpty(RunningGateway gateway) {
        Awaitility.await().atMost(PATIENCE).until(() -> {
            JsonNode queue = MAPPER.readTree(gateway.admin("/queues").body()).at("/queues/0");
            return queue.path("records").asLong(-1) == 0;
        });
    }
}
