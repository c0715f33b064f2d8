package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.api.PluginFactory;
import io.sluice.api.RequestPlan;
import io.sluice.mirror.Difference;
import io.sluice.mirror.Mirror;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A flow with a copy for another cluster, before two servers that note what they get. */
@Tag("slow")
class MirrorTest {
    private final AtomicReference<String> firstAnswer = new AtomicReference<>("{\"n\":1,\"took\":1}");
    private final AtomicReference<String> otherAnswer = new AtomicReference<>("{\"n\":1,\"took\":9}");
    private volatile boolean otherBreaks;
    private volatile CountDownLatch otherWaits = new CountDownLatch(0);

    private String relay = "cluster: primary";
    /** Further sections of the configuration, each line with its end. */
    private String sections = "";

    private TestNode first;
    private TestNode other;
    private TestGateway gateway;

    @BeforeEach
    void start() throws Exception {
        first = new TestNode(connection -> {
            while (connection.readRequest() != null) {
                connection.send(TestNode.ok(firstAnswer.get()));
            }
        });
        other = new TestNode(connection -> {
            while (connection.readRequest() != null) {
                otherWaits.await();
                if (otherBreaks) {
                    return;
                }
                connection.send(TestNode.ok(otherAnswer.get()));
            }
        });
    }

    private void start(String keys) throws Exception {
        start(keys, "");
    }

    private void start(String keys, String auth, TestFilter... filters) throws Exception {
        List<PluginFactory<?>> plugins = new ArrayList<>(List.of(filters));
        plugins.add(new MemoryEngine());
        gateway = new TestGateway(
                yaml(keys, auth, filters.length == 0 ? "" : "{ type: on-request, config: {} }"),
                plugins.toArray(PluginFactory<?>[]::new));
    }

    private String yaml(String keys, String auth, String filters) {
        return """
                admin: { enabled: false }
                process: { eventLoops: 2, drain: 2s }
                clusters:
                  primary: { nodes: [%s], discovery: { enabled: false }%s }
                  next: { nodes: [%s], discovery: { enabled: false } }
                %sflows:
                  default: { filters: [%s], relay: { %s }, mirror: { cluster: next%s } }
                listeners:
                  - { name: http, bind: "127.0.0.1:0", routes: [ { flow: default } ] }
                """.formatted(first.address(), auth, other.address(), sections, filters, relay, keys);
    }

    @AfterEach
    void stop() throws Exception {
        otherWaits.countDown();
        gateway.close();
        first.close();
        other.close();
    }

    private Mirror mirror() {
        return gateway.gateway().mirrors().getFirst();
    }

    private long count(String outcome) {
        var counter = gateway.meters()
                .find("sluice.mirror.requests")
                .tag("outcome", outcome)
                .counter();
        return counter == null ? 0 : (long) counter.count();
    }

    private void awaitCount(String outcome, int count) {
        await().untilAsserted(() -> assertThat(count(outcome)).as(outcome).isEqualTo(count));
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return gateway.send(gateway.request(path)
                .header("Content-Type", "application/json")
                .header("Authorization", "Basic Y2xpZW50")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    @Test
    void sendsEachRequestOnceMoreAndShowsTheClientNothingOfIt() throws Exception {
        start("");

        HttpResponse<String> answer = post("/logs/_doc?routing=r", "{\"v\":1}");

        assertThat(answer.body()).isEqualTo(firstAnswer.get());
        awaitCount("same", 1);
        TestNode.Request copy = other.requests().getFirst();
        assertThat(copy.line()).isEqualTo("POST /logs/_doc?routing=r HTTP/1.1");
        assertThat(copy.text()).isEqualTo("{\"v\":1}");
        assertThat(copy.header("content-length")).isEqualTo("7");
        assertThat(copy.header("authorization")).isEqualTo("Basic Y2xpZW50");
        assertThat(first.requests()).hasSize(1);
        assertThat(mirror().differences()).isEmpty();
    }

    @Test
    void doesNotShowTheOtherClusterTheGatewaysCredentials() throws Exception {
        start("", ", auth: { username: gateway, password: secret, inject: true }");

        post("/logs/_doc", "{}");

        awaitCount("same", 1);
        assertThat(first.requests().getFirst().header("authorization")).isEqualTo("Basic Z2F0ZXdheTpzZWNyZXQ=");
        assertThat(other.requests().getFirst().header("authorization")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "es-security-runas-user", "X-Proxy-User"})
    void doesNotShowTheOtherClusterWhatAFilterPutIntoTheHead(String header) throws Exception {
        start(
                "",
                "",
                TestFilter.onRequest(
                        (head, exchange) -> new RequestPlan.Head(head.withHeader(header, "of the first cluster"))));

        post("/logs/_doc", "{}");

        awaitCount("same", 1);
        assertThat(first.requests().getFirst().header(header.toLowerCase(Locale.ROOT)))
                .isEqualTo("of the first cluster");
        assertThat(other.requests().getFirst().header(header.toLowerCase(Locale.ROOT)))
                .isNull();
        assertThat(other.requests().getFirst().header("authorization")).isNull();
    }

    /** Another filter's header of who is asking is taken away, the client's login is its own. */
    @Test
    void showsTheOtherClusterTheClientsCredentialsWhereAFilterOnlyTakesAHeaderAway() throws Exception {
        start(
                "",
                "",
                TestFilter.onRequest(
                        (head, exchange) -> new RequestPlan.Head(head.withoutHeader("X-Forwarded-Email"))));

        gateway.send(gateway.request("/logs/_doc")
                .header("Content-Type", "application/json")
                .header("Authorization", "Basic Y2xpZW50")
                .header("X-Forwarded-Email", "a@example")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build());

        awaitCount("same", 1);
        assertThat(other.requests().getFirst().header("authorization")).isEqualTo("Basic Y2xpZW50");
    }

    @Test
    void tellsWhatDiffersWithoutItsValues() throws Exception {
        start("");
        otherAnswer.set("{\"n\":2,\"hits\":[{\"_id\":\"a\"}]}");

        post("/logs/_search?q=secret", "{}");

        awaitCount("different", 1);
        Difference difference = mirror().differences().getFirst();
        assertThat(difference.path()).isEqualTo("/logs/_search");
        assertThat(difference.first()).isEqualTo(200);
        assertThat(difference.what()).containsExactly("/hits", "/n");
    }

    @Test
    void comparesBulksItemByItem() throws Exception {
        start("");
        String items =
                "{\"took\":1,\"errors\":false,\"items\":[{\"index\":{\"_id\":\"a\",\"_seq_no\":1,\"status\":201}},"
                        + "{\"index\":{\"_id\":\"b\",\"status\":201}}]}";
        firstAnswer.set(items);
        otherAnswer.set(items.replace("\"_seq_no\":1", "\"_seq_no\":7")
                .replace("\"b\",\"status\":201", "\"b\",\"status\":200"));

        post("/_bulk", "{\"index\":{\"_index\":\"logs\",\"_id\":\"a\"}}\n{}\n");

        awaitCount("different", 1);
        assertThat(mirror().differences().getFirst().what()).containsExactly("/items/1/index/status");
        assertThat(gateway.meters()
                        .get("sluice.mirror.items")
                        .tag("outcome", "same")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"a\":1}', '{\"a\":1} x'",
        "'{\"a\":1}', '{\"a\":1}{\"b\":2}'",
        "'{\"a\":0.1}', '{\"a\":0.10000000000000001}'",
        "'{\"a\":1e400}', '{\"a\":1e401}'",
        "'{\"errors\":true,\"items\":[]}', '{\"errors\":false,\"items\":[]}'",
        "'[1]', '[1,1]'",
        "'', '{}'"
    })
    void seesWhatDiffers(String one, String another) throws Exception {
        start("");
        firstAnswer.set(one);
        otherAnswer.set(another);

        post("/logs/_search", "{}");

        awaitCount("different", 1);
    }

    @Test
    void leavesOutMembersThatAnOperatorNames() throws Exception {
        start(", ignore: [n]");
        otherAnswer.set("{\"n\":2}");

        post("/logs/_search", "{}");

        awaitCount("same", 1);
    }

    /** The client has its answers while the other cluster gives none, and what is held stays within its bounds. */
    @Test
    void neverMakesClientsWait() throws Exception {
        otherWaits = new CountDownLatch(1);
        start(", concurrency: 3");

        for (int i = 0; i < 20; i++) {
            assertThat(post("/logs/_doc", "{}").statusCode()).isEqualTo(200);
        }

        awaitCount("busy", 17);
        otherWaits.countDown();
        awaitCount("same", 3);
    }

    @Test
    void holdsNoMoreThanItMay() throws Exception {
        start(", maxBytes: 100KiB");

        post("/logs/_doc", "{\"v\":\"" + "x".repeat(200_000) + "\"}");
        post("/logs/_doc", "{}");

        awaitCount("memory", 1);
        awaitCount("same", 1);
        await().until(() ->
                gateway.meters().get("sluice.mirror.held.bytes").gauge().value() == 0);
    }

    /** Answers wait for their comparison: they are held no longer than one of them may be, and count until then. */
    @Test
    void comparesNoAnswerThatIsLong() throws Exception {
        start("");
        String answer = "{\"v\":\"" + "x".repeat(9 << 20) + "\"}";
        firstAnswer.set(answer);
        otherAnswer.set(answer);

        assertThat(post("/logs/_search", "{}").body()).isEqualTo(answer);

        awaitCount("incomparable", 1);
        await().until(() ->
                gateway.meters().get("sluice.mirror.held.bytes").gauge().value() == 0);
    }

    @Test
    void comparesNoAnswerThatIsVeryDeep() throws Exception {
        start("");
        firstAnswer.set("{\"n\":".repeat(900) + "1" + "}".repeat(900));
        otherAnswer.set("{\"n\":".repeat(900) + "2" + "}".repeat(900));

        post("/logs/_search", "{}");

        awaitCount("incomparable", 1);
    }

    @Test
    void tellsThatTheOtherClusterIsAway() throws Exception {
        start("");
        otherBreaks = true;

        assertThat(post("/logs/_doc", "{}").statusCode()).isEqualTo(200);

        awaitCount("failed", 1);
        assertThat(mirror().differences().getFirst().second()).isZero();
    }

    @Test
    void doesNotWaitForeverForTheOtherCluster() throws Exception {
        otherWaits = new CountDownLatch(1);
        start(", timeout: 50ms");

        post("/logs/_doc", "{}");

        awaitCount("failed", 1);
        assertThat(mirror().differences().getFirst().what()).containsExactly("it did not answer in time");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reads", "writes"})
    void copiesOnlySomeKindOfRequests(String kind) throws Exception {
        start(", requests: " + kind);

        post("/logs/_search", "{}");
        post("/logs/_doc", "{}");

        awaitCount("same", 1);
        assertThat(other.requests().getFirst().line()).contains(kind.equals("reads") ? "_search" : "_doc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"share: 0", "requests: reads"})
    void copiesNothing(String keys) throws Exception {
        start(", " + keys);

        post("/logs/_doc", "{}");

        assertThat(List.of("same", "busy", "memory", "failed", "unanswered")).allMatch(outcome -> count(outcome) == 0);
        assertThat(other.requests()).isEmpty();
    }

    @Test
    void doesNotCopyWhatOpensAScrollOrGoesOnWithOne() throws Exception {
        start("");

        post("/_search/scroll", "{\"scroll_id\":\"x\"}");
        post("/logs/_search?scroll=5m", "{}");

        awaitCount("handle", 2);
        assertThat(other.requests()).isEmpty();
    }

    @Test
    void keepsItsDifferencesOverAReloadThatDoesNotChangeIt() throws Exception {
        start("");
        otherAnswer.set("{\"n\":2}");
        post("/logs/_search", "{}");
        awaitCount("different", 1);

        gateway.change(yaml("", "", "").replace("drain: 2s", "drain: 3s"));
        assertThat(mirror().differences()).hasSize(1);
        post("/logs/_search", "{}");
        awaitCount("different", 2);
        assertThat(mirror().differences()).hasSize(2);

        gateway.change(yaml(", ignore: [n]", "", ""));
        assertThat(mirror().differences()).isEmpty();
    }

    @Test
    void copiesNothingToTheClusterThatAFilterChose() throws Exception {
        relay = "cluster: primary, standby: next";
        start("", "", TestFilter.onRequest((head, exchange) -> {
            exchange.target("next");
            return RequestPlan.pass();
        }));

        post("/logs/_doc", "{}");

        awaitCount("reached", 1);
        assertThat(first.requests()).isEmpty();
        assertThat(other.requests()).hasSize(1);
    }

    @Test
    void copiesNothingToAClusterThatAQueueKeepsItFor() throws Exception {
        relay = "queue: ingest";
        sections = """
                queues:
                  ingest: { engine: memory, cluster: primary, copies: [copy] }
                  copy: { engine: memory, cluster: next }
                """;
        start("");

        post("/logs/_doc", "{}");
        post("/logs/_search", "{}");

        awaitCount("reached", 1);
        awaitCount("same", 1);
        assertThat(other.requests()).noneMatch(request -> request.line().contains("_doc"));
    }

    @Test
    void copiesNothingThatTheFirstClusterDidNotAnswer() throws Exception {
        start("");
        first.close();

        assertThat(post("/logs/_doc", "{}").statusCode()).isGreaterThanOrEqualTo(500);

        assertThat(other.requests()).isEmpty();
    }
}
