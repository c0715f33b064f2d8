package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Chains of operations on one document through all names of its index have the same result as on the cluster itself,
 * even if the cluster view is refreshed several times during the bulk. {@code -Dsluice.chains.seed} draws other chains.
 */
class BulkChainsIT {

    private static final long SEED = Long.getLong("sluice.chains.seed", 1);
    private static final int BULKS = 4;
    private static final int PIECES = 6;
    private static final int DOCUMENTS = 40;
    private static final int LINKS = 7;
    private static final String DIRECT = "straight";
    private static final String REGROUPED = "regroupd";
    private static final String DAY = "-day-2026.01.01";
    private static final String DATE_MATH = "<@@-day-{2026.01.01||/d{yyyy.MM.dd}}>";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    private final RandomTexts texts = new RandomTexts(random);
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private int documents;

    @ParameterizedTest
    @EachServer
    void endAsOnTheClusterItselfWhileTheViewIsReadAnew(ServerKind kind) throws Exception {
        DevCluster cluster = SharedClusters.emptyOfThree(kind);
        try (RegroupingGateway gateway = RegroupingGateway.start(
                Distribution.copyTo(directory.resolve("sluice")),
                cluster.addresses(),
                RegroupingGateway.Settings.USUAL
                        .withCluster("discovery: { every: 200ms }")
                        .withBulk("minBytesPerSecond: 1B"))) {
            ServerPlaces direct = new ServerPlaces(client, cluster.address(0));
            create(direct, DIRECT);
            create(direct, REGROUPED);
            cluster.awaitGreen();
            gateway.awaitSplitting(List.of(REGROUPED + DAY, REGROUPED + "-alias"));
            long whole = gateway.relayedWhole();

            for (int number = 0; number < BULKS; number++) {
                MixedBulk bulk = chains(number % 2 == 1);
                BulkAnswer expected = BulkAnswer.of(direct.send("POST", "/_bulk", bulk.bodyOf(DIRECT)), bulk, DIRECT);
                HttpResponse<byte[]> answer = sendSlowly(gateway, bulk.bodyOf(REGROUPED));
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(BulkAnswer.of(MAPPER.readTree(answer.body()), bulk, REGROUPED))
                        .as("-Dsluice.chains.seed=%d, bulk %d", SEED, number)
                        .isEqualTo(expected);
            }

            assertThat(gateway.relayedWhole() - whole)
                    .as("bulks with date math")
                    .isLessThanOrEqualTo(BULKS / 2);
            assertThat(StoredDocuments.all(direct, REGROUPED, DAY))
                    .as("-Dsluice.chains.seed=%d", SEED)
                    .isEqualTo(StoredDocuments.all(direct, DIRECT, DAY))
                    .isNotEmpty();
        } finally {
            client.close();
        }
    }

    private static void create(ServerPlaces server, String family) throws Exception {
        server.send("PUT", "/" + family + DAY, """
                {"settings":{"number_of_shards":6,"number_of_replicas":0,"index.gc_deletes":"10h"},
                "mappings":{"properties":{"n":{"type":"long"},"t":{"type":"keyword"}}}}""");
        server.send(
                "POST",
                "/_aliases",
                "{\"actions\":[{\"add\":{\"index\":\"" + family + DAY + "\",\"alias\":\"" + family + "-alias\"}}]}");
    }

    /** Interleaved chains. */
    private MixedBulk chains(boolean dateMath) {
        List<String> names = new ArrayList<>(List.of("@@" + DAY, "@@-alias"));
        List<String> items = new ArrayList<>();
        if (dateMath) {
            names.add(DATE_MATH);
            // The gateway knows this name from the beginning.
            items.add("{\"index\":{\"_index\":\"" + DATE_MATH + "\",\"_id\":\"first\"}}\n{}\n");
        }
        String[] ids = new String[DOCUMENTS];
        for (int i = 0; i < DOCUMENTS; i++) {
            ids[i] = texts.next() + "!" + i;
        }
        for (int i = 0; i < DOCUMENTS * LINKS; i++) {
            String id = texts.json(ids[random.nextInt(DOCUMENTS)]);
            items.add(item(names.get(random.nextInt(names.size())), id));
        }
        return new MixedBulk("/_bulk", items, dateMath);
    }

    private String item(String index, String id) {
        String keys = "{\"_index\":\"" + index + "\",\"_id\":" + id;
        int n = documents++;
        return switch (random.nextInt(6)) {
            case 0 -> "{\"index\":" + keys + "}}\n{\"n\":" + n + "}\n";
            case 1 -> "{\"create\":" + keys + "}}\n{\"n\":" + n + "}\n";
            case 2 -> "{\"delete\":" + keys + "}}\n";
            case 3 -> "{\"update\":" + keys + "}}\n{\"doc\":{\"t\":\"" + n + "\"}}\n";
            case 4 -> "{\"update\":" + keys + "}}\n{\"doc\":{\"t\":\"" + n + "\"},\"upsert\":{\"n\":" + n + "}}\n";
            default ->
                "{\"index\":" + keys + ",\"version_type\":\"external\",\"version\":" + (1 + random.nextInt(9))
                        + "}}\n{\"n\":" + n + "}\n";
        };
    }

    /** Sends each piece after the view was refreshed since the previous one. */
    private HttpResponse<byte[]> sendSlowly(RegroupingGateway gateway, String body) throws Exception {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        List<InputStream> pieces = new ArrayList<>();
        for (int piece = 0; piece < PIECES; piece++) {
            int from = (int) ((long) bytes.length * piece / PIECES);
            int to = (int) ((long) bytes.length * (piece + 1) / PIECES);
            pieces.add(new LatePiece(bytes, from, to, piece == 0 ? () -> {} : gateway::awaitAnotherLook));
        }
        HttpRequest request = HttpRequest.newBuilder(gateway.address().resolve("/_bulk"))
                .POST(BodyPublishers.ofInputStream(() -> new SequenceInputStream(Collections.enumeration(pieces))))
                .header("Content-Type", "application/x-ndjson")
                .timeout(Duration.ofMinutes(2))
                .build();
        return client.send(request, BodyHandlers.ofByteArray());
    }
}
