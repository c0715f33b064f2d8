package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes whose clients ask a queue for the true results. */
class AwaitedWritesTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String NO_NUMBER = "\"status\":400,\"error\":{\"type\":\"mapper_parsing_exception\","
            + "\"reason\":\"failed to parse field [v]\",\"caused_by\":{\"type\":\"number_format_exception\"}}";
    private static final String CONFLICT = "\"status\":409,\"error\":{\"type\":\"version_conflict_engine_exception\"}";

    private ModelCluster cluster;
    private QueueGateway gateway;

    @BeforeEach
    void start() throws Exception {
        cluster = new ModelCluster(2).index("logs", 4).index("other", 2);
        gateway = QueueGateway.before(cluster);
    }

    @AfterEach
    void stop() throws Exception {
        gateway.close();
        cluster.close();
    }

    private static String index(String id, String value) {
        return "{\"index\":{\"_index\":\"logs\",\"_id\":\"" + id + "\"}}\n{\"v\":\"" + value + "\"}\n";
    }

    private static JsonNode json(HttpResponse<String> answer) throws IOException {
        return MAPPER.readTree(answer.body());
    }

    /** Two operations on one document, many lanes, an error, a document without an id: each result where its item stood. */
    @ParameterizedTest
    @ValueSource(strings = {"", "bulk: { groupBy: test, minBytes: 1, minItems: 1 },"})
    void getTheServersResultsInTheirOrder(String keys) throws Exception {
        cluster.refuse(source -> source.contains("bad") ? NO_NUMBER : null);
        try (QueueGateway own = new QueueGateway(new MemoryEngine(), keys, cluster, TestRouter.inRunsOf(2))) {
            StringBuilder body = new StringBuilder();
            for (int i = 0; i < 50; i++) {
                body.append(index("id" + i % 40, i % 7 == 3 ? "bad" : "good" + i));
            }
            body.append("{\"index\":{\"_index\":\"other\"}}\n{\"v\":1}\n");

            JsonNode told = json(own.bulk("/_bulk?wait=indexed", body.toString()));

            assertThat(told.path("errors").asBoolean()).isTrue();
            assertThat(told.path("items")).hasSize(51);
            for (int i = 0; i < 50; i++) {
                JsonNode item = told.path("items").path(i).path("index");
                assertThat(item.path("_id").asText()).isEqualTo("id" + i % 40);
                assertThat(item.path("status").asInt()).isEqualTo(i % 7 == 3 ? 400 : 200);
                assertThat(item.path("result").asText()).isEqualTo(i % 7 == 3 ? "" : "updated");
            }
            JsonNode drawn = told.path("items").path(50).path("index");
            assertThat(drawn.path("_id").asText()).hasSize(20);
            assertThat(drawn.path("result").asText()).isEqualTo("updated");
        }
    }

    @Test
    void countTheWaitForTheClusterAsTimeUpstream() throws Exception {
        cluster.busyFor(source -> true);

        gateway.bulk("/_bulk?wait=300ms", index("a", "good"));

        await().untilAsserted(() -> assertThat(gateway.gateway().meters().find("sluice.upstream").timers().stream()
                        .mapToDouble(timer -> timer.totalTime(TimeUnit.MILLISECONDS))
                        .sum())
                .isBetween(250.0, 60_000.0));
    }

    @Test
    void getOnlyWhatIsAskedFor() throws Exception {
        cluster.refuse(source -> source.contains("bad") ? NO_NUMBER : null);

        HttpResponse<String> answer = gateway.bulk(
                "/_bulk?wait=indexed&filter_path=errors,items.*.error", index("a", "good") + index("b", "bad"));

        assertThat(answer.body())
                .isEqualTo("{\"errors\":true,\"items\":[{\"index\":{" + NO_NUMBER.substring(13) + "}}]}");
        assertThat(gateway.bulk("/_bulk?wait=indexed&filter_path=items.*._id", index("a", "good"))
                        .body())
                .isEqualTo("{\"items\":[{\"index\":{\"_id\":\"a\"}}]}");
    }

    @Test
    void ofSingleDocumentsGetTheServersAnswer() throws Exception {
        cluster.refuse(source -> source.contains("bad") ? NO_NUMBER : null);

        HttpResponse<String> good = gateway.document("PUT", "/logs/_doc/a?wait=indexed", "{\"v\":1}");
        HttpResponse<String> bad = gateway.document("PUT", "/logs/_doc/b?wait=indexed", "{\"v\":\"bad\"}");

        assertThat(good.statusCode()).isEqualTo(200);
        assertThat(good.body()).isEqualTo("{\"_index\":\"logs\",\"_id\":\"a\",\"result\":\"updated\"}");
        assertThat(bad.statusCode()).isEqualTo(400);
        assertThat(bad.body())
                .isEqualTo("{\"error\":{\"root_cause\":[{\"type\":\"mapper_parsing_exception\","
                        + "\"reason\":\"failed to parse field [v]\"}],\"type\":\"mapper_parsing_exception\","
                        + "\"reason\":\"failed to parse field [v]\",\"caused_by\":{\"type\":\"number_format_exception\"}},"
                        + "\"status\":400}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_bulk?wait=50ms", "/_bulk?wait=indexed"})
    void areAnsweredAsQueuedWhereTheClusterTakesThemTooLate(String path) throws Exception {
        AtomicBoolean busy = new AtomicBoolean(true);
        cluster.busyFor(source -> source.contains("slow") && busy.get());
        try (QueueGateway own =
                new QueueGateway(new MemoryEngine(), path.endsWith("indexed") ? "maxWait: 50ms," : "", cluster)) {
            // The first bulk takes longer, as nothing is warm.
            own.bulk("/_bulk?wait=20s", index("c", "good"));

            JsonNode told = json(own.bulk(path, index("a", "slow")));

            JsonNode item = told.path("items").path(0).path("index");
            assertThat(item.path("result").asText()).isEqualTo("queued");
            assertThat(item.path("status").asInt()).isEqualTo(201);
            assertThat(item.path("receipt").asText()).hasSize(16);
            assertThat(told.path("errors").asBoolean(true)).isFalse();
            busy.set(false);
            own.awaitEmpty();
        }
    }

    @Test
    void areToldThatADocumentWasCreatedByAnAttemptWithoutAnswer() throws Exception {
        AtomicBoolean first = new AtomicBoolean(true);
        cluster.silent(() -> first.getAndSet(false));
        cluster.refuse(source ->
                cluster.executed().stream().anyMatch(each -> each.source().equals(source)) ? CONFLICT : null);

        JsonNode told = json(gateway.bulk("/logs/_bulk?wait=indexed", "{\"index\":{}}\n{\"v\":1}\n"));

        JsonNode item = told.path("items").path(0).path("index");
        assertThat(item.path("result").asText()).isEqualTo("created");
        assertThat(item.path("status").asInt()).isEqualTo(201);
        assertThat(told.path("errors").asBoolean(true)).isFalse();
    }

    /** The server names no item: the reason stands in each result. */
    @Test
    void areToldWhyAWholeBulkWasRefused() throws Exception {
        cluster.refuseWhole(body -> body.contains("bad"));

        JsonNode told = json(gateway.bulk("/_bulk?wait=indexed", index("a", "good") + index("b", "bad")));

        assertThat(told.path("items").path(0).path("index").path("status").asInt())
                .isEqualTo(200);
        assertThat(told.path("items").path(1).path("index").path("status").asInt())
                .isEqualTo(400);
        assertThat(told.path("items")
                        .path(1)
                        .path("index")
                        .path("error")
                        .path("reason")
                        .asText())
                .isNotEmpty();
        assertThat(told.path("errors").asBoolean()).isTrue();
    }

    @Test
    void areKeptEvenIfTheClientLeaves() throws Exception {
        AtomicBoolean busy = new AtomicBoolean(true);
        CountDownLatch met = new CountDownLatch(1);
        cluster.busyFor(source -> {
            met.countDown();
            return busy.get();
        });
        try (HttpClient client = HttpClient.newHttpClient()) {
            CompletableFuture<HttpResponse<String>> waiting = client.sendAsync(
                    gateway.bulkRequest("/_bulk?wait=indexed")
                            .POST(HttpRequest.BodyPublishers.ofString(index("a", "good")))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            met.await();
            waiting.cancel(true);
        }
        busy.set(false);

        gateway.awaitEmpty();
        assertThat(cluster.executed()).hasSize(1);
    }

    /** They wait for their results only, which are short. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leaveRoomForOthersOnceTheyAreKept(boolean bulk) throws Exception {
        AtomicBoolean busy = new AtomicBoolean(true);
        cluster.busyFor(source -> busy.get());
        // A single document is held twice until it is kept.
        String text = "x".repeat(bulk ? 50_000 : 25_000);
        try (QueueGateway own = new QueueGateway(
                        new MemoryEngine(), "maxRequestBytes: 64KiB, maxPendingBytes: 64KiB,", cluster);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest.Builder request = bulk
                    ? own.bulkRequest("/_bulk?wait=25s").POST(HttpRequest.BodyPublishers.ofString(index("a", text)))
                    : own.gateway()
                            .request("/logs/_doc/a?wait=25s")
                            .header("Content-Type", "application/json")
                            .PUT(HttpRequest.BodyPublishers.ofString("{\"v\":\"" + text + "\"}"));
            CompletableFuture<HttpResponse<String>> waiting =
                    client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
            Bulks.await(() -> own.engine().left("ingest") == 1);

            // The room comes back a moment after the engine has the write, and long before its client has its answer.
            await().atMost(Duration.ofSeconds(15))
                    .until(() -> own.bulk(index("b", "x".repeat(50_000))).statusCode() == 200);
            busy.set(false);
            assertThat(waiting.get().statusCode()).isLessThan(300);
        }
    }

    /** Two records in one lane: three items, and two. */
    private static String twoRecords() {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            body.append(index("id" + i, "x".repeat(100_000)));
        }
        return body.toString();
    }

    private QueueGateway withOneLane() throws Exception {
        return new QueueGateway(new MemoryEngine(), "config: { lanes: 1 }, batch: { bytes: 1KiB },", cluster);
    }

    private static CompletableFuture<HttpResponse<String>> begin(HttpClient client, QueueGateway own, String body) {
        return client.sendAsync(
                own.bulkRequest("/_bulk?wait=25s")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static void assertQueued(HttpResponse<String> answer) throws IOException {
        JsonNode items = json(answer).path("items");
        assertThat(items).hasSize(5);
        for (int i = 0; i < 5; i++) {
            JsonNode item = items.path(i).path("index");
            assertThat(item.path("_id").asText()).isEqualTo("id" + i);
            assertThat(item.path("result").asText()).isEqualTo("queued");
        }
    }

    /** What comes again of the first record is not taken for the second one. */
    @Test
    void areAnsweredAsQueuedWhereTheirLaneGoesMeanwhile() throws Exception {
        AtomicBoolean busy = new AtomicBoolean(true);
        CountDownLatch met = new CountDownLatch(1);
        cluster.busyFor(source -> {
            met.countDown();
            return busy.get();
        });
        try (QueueGateway own = withOneLane();
                HttpClient client = HttpClient.newHttpClient()) {
            CompletableFuture<HttpResponse<String>> waiting = begin(client, own, twoRecords());
            met.await();

            own.engine().isGone("ingest", 0);
            own.engine().comes("ingest", 0);
            busy.set(false);

            assertQueued(waiting.get());
            own.awaitEmpty();
            // What was on its way when the lane went may be executed, too.
            assertThat(cluster.executed())
                    .extracting(ModelCluster.Executed::id)
                    .containsOnly("id0", "id1", "id2", "id3", "id4");
        }
    }

    @Test
    void areAnsweredAsQueuedWhereAnotherGatewayMayHaveSentSomeOfThem() throws Exception {
        try (QueueGateway own = withOneLane();
                HttpClient client = HttpClient.newHttpClient()) {
            own.engine().isGone("ingest", 0);
            CompletableFuture<HttpResponse<String>> waiting = begin(client, own, twoRecords());
            Bulks.await(() -> own.engine().left("ingest") == 2);

            own.engine().isDoneElsewhere("ingest", 0);
            own.engine().comes("ingest", 0);

            assertQueued(waiting.get());
        }
    }

    /** As a gateway that starts may be asked before it is given its lanes. */
    @Test
    void getTheServersResultsWhereTheirLaneComesLater() throws Exception {
        try (QueueGateway own = withOneLane();
                HttpClient client = HttpClient.newHttpClient()) {
            own.engine().isGone("ingest", 0);
            CompletableFuture<HttpResponse<String>> waiting =
                    begin(client, own, index("a", "good") + index("b", "good"));
            Bulks.await(() -> own.engine().left("ingest") == 1);

            own.engine().comes("ingest", 0);

            JsonNode told = json(waiting.get());
            assertThat(told.path("items").findValuesAsText("result")).containsExactly("updated", "updated");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wait=",
                "wait=yes",
                "wait=-1s",
                "wait=5",
                "wait=indexed&wait=5s",
                "wait=99999999s",
                "wait=5s&_source=true"
            })
    void areRefusedWhereTheyAskForSomethingElse(String query) throws Exception {
        assertThat(gateway.bulk("/_bulk?" + query, index("a", "good")).statusCode())
                .isEqualTo(400);
        assertThat(gateway.document("POST", "/logs/_update/a?" + query, "{\"doc\":{\"v\":1}}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(gateway.queue().isEmpty()).isTrue();
        assertThat(cluster.executed()).isEmpty();
    }
}
