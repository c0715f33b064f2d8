package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class QueueTest extends QueueBeforeModel {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Override
    ModelCluster model() throws Exception {
        return super.model().index("other", 2);
    }

    @Test
    void answersEachItemAndSendsItToTheCluster() throws Exception {
        HttpResponse<String> answer = gateway.bulk(index("logs", "a", 1) + index("other", "b", 2));

        JsonNode told = MAPPER.readTree(answer.body());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(told.path("errors").asBoolean(true)).isFalse();
        JsonNode second = told.path("items").path(1).path("index");
        assertThat(second.path("_index").asText()).isEqualTo("other");
        assertThat(second.path("_id").asText()).isEqualTo("b");
        assertThat(second.path("status").asInt()).isEqualTo(201);
        assertThat(second.path("result").asText()).isEqualTo("queued");
        assertThat(second.path("receipt").asText()).hasSize(16);
        gateway.awaitEmpty();
        assertThat(sources()).containsExactlyInAnyOrder("{\"v\":1}", "{\"v\":2}");
    }

    @Test
    void drawsIdsForDocumentsWithoutOneAndTellsThem() throws Exception {
        HttpResponse<String> answer =
                gateway.bulk("/logs/_bulk", "{\"index\":{}}\n{\"v\":1}\n{\"create\":{ }}\n{\"v\":2}\n");

        gateway.awaitEmpty();
        JsonNode items = MAPPER.readTree(answer.body()).path("items");
        List<String> told = List.of(
                items.path(0).path("index").path("_id").asText(),
                items.path(1).path("create").path("_id").asText());
        assertThat(told).allMatch(id -> id.matches("[A-Za-z0-9_-]{20}")).doesNotHaveDuplicates();
        assertThat(cluster.executed().stream().map(ModelCluster.Executed::id))
                .containsExactlyInAnyOrderElementsOf(told);
    }

    @Test
    void putsWhatTheUrlSaysIntoEachItem() throws Exception {
        gateway.bulk(
                "/logs/_bulk?routing=r&pipeline=p&require_alias=true",
                "{\"index\":{\"_id\":\"a\"}}\n{}\n{\"delete\":{\"_id\":\"b\",\"_index\":\"other\",\"routing\":\"own\"}}\n");

        gateway.awaitEmpty();
        List<String> sent = Stream.of(cluster.nodes())
                .flatMap(node -> node.requests().stream())
                .flatMap(request -> request.text().lines())
                .toList();
        assertThat(sent)
                .contains(
                        "{\"index\":{\"_index\":\"logs\",\"_id\":\"a\",\"routing\":\"r\",\"pipeline\":\"p\","
                                + "\"require_alias\":true}}",
                        "{\"delete\":{\"_index\":\"other\",\"_id\":\"b\",\"routing\":\"own\"}}");
    }

    static List<String> refusedBulks() {
        return List.of(
                "\n",
                "{\"index\":{\"_index\":\"logs\"}}\n{}",
                "{\"index\":{\"_index\":\"logs\"}}\n",
                "{\"index\":{}}\n{}\n",
                "{\"update\":{\"_index\":\"logs\"}}\n{\"doc\":{}}\n",
                "{\"delete\":{\"_index\":\"logs\"}}\n",
                "{\"index\":{\"_index\":\"logs\",\"unknown\":1}}\n{}\n",
                "{\"update\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n{\"doc\":\n",
                "no json\n{}\n",
                index("logs", "a", 1) + "{\"index\"}\n{}\n");
    }

    /** The other gateway splits bulks: it refuses them in the servers' words as well. */
    @ParameterizedTest
    @MethodSource("refusedBulks")
    void refusesAsAWholeWhatAServerRefuses(String body) throws Exception {
        HttpResponse<String> answer = gateway.bulk(body);

        try (TestGateway splitting = Bulks.gatewayOf(
                "", "bulk: { groupBy: test, minBytes: 1, minItems: 1 }", TestRouter.inRunsOf(7), cluster.nodes())) {
            QueueGateway.awaitView(splitting);
            HttpResponse<String> direct = splitting.send(splitting
                    .request("/_bulk")
                    .header("Content-Type", "application/x-ndjson")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build());
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(withoutRequest(answer)).isEqualTo(withoutRequest(direct));
        }
        assertThat(gateway.queue().isEmpty()).isTrue();
        assertThat(cluster.executed()).isEmpty();
    }

    @Test
    void refusesAnEmptyBody() throws Exception {
        HttpResponse<String> answer = gateway.bulk("");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("request body is required");
    }

    private static String withoutRequest(HttpResponse<String> answer) {
        return answer.body().replaceAll("\"sluice_request[^,}]*,?|\"request_id\":\"[^\"]*\",?", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "refresh=wait_for",
                "refresh=true",
                "refresh",
                "wait_for_active_shards=all",
                "unknown=1",
                "include_source_on_error=false&wait=1s"
            })
    void refusesWhatItCannotPromise(String parameter) throws Exception {
        HttpResponse<String> answer = gateway.bulk("/_bulk?" + parameter, index("logs", "a", 1));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(parameter.replace("&wait=1s", ""));
        assertThat(gateway.queue().isEmpty()).isTrue();
    }

    @Test
    void refusesBodiesThatAreNoJson() throws Exception {
        HttpResponse<String> answer = gateway.gateway().post("/_bulk", index("logs", "a", 1));

        assertThat(answer.statusCode()).isEqualTo(406);
        assertThat(gateway.queue().isEmpty()).isTrue();
    }

    @Test
    void takesBodiesThatAreCompressed() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(index("logs", "a", 7).getBytes(StandardCharsets.UTF_8));
        }

        HttpResponse<String> answer = gateway.gateway()
                .send(gateway.bulkRequest("/_bulk")
                        .header("Content-Encoding", "gzip")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(packed.toByteArray()))
                        .build());

        assertThat(answer.statusCode()).isEqualTo(200);
        gateway.awaitEmpty();
        assertThat(sources()).containsExactly("{\"v\":7}");
    }

    @Test
    void relaysReadsAtOnce() throws Exception {
        HttpResponse<String> answer = gateway.gateway().get("/_resolve/index/logs");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"name\":\"logs\"");
    }

    @Test
    void keepsWritesOfSingleDocuments() throws Exception {
        HttpResponse<String> put = gateway.document("PUT", "/logs/_doc/a%2Fb?routing=r", "{\n \"v\" : 1\n}\n");
        HttpResponse<String> post = gateway.document("POST", "/logs/_doc", "{\"v\":2}");
        HttpResponse<String> create = gateway.document("PUT", "/logs/_create/c", "{\"v\":3}");
        HttpResponse<String> update = gateway.document("POST", "/logs/_update/d", "{\"doc\":{\"v\":4}}");
        HttpResponse<String> delete = gateway.document("DELETE", "/logs/_doc/e?version=3&version_type=external", "");
        HttpResponse<String> typed = gateway.document("PUT", "/logs/event/f", "{\"v\":6}");

        gateway.awaitEmpty();
        assertThat(List.of(put, post, create, update, delete, typed))
                .allMatch(answer -> answer.statusCode() == 202 && answer.body().contains("\"result\":\"queued\""));
        String drawn = MAPPER.readTree(post.body()).path("_id").asText();
        assertThat(cluster.executed().stream().map(each -> each.id() + " " + each.routing() + " " + each.source()))
                .containsExactlyInAnyOrder(
                        "a/b r {  \"v\" : 1 } ",
                        drawn + "  {\"v\":2}",
                        "c  {\"v\":3}",
                        "d  {\"doc\":{\"v\":4}}",
                        "e  {\"delete\":{\"_index\":\"logs\",\"_id\":\"e\",\"version\":3,\"version_type\":\"external\"}}",
                        "f  {\"v\":6}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "[]",
                "{\"v\":1",
                "{\"v\":1}\n{\"delete\":{\"_index\":\"other\",\"_id\":\"1\"}}",
                "{\"v\":1} trailing",
                "{\"v\":\"a\nb\"}"
            })
    void takesNothingButOneObjectForADocument(String body) throws Exception {
        HttpResponse<String> answer = gateway.document("PUT", "/logs/_doc/1", body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(gateway.queue().isEmpty()).isTrue();
        assertThat(cluster.executed()).isEmpty();
    }

    @Test
    void saysThatNothingWasKeptWhereThereIsNoRoom() throws Exception {
        gateway.engine().answers(MemoryEngine.Answer.FULL);

        HttpResponse<String> answer = gateway.bulk(index("logs", "a", 1));

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        assertThat(answer.body()).contains("the queue has no room");
    }

    @Test
    void saysThatAWriteMayBeKeptWhereTheEngineFails() throws Exception {
        gateway.engine().answers(MemoryEngine.Answer.FAILED);

        HttpResponse<String> answer = gateway.bulk(index("logs", "a", 1));

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("sluice_queue_failed", "may be stored", "the disk is broken");
    }

    @Test
    void doesNotWaitForeverForTheEngine() throws Exception {
        try (QueueGateway impatient = new QueueGateway(new MemoryEngine(), "keepTimeout: 50ms,", cluster)) {
            impatient.engine().answers(MemoryEngine.Answer.NOTHING);

            assertThat(impatient.bulk(index("logs", "a", 1)).statusCode()).isEqualTo(503);
        }
    }

    @Test
    void refusesARequestThatIsTooLong() throws Exception {
        try (QueueGateway small = new QueueGateway(new MemoryEngine(), "maxRequestBytes: 1KiB,", cluster)) {
            String body = "{\"index\":{\"_index\":\"logs\"}}\n{\"v\":\"" + "x".repeat(2000) + "\"}\n";

            assertThat(small.bulk(body).statusCode()).isEqualTo(413);
            assertThat(small.queue().isEmpty()).isTrue();
        }
    }

    @Test
    void refusesWhatItWouldHaveToHoldBeyondItsMemory() throws Exception {
        String keys = "maxRequestBytes: 1KiB, maxPendingBytes: 1KiB,";
        try (QueueGateway small = new QueueGateway(new MemoryEngine(), keys, cluster)) {
            StringBuilder body = new StringBuilder();
            for (int i = 0; i < 20; i++) {
                body.append(index("logs", "id" + i, i));
            }

            assertThat(small.bulk(body.toString()).statusCode()).isEqualTo(429);
            // What was refused is held no more.
            assertThat(small.bulk(index("logs", "a", 1)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void takesNothingWhileItIsDrained() throws Exception {
        gateway.queue().drain();

        assertThat(gateway.bulk(index("logs", "a", 1)).statusCode()).isEqualTo(429);

        gateway.queue().resume();
        assertThat(gateway.bulk(index("logs", "a", 1)).statusCode()).isEqualTo(200);
    }

    @Test
    void sendsAgainWhatTheClusterIsTooBusyFor() throws Exception {
        AtomicBoolean busy = new AtomicBoolean(true);
        cluster.busyFor(source -> source.contains("1") && busy.get());
        gateway.bulk(index("logs", "a", 1) + index("logs", "b", 2));

        await().until(() -> sources().contains("{\"v\":2}"));
        assertThat(gateway.queue().isEmpty()).isFalse();
        busy.set(false);

        gateway.awaitEmpty();
        assertThat(sources()).containsExactlyInAnyOrder("{\"v\":1}", "{\"v\":2}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bulk: { groupBy: test, minBytes: 1, minItems: 1 },"})
    void keepsTheOrderOfADocumentThroughRefusalsAndBrokenConnections(String keys) throws Exception {
        try (QueueGateway own = new QueueGateway(new MemoryEngine(), keys, cluster, TestRouter.inRunsOf(2))) {
            keepsTheOrderOfADocument(own);
        }
    }

    private void keepsTheOrderOfADocument(QueueGateway own) throws Exception {
        long seed = new SplittableRandom().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        SplittableRandom ofNodes = random.split();
        cluster.busyFor(source -> {
            synchronized (ofNodes) {
                return ofNodes.nextInt(8) == 0;
            }
        });
        cluster.behave((connection, node) -> {
            synchronized (ofNodes) {
                return ofNodes.nextInt(12) == 0;
            }
        });
        Map<String, Integer> last = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            StringBuilder body = new StringBuilder();
            for (int item = 0; item < 10; item++) {
                String id = "id" + random.nextInt(8);
                last.put(id, i * 10 + item);
                body.append(index("logs", id, i * 10 + item));
            }
            assertThat(own.bulk(body.toString()).statusCode()).isEqualTo(200);
        }

        own.awaitEmpty();
        Map<String, Integer> seen = new HashMap<>();
        int executed = 0;
        for (ModelCluster.Executed each : cluster.executed()) {
            int value = MAPPER.readTree(each.source()).path("v").asInt();
            int before = seen.getOrDefault(each.id(), -1);
            assertThat(value).as("of " + each.id() + ", seed " + seed).isGreaterThan(before);
            seen.put(each.id(), value);
            executed++;
        }
        assertThat(seen).as("seed " + seed).isEqualTo(last);
        assertThat(executed).as("seed " + seed).isEqualTo(200);
    }

    @Test
    void longBulksBecomeSeveralRecordsInOrder() throws Exception {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            body.append("{\"index\":{\"_index\":\"logs\",\"_id\":\"a\"}}\n{\"v\":" + i + ",\"pad\":\"")
                    .append("x".repeat(200_000))
                    .append("\"}\n");
        }

        assertThat(gateway.bulk(body.toString()).statusCode()).isEqualTo(200);

        gateway.awaitEmpty();
        assertThat(sources())
                .extracting(source -> source.charAt(5))
                .containsExactly('0', '1', '2', '3', '4', '5', '6', '7');
    }

    @Test
    void anItemThatIsLongerThanARecordIsRefused() throws Exception {
        String item = "{\"index\":{\"_index\":\"logs\"}}\n{\"pad\":\"" + "x".repeat(1 << 20) + "\"}\n";

        assertThat(gateway.bulk(index("logs", "a", 1) + item).statusCode()).isEqualTo(413);
        assertThat(gateway.queue().isEmpty()).isTrue();
    }

    @Test
    void sendsWhatAnEarlierRunKept() throws Exception {
        MemoryEngine engine = new MemoryEngine();
        cluster.behave((connection, node) -> true);
        try (QueueGateway first = new QueueGateway(engine, "", cluster)) {
            assertThat(first.bulk(index("logs", "a", 1)).statusCode()).isEqualTo(200);
        }
        assertThat(engine.left("ingest")).isEqualTo(1);
        cluster.behave((connection, node) -> false);

        try (QueueGateway second = new QueueGateway(engine, "", cluster)) {
            second.awaitEmpty();
            assertThat(sources()).containsExactly("{\"v\":1}");
        }
    }

    /** The same bulks through the queue and past it leave the same. */
    @Test
    void leavesTheSameDocumentsAsBulksThatGoDirect() throws Exception {
        long seed = new SplittableRandom().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 30; i++) {
            String body = RandomBulk.of(random);
            HttpResponse<String> queued = gateway.bulk("/logs/_bulk", body);
            HttpResponse<String> direct = gateway.direct("/logs/_bulk", body.replace("\"logs", "\"direct"));
            assertThat(queued.statusCode()).as("seed " + seed).isEqualTo(200);
            assertThat(direct.statusCode()).as("seed " + seed).isEqualTo(200);
        }
        gateway.awaitEmpty();

        Map<String, List<String>> queued = new HashMap<>();
        Map<String, List<String>> direct = new HashMap<>();
        for (ModelCluster.Executed each : cluster.executed()) {
            boolean past = each.index().startsWith("direct");
            String document = each.index().replace("direct", "logs") + "/" + each.id() + "/" + each.routing();
            String source = each.source()
                    .replace("\"direct", "\"logs")
                    .replace("\\u0061", "a")
                    .replaceAll("\\s", "");
            (past ? direct : queued)
                    .computeIfAbsent(document, key -> new ArrayList<>())
                    .add(source);
        }
        assertThat(queued).as("seed " + seed).isEqualTo(direct);
    }

    /** Random bulks whose lines name everything, so that the model of a cluster reads them alike. */
    private static final class RandomBulk {
        static String of(SplittableRandom random) {
            StringBuilder body = new StringBuilder();
            int items = 1 + random.nextInt(20);
            for (int i = 0; i < items; i++) {
                String keys = "\"_index\":\"logs" + random.nextInt(3) + "\","
                        + (random.nextBoolean() ? " " : "") + "\"_id\":\"" + random.nextInt(30) + "\""
                        + (random.nextInt(4) == 0 ? ",\"routing\":\"r\\u0061\"" : "");
                switch (random.nextInt(4)) {
                    case 0 -> body.append("{\"delete\":{").append(keys).append("}}\n");
                    case 1 -> body.append("{\"update\":{").append(keys).append("}}\n{\"doc\":{\"v\":" + i + "}}\n");
                    case 2 -> body.append("{ \"create\":{").append(keys).append("}}\r\n{\"v\":\"ä" + i + "\"}\n");
                    default -> body.append("{\"index\":{").append(keys).append("}}\n{\"v\":" + i + "}\n");
                }
                body.append(random.nextInt(6) == 0 ? "\n" : "");
            }
            return body.toString();
        }
    }
}
