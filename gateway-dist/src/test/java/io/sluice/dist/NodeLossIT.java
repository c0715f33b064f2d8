package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import io.sluice.dist.KeepAliveConnection.Answer;
import io.sluice.dist.KeepAliveConnection.Request;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One of three nodes is killed under load and comes back: requests that may be retried, or were not sent yet, do not
 * fail at the gateway.
 */
class NodeLossIT {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int VICTIM = 1;
    private static final int DOCUMENTS = 100;
    private static final String SEARCH = "{\"query\":{\"match\":{\"name\":\"city\"}},\"size\":3}";

    @TempDir
    Path directory;

    @Test
    void failsNoReplayableRequestWhenANodeIsKilledAndTakesItBack() throws Exception {
        // Given
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        try (DevCluster cluster = DevCluster.of(ServerKind.ELASTICSEARCH_7)
                .nodes(3)
                .processPerNode()
                .fastStart()
                .start()) {
            distribution.configure(configuration(cluster));
            try (RunningGateway gateway = distribution.start()) {
                fill(gateway, cluster);
                killUnderLoad(gateway, cluster);
            }
        }
    }

    private static void killUnderLoad(RunningGateway gateway, DevCluster cluster) throws Exception {
        int port = gateway.port();
        try (Load roots = new Load(port, 2, number -> new Request("GET", "/", ""));
                Load gets = new Load(port, 4, number -> new Request("GET", "/cities/_doc/" + number % DOCUMENTS, ""));
                Load searches = new Load(port, 4, number -> new Request("POST", "/cities/_search", SEARCH));
                Load writes = new Load(
                        port, 2, number -> new Request("PUT", "/cities/_doc/w" + number, "{\"name\":\"city\"}"))) {
            List<Load> all = List.of(roots, gets, searches, writes);
            awaitRequests(gateway, cluster, 200);

            // When
            cluster.killNode(VICTIM);
            awaitMore(all, 100);
            assertThat(health(gateway, cluster)).isEqualTo("left out");
            cluster.restartNode(VICTIM);
            awaitRequests(gateway, cluster, requests(gateway, cluster) + 200);
            awaitMore(all, 100);
            for (Load load : all) {
                load.stop();
            }

            // Then
            System.out.printf(
                    "node loss: / %s, GET _doc %s, _search %s, PUT _doc %s%n",
                    summary(roots), summary(gets), summary(searches), summary(writes));
            assertThat(roots.failures()).isEmpty();
            assertThat(gets.failuresOfGateway()).isEmpty();
            assertThat(searches.failuresOfGateway()).isEmpty();
            assertThat(writes.failuresOfGateway()).allSatisfy(NodeLossIT::isHonest);
        }
    }

    private static void isHonest(Answer answer) {
        assertThat(answer.status()).isIn(502, 504);
        assertThat(answer.body()).containsAnyOf("sluice_upstream_reset", "sluice_upstream_timeout");
    }

    private static String configuration(DevCluster cluster) {
        String nodes = cluster.addresses().stream().map(URI::toString).collect(Collectors.joining(", "));
        return """
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                clusters: { primary: { nodes: [%s] } }
                flows: { default: { relay: { cluster: primary } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(nodes);
    }

    private static void fill(RunningGateway gateway, DevCluster cluster) throws Exception {
        String settings = "{\"settings\":{\"number_of_shards\":3,\"number_of_replicas\":1}}";
        assertThat(gateway.send("PUT", "/cities", settings).statusCode()).isEqualTo(200);
        StringBuilder bulk = new StringBuilder();
        for (int id = 0; id < DOCUMENTS; id++) {
            bulk.append("{\"index\":{\"_id\":\"")
                    .append(id)
                    .append("\"}}\n{\"name\":\"city ")
                    .append(id)
                    .append("\"}\n");
        }
        assertThat(gateway.send("POST", "/cities/_bulk?refresh=true", bulk.toString())
                        .body())
                .contains("\"errors\":false");
        cluster.awaitGreen();
    }

    private static void awaitMore(List<Load> loads, int more) {
        for (Load load : loads) {
            int before = load.succeeded();
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> load.succeeded() >= before + more);
        }
    }

    private static void awaitRequests(RunningGateway gateway, DevCluster cluster, long atLeast) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> requests(gateway, cluster) >= atLeast);
    }

    private static long requests(RunningGateway gateway, DevCluster cluster) throws Exception {
        return victim(gateway, cluster).at("/pool/requests").longValue();
    }

    private static String health(RunningGateway gateway, DevCluster cluster) throws Exception {
        return victim(gateway, cluster).path("health").textValue();
    }

    private static JsonNode victim(RunningGateway gateway, DevCluster cluster) throws Exception {
        String address = cluster.address(VICTIM).getAuthority();
        for (JsonNode node : MAPPER.readTree(gateway.admin("/clusters").body()).at("/primary/nodes")) {
            if (node.path("address").textValue().equals(address)) {
                return node;
            }
        }
        throw new AssertionError("the gateway does not know " + address);
    }

    private static String summary(Load load) {
        Map<Integer, Long> statuses =
                load.failures().stream().collect(Collectors.groupingBy(Answer::status, Collectors.counting()));
        return load.succeeded() + " well, others by status " + statuses + " ("
                + load.failuresOfGateway().size() + " by the gateway)";
    }
}
