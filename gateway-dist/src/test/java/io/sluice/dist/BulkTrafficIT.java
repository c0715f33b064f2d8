package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Traffic between three nodes without replicas nearly vanishes if the gateway sends each document to the node that
 * stores it, compared with sending bulks to the nodes in turn.
 */
class BulkTrafficIT {

    private static final int BULKS = Integer.getInteger("sluice.bulk.trafficBulks", 40);
    private static final int ITEMS = 500;
    private static final String TEXT = "a line of a log that is neither short nor long ".repeat(10);
    private static final double REMAINDER = 0.1;

    @TempDir
    Path directory;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Bytes that all nodes have sent to each other. */
    private record Traffic(long messages, long bytes) {

        static Traffic of(ServerPlaces server) throws Exception {
            long messages = 0;
            long bytes = 0;
            for (JsonNode node : server.get("/_nodes/stats/transport").path("nodes")) {
                messages += node.at("/transport/tx_count").longValue();
                bytes += node.at("/transport/tx_size_in_bytes").longValue();
            }
            return new Traffic(messages, bytes);
        }

        Traffic since(Traffic before) {
            return new Traffic(messages - before.messages, bytes - before.bytes);
        }

        @Override
        public String toString() {
            double documents = (double) BULKS * ITEMS;
            return "%.4f messages and %.1f bytes a document".formatted(messages / documents, bytes / documents);
        }
    }

    @Test
    void nodesHaveLittleToSayToEachOther() throws Exception {
        // Given nodes that do not look after each other all the time
        try (DevCluster cluster = DevCluster.of(ServerKind.ELASTICSEARCH_7)
                        .nodes(3)
                        .fastStart()
                        .setting("cluster.routing.rebalance.enable", "none")
                        .setting("cluster.fault_detection.follower_check.interval", "10m")
                        .setting("cluster.fault_detection.leader_check.interval", "10m")
                        .start();
                RegroupingGateway gateway =
                        RegroupingGateway.start(Distribution.copyTo(directory.resolve("sluice")), cluster, "10m")) {
            List<ServerPlaces> nodes = List.of(
                    new ServerPlaces(client, cluster.address(0)),
                    new ServerPlaces(client, cluster.address(1)),
                    new ServerPlaces(client, cluster.address(2)));
            List<ServerPlaces> through = List.of(new ServerPlaces(client, gateway.address()));
            for (int shards : new int[] {3, 30}) {
                String direct = "direct-" + shards;
                String regrouped = "regrouped-" + shards;
                create(nodes.getFirst(), direct, shards);
                create(nodes.getFirst(), regrouped, shards);
                cluster.awaitGreen();
                gateway.awaitSplitting(List.of(regrouped));

                // When
                Traffic inTurn = traffic(nodes, direct);
                Traffic byShard = traffic(through, regrouped);

                // Then
                System.out.printf(
                        "traffic between nodes, %d shards: direct %s, through the gateway %s%n",
                        shards, inTurn, byShard);
                assertThat(byShard.bytes()).isLessThan((long) (inTurn.bytes() * REMAINDER));
                assertThat(byShard.messages()).isLessThan((long) (inTurn.messages() * REMAINDER));
            }
        } finally {
            client.close();
        }
    }

    private static void create(ServerPlaces server, String index, int shards) throws Exception {
        server.send("PUT", "/" + index, """
                {"settings":{"number_of_shards":%d,"number_of_replicas":0},
                "mappings":{"properties":{"n":{"type":"long"},"message":{"type":"text"}}}}""".formatted(shards));
    }

    /** Traffic between the nodes while they get bulks in turn. */
    private static Traffic traffic(List<ServerPlaces> servers, String index) throws Exception {
        ServerPlaces first = servers.getFirst();
        Traffic before = Traffic.of(first);
        for (int number = 0; number < BULKS; number++) {
            StringBuilder bulk = new StringBuilder();
            for (int i = 0; i < ITEMS; i++) {
                int n = number * ITEMS + i;
                bulk.append(
                        "{\"index\":{\"_id\":\"document-%d\"}}%n{\"n\":%d,\"message\":\"%s\"}%n".formatted(n, n, TEXT));
            }
            JsonNode answer =
                    servers.get(number % servers.size()).send("POST", "/" + index + "/_bulk", bulk.toString());
            assertThat(answer.path("errors").asBoolean()).isFalse();
        }
        return Traffic.of(first).since(before);
    }
}
