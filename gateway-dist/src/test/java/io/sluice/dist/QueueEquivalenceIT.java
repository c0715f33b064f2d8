package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Writes through a queue whose clients wait have the results, and leave the documents, that the same writes have on the cluster itself.
 * {@code -Dsluice.queue.seed} draws others, {@code -Dsluice.queue.bulks} more.
 */
class QueueEquivalenceIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long SEED = Long.getLong("sluice.queue.seed", 1);
    private static final int BULKS = Integer.getInteger("sluice.queue.bulks", 6);
    private static final int ITEMS = 200;
    private static final int DOCUMENTS = 60;
    private static final String DIRECT = "straight";
    private static final String QUEUED = "byqueue";
    private static final String INDEX = "-docs";

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    private int documents;

    @ParameterizedTest
    @EachServer
    void isTheClustersOwnAnswer(ServerKind kind) throws Exception {
        // Three processes of Elasticsearch 8 take longer to start than all else here.
        boolean single = kind == ServerKind.ELASTICSEARCH_8;
        DevCluster cluster = single ? SharedClusters.empty(kind) : SharedClusters.emptyOfThree(kind);
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        distribution.configure(configuration(cluster));
        try (HttpClient client = HttpClient.newHttpClient();
                RunningGateway gateway = distribution.start()) {
            ServerPlaces server = new ServerPlaces(client, cluster.address(0));
            for (String family : List.of(DIRECT, QUEUED)) {
                server.send("PUT", "/" + family + INDEX, """
                        {"settings":{"number_of_shards":5,"number_of_replicas":%d,"index.gc_deletes":"10h"},
                        "mappings":{"properties":{"n":{"type":"long"},"t":{"type":"keyword"}}}}""".formatted(single ? 0 : 1));
            }
            cluster.awaitGreen();

            for (int number = 0; number < BULKS; number++) {
                compareBulk(client, cluster, gateway, number);
            }
            for (int number = 0; number < ITEMS; number++) {
                compareDocument(client, cluster, gateway);
            }

            assertThat(StoredDocuments.all(server, QUEUED, INDEX))
                    .as("-Dsluice.queue.seed=%d", SEED)
                    .isEqualTo(StoredDocuments.all(server, DIRECT, INDEX))
                    .isNotEmpty();
        }
    }

    private void compareBulk(HttpClient client, DevCluster cluster, RunningGateway gateway, int number)
            throws Exception {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < ITEMS; i++) {
            items.add(item());
        }
        MixedBulk bulk = new MixedBulk("/_bulk", items, false);
        URI direct = URI.create(cluster.address(0) + "/_bulk");
        URI queued = gateway.address().resolve("/_bulk?wait=indexed");

        BulkAnswer expected = BulkAnswer.of(json(send(client, "POST", direct, bulk.bodyOf(DIRECT))), bulk, DIRECT);
        BulkAnswer answer = BulkAnswer.of(json(send(client, "POST", queued, bulk.bodyOf(QUEUED))), bulk, QUEUED);

        assertThat(answer).as("-Dsluice.queue.seed=%d, bulk %d", SEED, number).isEqualTo(expected);
    }

    private void compareDocument(HttpClient client, DevCluster cluster, RunningGateway gateway) throws Exception {
        String id = "id" + random.nextInt(DOCUMENTS);
        String body = body();
        Single single = switch (random.nextInt(6)) {
            case 0 -> new Single("PUT", "/_create/" + id, body);
            case 1 -> new Single("DELETE", "/_doc/" + id, "");
            case 2 -> new Single("POST", "/_update/" + id, "{\"doc\":" + body + "}");
            case 3 -> new Single("PUT", "/_doc/" + id + "?version_type=external&version=5", body);
            case 4 -> new Single("POST", "/_doc/" + id + "?routing=r", body);
            default -> new Single("PUT", "/_doc/" + id, body);
        };
        String query = single.path().contains("?") ? "&wait=indexed" : "?wait=indexed";

        HttpResponse<String> expected = send(
                client,
                single.method(),
                URI.create(cluster.address(0) + "/" + DIRECT + INDEX + single.path()),
                single.body());
        HttpResponse<String> answer = send(
                client,
                single.method(),
                gateway.address().resolve("/" + QUEUED + INDEX + single.path() + query),
                single.body());

        assertThat(comparable(answer, QUEUED))
                .as("-Dsluice.queue.seed=%d, %s", SEED, single)
                .isEqualTo(comparable(expected, DIRECT));
    }

    /** The write of one document; the path begins behind the index. */
    private record Single(String method, String path, String body) {}

    // Sequence numbers and uuids differ; a node adds the exception's name where another node failed.
    private static String comparable(HttpResponse<String> answer, String family) throws Exception {
        ObjectNode body = (ObjectNode) json(answer);
        body.remove("_seq_no");
        String text = body.toString()
                .replace(family, "")
                .replaceAll("\"index_uuid\":\"[^\"]*\"", "")
                .replaceAll("seqNo \\[\\d+]", "seqNo");
        return answer.statusCode() + " " + text;
    }

    private String item() {
        String id = "id" + random.nextInt(DOCUMENTS);
        String keys = "{\"_index\":\"" + MixedBulk.PREFIX + INDEX + "\",\"_id\":\"" + id + "\"";
        return switch (random.nextInt(8)) {
            case 0 -> "{\"create\":" + keys + "}}\n" + body() + "\n";
            case 1 -> "{\"delete\":" + keys + "}}\n";
            case 2 -> "{\"update\":" + keys + "}}\n{\"doc\":" + body() + "}\n";
            case 3 -> "{\"update\":" + keys + "}}\n{\"doc\":" + body() + ",\"doc_as_upsert\":true}\n";
            case 4 ->
                "{\"index\":" + keys + ",\"version_type\":\"external\",\"version\":" + (1 + random.nextInt(9)) + "}}\n"
                        + body() + "\n";
            case 5 -> "{\"index\":" + keys + ",\"routing\":\"r" + random.nextInt(3) + "\"}}\n" + body() + "\n";
            case 6 -> "{\"index\":{\"_index\":\"" + MixedBulk.PREFIX + INDEX + "\"}}\n" + body() + "\n";
            default -> "{\"index\":" + keys + "}}\n" + body() + "\n";
        };
    }

    // Some are refused by the mapping.
    private String body() {
        int n = documents++;
        return random.nextInt(9) == 0 ? "{\"n\":\"no number " + n + "\"}" : "{\"n\":" + n + ",\"t\":\"" + n + "\"}";
    }

    private static JsonNode json(HttpResponse<String> answer) throws Exception {
        return MAPPER.readTree(answer.body());
    }

    private static HttpResponse<String> send(HttpClient client, String method, URI uri, String body) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String configuration(DevCluster cluster) {
        return """
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                clusters: { primary: { nodes: ["%s"] } }
                queues:
                  ingest:
                    engine: disk
                    config: { directory: queues, minFree: 10MiB }
                    cluster: primary
                    bulk: { groupBy: shard, minBytes: 1KiB, minItems: 2 }
                flows: { default: { relay: { queue: ingest } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(cluster.address(0));
    }
}
