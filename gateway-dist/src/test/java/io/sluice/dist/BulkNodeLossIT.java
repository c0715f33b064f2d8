package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes of a three-node cluster are killed during bulks and come back: acknowledged items are stored, items reported as
 * not executed are not. {@code -Dsluice.bulk.kills} sets the number of kills.
 */
class BulkNodeLossIT {

    private static final int KILLS = Integer.getInteger("sluice.bulk.kills", 3);
    private static final int CLIENTS = 3;
    private static final int ITEMS = 400;
    private static final String INDEX = "lines";

    @TempDir
    Path directory;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void answersTruthfullyForEachItemWhenNodesAreKilled() throws Exception {
        try (DevCluster cluster = DevCluster.of(ServerKind.ELASTICSEARCH_7)
                        .nodes(3)
                        .processPerNode()
                        .fastStart()
                        .start();
                RegroupingGateway gateway =
                        RegroupingGateway.start(Distribution.copyTo(directory.resolve("sluice")), cluster, "10s")) {
            new ServerPlaces(client, cluster.address(0)).send("PUT", "/" + INDEX, """
                    {"settings":{"number_of_shards":6,"number_of_replicas":1,"index.translog.durability":"request"},
                    "mappings":{"properties":{"round":{"type":"integer"},"message":{"type":"text"}}}}""");
            cluster.awaitGreen();
            gateway.awaitSplitting(List.of(INDEX));
            BulkOutcomes all = new BulkOutcomes();
            for (int kill = 0; kill < KILLS; kill++) {
                all.add(kill(kill, cluster, gateway));
            }
            System.out.printf("bulks at node loss: %d kills, %s%n", KILLS, all);
        } finally {
            client.close();
        }
    }

    private BulkOutcomes kill(int round, DevCluster cluster, RegroupingGateway gateway) throws Exception {
        int victim = round % 3;
        BulkOutcomes outcomes;
        // Given
        try (BulkLoad load = new BulkLoad(gateway.address(), CLIENTS, number -> body(round, number))) {
            load.awaitAnswers(2 * CLIENTS);
            // When
            Awaitility.await().until(() -> load.inFlight() > 0);
            cluster.killNode(victim);
            load.awaitAnswers(3 * CLIENTS);
            outcomes = load.stop();
        }
        cluster.restartNode(victim);

        // Then
        assertThat(outcomes.problems()).isEmpty();
        Set<String> stored = stored(new ServerPlaces(client, cluster.address(victim)), round);
        assertThat(outcomes.acknowledged()).isNotEmpty().isSubsetOf(stored);
        assertThat(outcomes.notExecuted()).noneMatch(stored::contains);
        return outcomes;
    }

    private static BulkLoad.Bulk body(int round, int number) {
        StringBuilder body = new StringBuilder();
        String[] ids = new String[ITEMS];
        for (int i = 0; i < ITEMS; i++) {
            ids[i] = round + "-" + number + "-" + i;
            body.append("{\"index\":{\"_id\":\"%s\"}}%n{\"round\":%d,\"message\":\"a line of a log\"}%n"
                    .formatted(ids[i], round));
        }
        return new BulkLoad.Bulk("/" + INDEX + "/_bulk", body.toString(), ids);
    }

    private static Set<String> stored(ServerPlaces server, int round) throws Exception {
        server.send("POST", "/" + INDEX + "/_refresh", "");
        Set<String> ids = new HashSet<>();
        StoredDocuments.read(
                server,
                INDEX,
                "\"_source\":false,\"query\":{\"term\":{\"round\":" + round + "}}",
                hit -> ids.add(hit.path("_id").asText()));
        return ids;
    }
}
