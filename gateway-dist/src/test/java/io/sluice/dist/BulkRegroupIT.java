package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Bulks of mixed operations that the gateway regroups by shard are answered, item by item, as a cluster of three nodes answers the
 * same bulks itself, and leave the same documents. They are sent to two families of equal indices: to one direct, to the other
 * through the gateway, in one case in parts of 8 KiB a node. {@code -Dsluice.bulk.operations=100000} is how many operations on each
 * kind of server, {@code -Dsluice.bulk.seed} draws others.
 */
class BulkRegroupIT {

    private static final Integer OPERATIONS = Integer.getInteger("sluice.bulk.operations");
    private static final long SEED = Long.getLong("sluice.bulk.seed", 1);
    private static final int MAX_DIFFERENCES = 10;
    private static final String DIRECT = "straight";
    private static final String REGROUPED = "regroupd";
    private static final String MAPPINGS = """
            "properties":{"n":{"type":"long"},"when":{"type":"date"},"t":{"type":"keyword"}}""";

    @TempDir
    Path directory;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<String> differences = new ArrayList<>();
    private int madeLater;
    /** Whether the gateway sends long parts in several rounds. */
    private boolean inParts;

    @ParameterizedTest
    @EachServer
    void answersItemsAndLeavesDocumentsAsTheClusterItself(ServerKind kind) throws Exception {
        int operations = OPERATIONS != null
                ? OPERATIONS
                : switch (kind) {
                    case ELASTICSEARCH_7 -> 4_000;
                    case OPENSEARCH_2 -> 2_000;
                    case ELASTICSEARCH_8, ELASTICSEARCH_9, OPENSEARCH_3 -> 1_000;
                };
        inParts = kind == ServerKind.ELASTICSEARCH_8 || kind == ServerKind.ELASTICSEARCH_9;
        DevCluster cluster = SharedClusters.emptyOfThree(kind);
        try (RegroupingGateway gateway = RegroupingGateway.start(
                Distribution.copyTo(directory.resolve("sluice")),
                cluster.addresses(),
                RegroupingGateway.Settings.USUAL
                        .withCluster("discovery: { every: 1s }")
                        .withBulk(inParts ? "splitBytes: 8KiB" : ""))) {
            boolean streams = kind != ServerKind.ELASTICSEARCH_7;
            List<ServerPlaces> nodes = new ArrayList<>();
            for (int node = 0; node < 3; node++) {
                nodes.add(new ServerPlaces(client, cluster.address(node)));
            }
            create(nodes.getFirst(), DIRECT, streams);
            create(nodes.getFirst(), REGROUPED, streams);
            cluster.awaitGreen();
            List<String> names = new ArrayList<>(MixedBulks.NAMES);
            names.removeIf(name -> name.equals("-stream") && !streams);
            gateway.awaitSplitting(names.stream().map(REGROUPED::concat).toList());

            MixedBulks bulks = new MixedBulks(new Random(SEED), kind);
            compare(bulks, operations, nodes, gateway);

            // The other names resolve to the same documents.
            names.removeAll(List.of("-alias", "-keyed"));
            names.add("-auto-*");
            for (String name : names) {
                compareDocuments(nodes.getFirst(), name);
            }
        } finally {
            client.close();
        }
    }

    private static void create(ServerPlaces server, String family, boolean streams) throws Exception {
        index(server, family + "-three", "\"number_of_shards\":3,\"number_of_replicas\":1", MAPPINGS);
        index(
                server,
                family + "-thirty",
                "\"number_of_shards\":30,\"number_of_replicas\":0",
                "\"dynamic\":\"strict\"," + MAPPINGS);
        index(
                server,
                family + "-required",
                "\"number_of_shards\":5,\"number_of_replicas\":0",
                "\"_routing\":{\"required\":true}," + MAPPINGS);
        index(server, family + "-day-2026.01.01", "\"number_of_shards\":3,\"number_of_replicas\":0", MAPPINGS);
        server.send("POST", "/_aliases", """
                {"actions":[{"add":{"index":"%1$s-three","alias":"%1$s-alias"}},
                {"add":{"index":"%1$s-thirty","alias":"%1$s-keyed","routing":"ключ🔑"}}]}""".formatted(family));
        // No replicas and no dynamic mapping: both would make results depend on timing.
        server.send(
                "PUT",
                "/_index_template/" + family + "-auto",
                "{\"index_patterns\":[\"" + family + "-auto*\"],\"template\":{\"settings\":{\"number_of_shards\":3,"
                        + "\"number_of_replicas\":0},\"mappings\":{" + MAPPINGS + "}}}");
        if (streams) {
            server.send(
                    "PUT",
                    "/_index_template/" + family + "-stream",
                    "{\"index_patterns\":[\"" + family + "-stream*\"],\"data_stream\":{},\"template\":{\"settings\":{"
                            + "\"number_of_shards\":3,\"number_of_replicas\":0}}}");
            server.bulk(
                    "/" + family + "-stream/_bulk", "{\"create\":{\"_id\":\"0\"}}\n{\"@timestamp\":\"2026-01-01\"}\n");
        }
    }

    // Versions of deleted documents are kept for the whole test.
    private static void index(ServerPlaces server, String index, String settings, String mappings) throws Exception {
        server.send(
                "PUT",
                "/" + index,
                "{\"settings\":{\"index.gc_deletes\":\"10h\"," + settings + "},\"mappings\":{" + mappings + "}}");
    }

    private void compare(MixedBulks bulks, int operations, List<ServerPlaces> nodes, RegroupingGateway gateway)
            throws Exception {
        ServerPlaces regrouped = new ServerPlaces(client, gateway.address());
        Random sizes = new Random(SEED);
        long wholeBefore = gateway.relayedWhole();
        long requestsBefore = gateway.requestsToNodes();
        int sent = 0;
        int mayBeWhole = 0;
        Map<String, Integer> statuses = new TreeMap<>();
        for (int done = 0; done < operations && differences.size() < MAX_DIFFERENCES; sent++) {
            MixedBulk bulk = bulks.next(100 + sizes.nextInt(800));
            done += bulk.items().size();
            mayBeWhole += bulk.unknownNames() ? 1 : 0;
            ServerPlaces node = nodes.get(sent % nodes.size());
            BulkAnswer expected =
                    BulkAnswer.of(node.send("POST", bulk.targetOf(DIRECT), bulk.bodyOf(DIRECT)), bulk, DIRECT);
            BulkAnswer answer = BulkAnswer.of(
                    regrouped.send("POST", bulk.targetOf(REGROUPED), bulk.bodyOf(REGROUPED)), bulk, REGROUPED);
            compare(bulk, sent, expected, answer);
            expected.items().forEach(item -> statuses.merge(kindOf(item), 1, Integer::sum));
        }
        long whole = gateway.relayedWhole() - wholeBefore;
        long requests = gateway.requestsToNodes() - requestsBefore;
        RegroupingGateway.Rounds rounds = gateway.rounds();
        System.out.printf(
                "regrouped bulks: %d bulks, %d of them whole, %s, %d requests to nodes, items %s%n",
                sent, whole, rounds, requests, statuses);
        assertThat(differences)
                .as("-Dsluice.bulk.seed=%d, gateway: %s", SEED, gateway.log())
                .isEmpty();
        System.out.printf("regrouped bulks: %d deletes in a round before their index was made%n", madeLater);
        assertThat(madeLater).as("deletes that found no index").isLessThanOrEqualTo(1 + sent / 50);
        assertThat(whole).as("bulks relayed whole").isLessThanOrEqualTo(mayBeWhole);
        if (inParts) {
            assertThat(rounds.rounds()).as("rounds").isGreaterThan(rounds.bulks());
        }
        assertThat(requests).as("requests to three nodes").isGreaterThanOrEqualTo(3L * (sent - mayBeWhole));
    }

    private static String kindOf(JsonNode item) {
        Map.Entry<String, JsonNode> result = item.properties().iterator().next();
        String error = result.getValue().at("/error/type").asText();
        return result.getKey() + " " + result.getValue().path("status") + (error.isEmpty() ? "" : " " + error);
    }

    private void compare(MixedBulk bulk, int number, BulkAnswer expected, BulkAnswer answer) {
        if (expected.equals(answer)) {
            return;
        }
        if (expected.items().size() != answer.items().size()) {
            differences.add("bulk " + number + ": " + answer.items().size() + " items instead of "
                    + expected.items().size());
            return;
        }
        for (int i = 0; i < expected.items().size(); i++) {
            if (isMadeInALaterRound(expected.items().get(i), answer.items().get(i))) {
                madeLater++;
            } else if (!expected.items().get(i).equals(answer.items().get(i))) {
                differences.add("bulk " + number + " to " + bulk.target() + " item " + i + ": "
                        + bulk.items().get(i) + "direct:  " + expected.items().get(i) + "\ngateway: "
                        + answer.items().get(i) + "\n");
            }
        }
    }

    /** A round may end between an item and the one that makes its index; either finds no document. */
    private static boolean isMadeInALaterRound(JsonNode expected, JsonNode item) {
        String name = expected.at("/delete/_index").asText();
        return name.contains("-auto-")
                && expected.at("/delete/result").asText().equals("not_found")
                && item.at("/delete/status").asInt() == 404
                && item.at("/delete/error/type").asText().equals("index_not_found_exception");
    }

    private static void compareDocuments(ServerPlaces server, String name) throws Exception {
        Map<String, String> expected = StoredDocuments.all(server, DIRECT, name);
        Map<String, String> stored = StoredDocuments.all(server, REGROUPED, name);
        System.out.printf("regrouped bulks: %d documents in %s%n", expected.size(), name);
        List<String> lost = new ArrayList<>();
        expected.forEach((key, document) -> {
            if (!document.equals(stored.get(key))) {
                lost.add(key + ": " + stored.get(key) + " instead of " + document);
            }
        });
        assertThat(lost)
                .as("-Dsluice.bulk.seed=%d: documents of %s", SEED, name)
                .isEmpty();
        assertThat(stored.keySet()).as("documents of %s", name).isEqualTo(expected.keySet());
    }
}
