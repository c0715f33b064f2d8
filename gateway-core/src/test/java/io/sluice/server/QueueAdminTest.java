package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.admin.AdminServer;
import io.sluice.plugin.FilterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class QueueAdminTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String ITEM = "{\"index\":{\"_index\":\"logs\",\"_id\":\"a\"}}\n{\"v\":1}\n";

    private final HttpClient client = HttpClient.newHttpClient();
    private ModelCluster cluster;
    private QueueGateway gateway;
    private AdminServer admin;

    @BeforeEach
    void start() throws Exception {
        cluster = new ModelCluster(1).index("logs", 2);
        gateway = QueueGateway.before(cluster);
        Gateway running = gateway.gateway().gateway();
        ConfigSource source =
                new ConfigSource(Path.of("gateway.yml"), Map.of(), (plugins, earlier) -> FilterRegistry.of());
        Reloads reloads = new Reloads(running, source, "", InstantSource.system());
        admin = AdminServer.start(
                running.config().admin(), running, reloads, gateway.gateway().meters());
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        admin.close();
        gateway.close();
        cluster.close();
    }

    private HttpRequest.Builder page(String page) {
        return HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + admin.address().getPort() + page));
    }

    private HttpResponse<String> ask(String method, String page) throws Exception {
        return client.send(
                page(page).method(method, HttpRequest.BodyPublishers.noBody()).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode json(String method, String page) throws Exception {
        HttpResponse<String> answer = ask(method, page);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return MAPPER.readTree(answer.body());
    }

    @Test
    void listsWhatQueuesHoldAndWhyTheyCannotSend() throws Exception {
        cluster.busyFor(source -> true);
        gateway.bulk(ITEM);

        await().until(() -> !json("GET", "/queues").at("/queues/0/problem").isNull());
        JsonNode queue = json("GET", "/queues").path("queues").path(0);
        assertThat(queue.path("name").asText()).isEqualTo("ingest");
        assertThat(queue.path("cluster").asText()).isEqualTo("primary");
        assertThat(queue.path("records").asLong()).isEqualTo(1);
        assertThat(queue.path("problem").asText()).contains("status 429");
    }

    @Test
    void showsWhatTheEngineFailsAtAndTriesAgain() throws Exception {
        assertThat(json("GET", "/queues").at("/queues/0/trouble").isNull()).isTrue();
        assertThat(ask("GET", "/metrics").body()).contains("sluice_queue_troubled{queue=\"ingest\"} 0.0");

        gateway.engine().fails("a record cannot be read");

        assertThat(json("GET", "/queues").at("/queues/0/trouble").asText()).isEqualTo("a record cannot be read");
        assertThat(ask("GET", "/metrics").body()).contains("sluice_queue_troubled{queue=\"ingest\"} 1.0");
        assertThat(json("GET", "/overview").path("problems"))
                .anySatisfy(row -> assertThat(row.path("what").asText())
                        .isEqualTo("Queue ingest fails at something and tries it again"));
    }

    @Test
    void showsReplaysAndPurgesDeadLetters() throws Exception {
        cluster.refuse(source -> "\"status\":400,\"error\":{\"type\":\"mapper_parsing_exception\",\"reason\":\"no\"}");
        gateway.bulk(ITEM + ITEM.replace("\"a\"", "\"b\""));
        await().until(() -> json("GET", "/queues").at("/queues/0/dead_letters").asLong() == 2);

        JsonNode letters = json("GET", "/queues/ingest/dead?size=10").path("letters");
        assertThat(letters).hasSize(2);
        assertThat(letters.path(0).path("source").asText()).isEqualTo("{\"v\":1}");
        assertThat(letters.path(0).at("/result/index/error/reason").asText()).isEqualTo("no");

        assertThat(json("POST", "/queues/ingest/purge?size=1").path("purged").asInt())
                .isEqualTo(1);
        cluster.refuse(source -> null);
        assertThat(json("POST", "/queues/ingest/replay").path("replayed").asInt())
                .isEqualTo(1);
        await().until(() -> cluster.executed().size() == 1);
    }

    @Test
    void showsMetricsWhilePagesWaitForLettersThatAnotherGatewayHas() throws Exception {
        String dead = "ingest/dead";
        gateway.engine().withholds(dead);
        List<CompletableFuture<HttpResponse<String>>> peeks = Stream.generate(() ->
                        client.sendAsync(page("/queues/ingest/dead").build(), HttpResponse.BodyHandlers.ofString()))
                .limit(3)
                .toList();
        await().until(() -> gateway.engine().isTaken(dead));

        // When / Then
        assertThat(client.sendAsync(page("/metrics").build(), HttpResponse.BodyHandlers.ofString())
                        .get(30, TimeUnit.SECONDS)
                        .statusCode())
                .isEqualTo(200);
        assertThat(peeks).noneMatch(CompletableFuture::isDone);

        gateway.engine().withholdsNoMore(dead);
        gateway.engine().comes(dead, 0);
        for (CompletableFuture<HttpResponse<String>> peek : peeks) {
            assertThat(peek.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void showsLinesAsTheyWereAndWhetherThereAreMoreLetters() throws Exception {
        String source = "{\"v\":\"a \\\"word\\\" \u00e4\u20ac\ud83d\ude00\"}";
        cluster.refuse(text -> "\"status\":400,\"error\":{\"type\":\"mapper_parsing_exception\",\"reason\":\"no\"}");
        gateway.bulk(ITEM.replace("{\"v\":1}", source) + "{\"delete\":{\"_index\":\"logs\",\"_id\":\"b\"}}\n");
        await().until(() -> json("GET", "/queues").at("/queues/0/dead_letters").asLong() == 2);

        JsonNode all = json("GET", "/queues/ingest/dead");
        assertThat(all.path("letters"))
                .extracting(letter -> letter.path("source").asText())
                .containsExactlyInAnyOrder(source, "");
        assertThat(all.path("more").asBoolean(true)).isFalse();
        assertThat(json("GET", "/queues/ingest/dead?size=1").path("more").asBoolean())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "purge?sise=1",
                "purge?size=1&size=2",
                "purge?size=x",
                "purge?size=",
                "purge?size=-1",
                "purge?size=1.5",
                "purge?size=%ff",
                "purge?size=99999999999999999999",
                "replay?size=x",
                "replay?n=1",
                "drain?size=1",
                "dead?size=x"
            })
    void refusesWhatItDoesNotKnowInsteadOfDoingMore(String page) throws Exception {
        cluster.refuse(source -> "\"status\":400,\"error\":{\"type\":\"mapper_parsing_exception\",\"reason\":\"no\"}");
        gateway.bulk(ITEM);
        await().until(() -> json("GET", "/queues").at("/queues/0/dead_letters").asLong() == 1);

        HttpResponse<String> answer = ask(page.startsWith("dead") ? "GET" : "POST", "/queues/ingest/" + page);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("illegal_argument_exception");
        JsonNode queue = json("GET", "/queues").at("/queues/0");
        assertThat(queue.path("dead_letters").asLong()).isEqualTo(1);
        assertThat(queue.path("accepting").asBoolean()).isTrue();
    }

    @Test
    void refusesABodyThatItWouldNotRead() throws Exception {
        HttpRequest request = page("/queues/ingest/drain")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"size\":1}"))
                .build();

        assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(400);
        assertThat(gateway.bulk(ITEM).statusCode()).isEqualTo(200);
    }

    @Test
    void isPartOfTheOverview() throws Exception {
        cluster.refuse(source -> "\"status\":400,\"error\":{\"type\":\"mapper_parsing_exception\",\"reason\":\"no\"}");
        gateway.bulk(ITEM);
        await().until(() ->
                json("GET", "/overview").at("/queues/0/dead_letters").asLong() == 1);

        JsonNode overview = json("GET", "/overview");
        assertThat(overview.at("/queues/0/name").asText()).isEqualTo("ingest");
        assertThat(overview.at("/queues/0/kept_per_second").isNumber()).isTrue();
        assertThat(overview.at("/flows/0/queue").asText()).isEqualTo("ingest");
        assertThat(overview.path("problems"))
                .extracting(problem -> problem.path("what").asText())
                .contains("Queue ingest has dead letters: 1");
    }

    @Test
    void showsHowMuchIsKeptAndIndexedEachSecond() throws Exception {
        gateway.bulk(ITEM);

        await().atMost(Duration.ofSeconds(30))
                .until(() -> json("GET", "/overview")
                                .at("/queues/0/indexed_per_second")
                                .asDouble()
                        > 0);
        assertThat(json("GET", "/overview").at("/queues/0/kept_per_second").asDouble())
                .isPositive();
    }

    @Test
    void showsHowMuchIsSentAgainEachSecond() throws Exception {
        cluster.busyFor(source -> true);
        gateway.bulk(ITEM);

        await().atMost(Duration.ofSeconds(30))
                .until(() -> json("GET", "/overview")
                                .at("/queues/0/again_per_second")
                                .asDouble()
                        > 0);
    }

    @Test
    void drainsAndResumes() throws Exception {
        assertThat(json("GET", "/queues").at("/queues/0/drained").asBoolean(true))
                .isFalse();
        JsonNode drained = json("POST", "/queues/ingest/drain");
        assertThat(drained.path("accepting").asBoolean(true)).isFalse();
        assertThat(drained.path("drained").asBoolean(false)).isTrue();
        assertThat(json("GET", "/queues").at("/queues/0/drained").asBoolean(false))
                .isTrue();
        assertThat(gateway.bulk(ITEM).statusCode()).isEqualTo(429);

        assertThat(json("POST", "/queues/ingest/resume").path("accepting").asBoolean(false))
                .isTrue();
        assertThat(gateway.bulk(ITEM).statusCode()).isEqualTo(200);
    }

    @Test
    void changesNothingForAGetOrForAQueueThatIsNotThere() throws Exception {
        assertThat(ask("GET", "/queues/ingest/drain").statusCode()).isEqualTo(405);
        assertThat(ask("POST", "/queues/other/drain").statusCode()).isEqualTo(404);
        assertThat(ask("POST", "/queues/ingest/delete").statusCode()).isEqualTo(404);
        assertThat(gateway.bulk(ITEM).statusCode()).isEqualTo(200);
    }

    @Test
    void measuresWhatTheQueueHoldsAndSends() throws Exception {
        gateway.bulk(ITEM);
        gateway.awaitEmpty();

        await().until(() -> ask("GET", "/metrics")
                .body()
                .contains("sluice_queue_sent_items_total{outcome=\"done\",queue=\"ingest\"} 1.0"));
        assertThat(ask("GET", "/metrics").body())
                .contains(
                        "sluice_queue_kept_items_total{queue=\"ingest\"} 1.0",
                        "sluice_queue_records{queue=\"ingest\"} 0.0",
                        "sluice_queue_failed{queue=\"ingest\"} 0.0");
    }
}
