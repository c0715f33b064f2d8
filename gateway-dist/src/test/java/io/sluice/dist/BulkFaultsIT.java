package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.bench.stub.cluster.Murmur3;
import io.sluice.bench.stub.cluster.StubIndex;
import io.sluice.bench.stub.fault.FaultKind;
import io.sluice.dist.RegroupingGateway.Settings;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Bulks with nodes that are slow, answer early or break: every item gets a result, and no bulk waits forever for
 * another. The nodes are stubs. {@code -Dsluice.faults.lateSeconds=30} sets the delay of the late node.
 */
class BulkFaultsIT {

    private static final int LATE_SECONDS = Integer.getInteger("sluice.faults.lateSeconds", 3);
    private static final String INDEX = "logs";
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path directory;

    @Test
    void finishesManyBulksOfOppositeOrderOverOneConnectionANode() throws Exception {
        Settings one =
                Settings.USUAL.withCluster("pool: { maxConnectionsPerNode: 1 }").withBulk("queueTimeout: 200s");
        try (StubCluster cluster = start(one);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            cluster.places(false).send("DELETE", "/_stub/stats", "");
            List<Future<HttpResponse<byte[]>>> answers = new ArrayList<>();
            for (int bulk = 0; bulk < 200; bulk++) {
                String body = nodeByNode(cluster, bulk, bulk % 2 == 0);
                answers.add(threads.submit(() -> send(cluster, body)));
            }
            for (Future<HttpResponse<byte[]>> answer : answers) {
                assertThat(statuses(answer.get())).containsOnlyKeys("200", "201");
            }
            assertThat(cluster.misrouted()).isZero();
        }
    }

    @Test
    void waitsForALateNodeWhileTheAnswerOfAnotherIsLargerThanMemory() throws Exception {
        Settings small = Settings.USUAL
                .withJavaOptions("-Xmx128m -XX:MaxDirectMemorySize=64m")
                .withBulk("queueTimeout: 60s");
        try (StubCluster cluster = start(small);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            cluster.fail(FaultKind.LATE, 0, Duration.ofSeconds(LATE_SECONDS));
            String filler = "x".repeat(480);
            StringBuilder body = new StringBuilder();
            int items = 0;
            for (int i = 0, large = 0; large < 80_000; i++) {
                int node = nodeOf(cluster, filler + i);
                large += node == 1 ? 1 : 0;
                // A few for the late node, none for the third.
                if (node == 1 || node == 0 && i % 1_000 == 0) {
                    body.append(item(filler + i));
                    items++;
                }
            }
            Future<HttpResponse<byte[]>> large = threads.submit(() -> send(cluster, body.toString()));
            String usual = nodeByNode(cluster, 1, true);
            List<Future<HttpResponse<byte[]>>> others = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                others.add(threads.submit(() -> send(cluster, usual)));
            }

            byte[] answer = large.get().body();
            assertThat(answer).hasSizeGreaterThan(50_000_000);
            assertThat(countOf("\"status\":20", answer)).isEqualTo(items);
            assertThat(countOf("\"error", answer)).as("'errors' alone").isEqualTo(1);
            for (Future<HttpResponse<byte[]>> each : others) {
                assertThat(statuses(each.get())).containsOnlyKeys("200", "201");
            }
            System.out.printf(
                    "a node %d s late: an answer of %d bytes for %d items, resident memory %d MiB%n",
                    LATE_SECONDS, answer.length, items, cluster.gateway().residentMebibytes());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "EARLY_401, 401 stub_fault",
        "EARLY_413, 413 stub_fault",
        "EARLY_ANSWER, 429 stub_fault",
        "RESET_HEAD, 504 sluice_outcome_unknown",
        "RESET_BODY, 504 sluice_outcome_unknown",
        "RESET_ANSWER, 504 sluice_outcome_unknown"
    })
    void answersForTheItemsOfANodeThatEndsEarly(FaultKind kind, String outcome) throws Exception {
        try (StubCluster cluster = start(Settings.USUAL.withBulk("retry: { pause: 10ms }"))) {
            cluster.fail(kind, 1, Duration.ZERO);
            String body = nodeByNode(cluster, 0, true);

            Map<String, Integer> statuses = statuses(send(cluster, body));

            assertThat(statuses).containsOnlyKeys("200", "201", outcome).containsEntry(outcome, 1_000);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"EARLY_401", "EARLY_413", "EARLY_ANSWER"})
    void passesOnWhatAllNodesSayEarly(FaultKind kind) throws Exception {
        try (StubCluster cluster = start(Settings.USUAL.withBulk("retry: { attempts: 1 }"))) {
            for (int node = 0; node < StubCluster.NODES; node++) {
                cluster.fail(kind, node, Duration.ZERO);
            }

            HttpResponse<byte[]> answer =
                    send(cluster, nodeByNode(cluster, 0, true).repeat(10));

            assertThat(answer.statusCode()).isEqualTo(kind.status());
            assertThat(MAPPER.readTree(answer.body()).at("/error/type").asText())
                    .isEqualTo("stub_fault");
            switch (kind.status()) {
                case 401 ->
                    assertThat(answer.headers().firstValue("www-authenticate")).hasValue("Basic realm=\"security\"");
                case 429 ->
                    assertThat(answer.headers().firstValue("retry-after")).hasValue("1");
                default ->
                    assertThat(answer.headers().firstValue("retry-after")).isEmpty();
            }
        }
    }

    private StubCluster start(Settings settings) throws Exception {
        StubCluster cluster = StubCluster.start(directory, settings);
        cluster.gateway().awaitSplitting(List.of(INDEX));
        return cluster;
    }

    private static HttpResponse<byte[]> send(StubCluster cluster, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(cluster.gateway().address().resolve("/_bulk"))
                .POST(BodyPublishers.ofString(body))
                .header("Content-Type", "application/x-ndjson")
                .timeout(PATIENCE)
                .build();
        return cluster.client().send(request, BodyHandlers.ofByteArray());
    }

    /** A thousand items for each node, all for one before the first for the next. */
    private static String nodeByNode(StubCluster cluster, int bulk, boolean forwards) {
        List<StringBuilder> bodies = new ArrayList<>();
        int[] counts = new int[StubCluster.NODES];
        for (int node = 0; node < StubCluster.NODES; node++) {
            bodies.add(new StringBuilder());
        }
        for (int i = 0, full = 0; full < StubCluster.NODES; i++) {
            String id = bulk + "-" + i;
            int node = nodeOf(cluster, id);
            if (counts[node] < 1_000) {
                bodies.get(node).append(item(id));
                full += ++counts[node] == 1_000 ? 1 : 0;
            }
        }
        return String.join("", forwards ? bodies : bodies.reversed());
    }

    private static String item(String id) {
        return "{\"index\":{\"_index\":\"" + INDEX + "\",\"_id\":\"" + id + "\"}}\n{\"message\":\"a line of a log\"}\n";
    }

    private static int nodeOf(StubCluster cluster, String id) {
        StubIndex index = cluster.stub().cluster().indices().findOrCreate(INDEX);
        return index.nodeOfHash(Murmur3.hash(id));
    }

    private static int countOf(String text, byte[] answer) {
        return new String(answer, StandardCharsets.ISO_8859_1).split(text, -1).length - 1;
    }

    /** Number of items per status and error type. */
    private static Map<String, Integer> statuses(HttpResponse<byte[]> answer) throws Exception {
        assertThat(answer.statusCode()).isEqualTo(200);
        Map<String, Integer> statuses = new TreeMap<>();
        for (JsonNode item : MAPPER.readTree(answer.body()).path("items")) {
            JsonNode result = item.elements().next();
            String type = result.at("/error/type").asText();
            statuses.merge(result.path("status").asText() + (type.isEmpty() ? "" : " " + type), 1, Integer::sum);
        }
        return statuses;
    }
}
