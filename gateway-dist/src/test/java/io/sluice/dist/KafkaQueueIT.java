package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.DevKafka;
import io.sluice.devcluster.ServerKind;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two gateways with one queue in Kafka: clients write to both while one or the other is killed, and Kafka's server. What was acknowledged is there, nothing
 * is there twice, each document has the last of its acknowledged values, or a later one; both gateways can work with dead letters.
 * {@code -Dsluice.queue.kills=20} kills more often.
 */
class KafkaQueueIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int KILLS = Integer.getInteger("sluice.queue.kills", 2);
    /** So many kills of a gateway to one of the server. */
    private static final int ROUND = 4;

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    Path directory;

    @Test
    void losesNothingThatAnyOfSeveralGatewaysAcknowledged() throws Exception {
        // Given
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        try (DevKafka kafka = DevKafka.start(directory);
                DevCluster cluster = DevCluster.of(ServerKind.ELASTICSEARCH_7)
                        .nodes(1)
                        .fastStart()
                        .start();
                HttpClient client = HttpClient.newHttpClient()) {
            ServerPlaces server = new ServerPlaces(client, cluster.address(0));
            server.send("PUT", "/counters", "{\"settings\":{\"number_of_replicas\":0}}");
            server.send("PUT", "/events", "{\"settings\":{\"number_of_replicas\":0}}");
            distribution.configure(configuration(cluster, kafka));
            RunningGateway[] gateways = {distribution.start(), distribution.start()};
            try (QueueLoad one = new QueueLoad(gateways[0].address(), 1, 0);
                    QueueLoad two = new QueueLoad(gateways[1].address(), 1, 1)) {
                List<QueueLoad> loads = List.of(one, two);
                for (QueueLoad load : loads) {
                    load.awaitMore(20);
                }

                // When
                int servers = 0;
                for (int kill = 0; kill < KILLS; kill++) {
                    int killed = kill % 2;
                    gateways[killed].kill();
                    loads.get(killed).moveTo(gateways[1 - killed].address());
                    one.awaitMore(20);
                    two.awaitMore(20);
                    gateways[killed] = distribution.start();
                    loads.get(killed).moveTo(gateways[killed].address());
                    loads.get(killed).awaitMore(20);
                    if (kill % ROUND == 1) {
                        kafka.kill(0);
                        kafka.restart(0);
                        servers++;
                        // A client that was refused meanwhile waits for another gateway.
                        swap(loads, gateways[1], gateways[0]);
                        swap(loads, gateways[0], gateways[1]);
                    }
                }
                for (QueueLoad load : loads) {
                    load.stop();
                }
                // Each knows at once what it appended itself, and of the other within seconds.
                awaitEmpty(gateways[0]);
                awaitEmpty(gateways[1]);

                // Then
                System.out.printf(
                        "kafka queue: %s; %s; %d kills of gateways, %d of the server%n", one, two, KILLS, servers);
                assertThat(queue(gateways[0]).path("dead_letters").asLong(-1)).isZero();
                QueuedDocuments.check(server, loads);
                workWithLetters(server, gateways);
            } finally {
                gateways[0].close();
                gateways[1].close();
            }
        }
    }

    private static String configuration(DevCluster cluster, DevKafka kafka) {
        return """
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                clusters: { primary: { nodes: ["%s"] } }
                queues:
                  ingest:
                    engine: kafka
                    config: { servers: ["%s"], lanes: 8, replicas: 1, minInSync: 1, sessionTimeout: 6s }
                    cluster: primary
                    retry: { most: 1s }
                flows: { default: { relay: { queue: ingest } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(cluster.address(0), kafka.addresses().getFirst());
    }

    private static void swap(List<QueueLoad> loads, RunningGateway first, RunningGateway second) throws Exception {
        loads.get(0).moveTo(first.address());
        loads.get(1).moveTo(second.address());
        for (QueueLoad load : loads) {
            load.awaitMore(20);
        }
    }

    private static JsonNode queue(RunningGateway gateway) throws Exception {
        return MAPPER.readTree(gateway.admin("/queues").body()).at("/queues/0");
    }

    private static void awaitEmpty(RunningGateway gateway) {
        QueueDrain.await(() -> queue(gateway).path("records").asLong(-1));
    }

    /** Each gateway sees the letters, and what one takes away is gone for the other. */
    private static void workWithLetters(ServerPlaces server, RunningGateway[] gateways) throws Exception {
        server.send("PUT", "/typed", "{\"mappings\":{\"properties\":{\"n\":{\"type\":\"long\"}}}}");
        gateways[0].send("PUT", "/typed/_doc/1", "{\"n\":\"no number\"}");
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> queue(gateways[1]).path("dead_letters").asLong(-1) == 1);

        for (RunningGateway gateway : gateways) {
            JsonNode letters =
                    MAPPER.readTree(gateway.admin("/queues/ingest/dead").body()).path("letters");
            assertThat(letters).hasSize(1);
            assertThat(letters.get(0).path("action").asText()).contains("\"_index\":\"typed\"");
        }
        assertThat(MAPPER.readTree(gateways[1].post("/queues/ingest/purge").body())
                        .path("purged")
                        .asInt())
                .isEqualTo(1);
        assertThat(MAPPER.readTree(gateways[0].admin("/queues/ingest/dead").body())
                        .path("letters"))
                .isEmpty();
    }
}
