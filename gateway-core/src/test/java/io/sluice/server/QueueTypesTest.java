package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues before servers whose documents have types. */
@Tag("slow")
class QueueTypesTest extends QueueBeforeModel {
    private static final String PLAIN = "{\"index\":{\"_index\":\"logs\",\"_id\":\"d\"}}\n{\"v\":\"d\"}\n";

    private static String typed(String type, String id) {
        return "{\"index\":{\"_index\":\"logs\",\"_type\":\"" + type + "\",\"_id\":\"" + id + "\"}}\n{\"v\":\"" + id
                + "\"}\n";
    }

    @ParameterizedTest
    @CsvSource({
        "POST, _search",
        "POST, _count",
        "POST, _mget",
        "POST, _termvectors",
        "POST, _delete_by_query",
        "POST, _update_by_query",
        "POST, _mapping",
        "PUT, _mapping",
        "DELETE, _search"
    })
    void relaysEndpointsBehindATypeAtOnce(String method, String endpoint) throws Exception {
        gateway.document(method, "/logs/event/" + endpoint, "{\"query\":{\"match_all\":{}}}");

        assertThat(gateway.queue().isEmpty()).isTrue();
        assertThat(Stream.of(cluster.nodes()).flatMap(node -> node.requests().stream()))
                .anyMatch(request -> request.line().startsWith(method + " /logs/event/" + endpoint));
        assertThat(cluster.executed()).isEmpty();
    }

    @Test
    void keepsDocumentsWithTypesWhoseIdsBeginWithAnUnderscore() throws Exception {
        HttpResponse<String> put = gateway.document("PUT", "/logs/event/_a1", "{\"v\":1}");
        HttpResponse<String> update = gateway.document("POST", "/logs/event/_search/_update", "{\"doc\":{\"v\":2}}");

        assertThat(put.statusCode()).isEqualTo(202);
        assertThat(update.statusCode()).isEqualTo(202);
        gateway.awaitEmpty();
        assertThat(cluster.executed().stream().map(ModelCluster.Executed::id))
                .containsExactlyInAnyOrder("_a1", "_search");
    }

    /** Such servers take a type only from a request that asks for compatibility, which a queue's own does not. */
    @ParameterizedTest
    @ValueSource(strings = {"", "bulk: { groupBy: test, minBytes: 1, minItems: 1 },"})
    void sendsNoTypeToServersWithoutTypesWhoseClientAskedForCompatibility(String keys) throws Exception {
        cluster.version("8.19.4");
        try (QueueGateway newer = new QueueGateway(new MemoryEngine(), keys, cluster, TestRouter.inRunsOf(2))) {
            HttpResponse<String> answer = newer.gateway()
                    .send(newer.gateway()
                            .request("/_bulk")
                            .header("Content-Type", "application/vnd.elasticsearch+x-ndjson;compatible-with=7")
                            .POST(HttpRequest.BodyPublishers.ofString(typed("_doc", "a")
                                    + typed("event", "b")
                                    + typed("event", "c")
                                    + PLAIN
                                    + typed("event", "e")))
                            .build());

            assertThat(answer.body()).contains("\"result\":\"queued\"").doesNotContain("\"error\"");
            newer.awaitEmpty();
            assertThat(newer.queue().deadLetters()).isZero();
        }
        assertThat(cluster.executed())
                .extracting(each -> each.id() + " " + each.source())
                .containsExactlyInAnyOrder(
                        "a {\"v\":\"a\"}", "b {\"v\":\"b\"}", "c {\"v\":\"c\"}", "d {\"v\":\"d\"}", "e {\"v\":\"e\"}");
    }

    @Test
    void sendsNoTypeToServersThatWereUpgradedSinceAWriteWasKept() throws Exception {
        MemoryEngine engine = new MemoryEngine();
        try (QueueGateway before = new QueueGateway(engine, "", cluster)) {
            cluster.busyFor(source -> true);
            before.bulk(typed("_doc", "a") + typed("event", "b"));
            before.bulk("/logs/event/_bulk", PLAIN);
        }
        cluster.busyFor(source -> false);
        cluster.version("8.19.4");

        try (QueueGateway after = new QueueGateway(engine, "", cluster)) {
            after.awaitEmpty();
            assertThat(after.queue().deadLetters()).isZero();
        }
        assertThat(cluster.executed()).extracting(ModelCluster.Executed::id).containsExactlyInAnyOrder("a", "b", "d");
    }

    @Test
    void sendsTheTypeThatAClientNamedToServersThatHaveTypes() throws Exception {
        gateway.bulk(typed("event", "a"));

        gateway.awaitEmpty();
        assertThat(cluster.executed())
                .singleElement()
                .extracting(ModelCluster.Executed::type)
                .isEqualTo("event");
    }

    @Test
    void keepsWritesWithTypesWhileItIsNotKnownWhatServersThereAre() throws Exception {
        cluster.onLook(() -> {
            throw new IOException("the cluster is away");
        });
        MemoryEngine engine = new MemoryEngine();
        try (TestGateway early = new TestGateway(QueueGateway.yaml("", cluster), engine)) {
            HttpResponse<String> bulk = early.send(early.request("/_bulk")
                    .header("Content-Type", "application/x-ndjson")
                    .POST(HttpRequest.BodyPublishers.ofString(
                            "{\"index\":{\"_index\":\"logs\",\"_type\":\"_doc\",\"_id\":\"a\"}}\n{\"v\":1}\n"))
                    .build());
            HttpResponse<String> update = early.send(early.request("/logs/_doc/a/_update")
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"doc\":{\"v\":2}}"))
                    .build());

            assertThat(bulk.statusCode()).isEqualTo(200);
            assertThat(bulk.body()).contains("\"result\":\"queued\"");
            assertThat(update.statusCode()).isEqualTo(202);
        }
    }

    private void sendBeforeTheServersAreKnown(ModelCluster.Look look) throws Exception {
        cluster.onLook(look);
        try (TestGateway early = new TestGateway(QueueGateway.yaml("", cluster), new MemoryEngine())) {
            early.send(early.request("/_bulk")
                    .header("Content-Type", "application/x-ndjson")
                    .POST(HttpRequest.BodyPublishers.ofString(typed("event", "a")))
                    .build());
            Bulks.await(() -> early.gateway().queues().getFirst().isEmpty());
        }
    }

    /** Sent without, it would make an index of another type. */
    @Test
    void waitsWithAnItemThatHasATypeUntilTheServersAreKnown() throws Exception {
        AtomicInteger looks = new AtomicInteger();

        sendBeforeTheServersAreKnown(() -> {
            if (looks.incrementAndGet() <= 3) {
                throw new IOException("the cluster is away");
            }
        });

        assertThat(looks).hasValueGreaterThan(3);
        assertThat(cluster.executed())
                .singleElement()
                .extracting(ModelCluster.Executed::type)
                .isEqualTo("event");
    }

    /** Elasticsearch 8 takes the paths of 7 from a client that asks for its API. */
    @ParameterizedTest
    @CsvSource({
        "PUT, /logs/event/5, Content-Type",
        "POST, /logs/event/5, Accept",
        "POST, /logs/event, Content-Type",
        "PUT, /logs/event/5/_create, Content-Type",
        "POST, /logs/_doc/5/_update, Accept",
        "DELETE, /logs/event/5, Accept"
    })
    void keepsDocumentsWithTypesOfClientsThatAskForTheApiOfServersWithTypes(String method, String path, String header)
            throws Exception {
        cluster.version("8.19.4");
        try (QueueGateway newer = QueueGateway.before(cluster)) {
            HttpResponse<String> answer = newer.gateway()
                    .send(newer.gateway()
                            .request(path)
                            .header("Content-Type", "application/json")
                            .setHeader(header, "application/vnd.elasticsearch+json;compatible-with=7")
                            .method(
                                    method,
                                    method.equals("DELETE")
                                            ? HttpRequest.BodyPublishers.noBody()
                                            : HttpRequest.BodyPublishers.ofString("{\"doc\":{\"v\":1}}"))
                            .build());

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
            newer.awaitEmpty();
            assertThat(newer.queue().deadLetters()).isZero();
        }
        assertThat(Stream.of(cluster.nodes()).flatMap(node -> node.requests().stream()))
                .noneMatch(request -> request.text().contains("\"_type\""));
        assertThat(cluster.executed()).hasSize(1);
    }

    @Test
    void relaysPathsWithTypesToServersThatHaveNone() throws Exception {
        cluster.version("8.19.4");
        try (QueueGateway newer = QueueGateway.before(cluster)) {
            assertThat(newer.document("PUT", "/logs/event/5", "{\"v\":1}").body())
                    .doesNotContain("queued");
        }
        assertThat(Stream.of(cluster.nodes()).flatMap(node -> node.requests().stream()))
                .anyMatch(request -> request.line().startsWith("PUT /logs/event/5"));
    }
}
