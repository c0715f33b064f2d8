package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.recording.RecordedExchange;
import io.sluice.recording.RecordingReader;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A flow that is recorded, before a server that answers. */
@Tag("slow")
class RecordTest {
    private static final String ANSWER = "{\"n\":1}";

    @TempDir
    Path directory;

    private TestNode node;
    private TestGateway gateway;

    @BeforeEach
    void start() throws Exception {
        node = TestNode.answering(TestNode.ok(ANSWER));
    }

    private void start(String keys) throws Exception {
        gateway = new TestGateway(yaml(keys));
    }

    private String yaml(String keys) {
        return """
                admin: { enabled: false }
                process: { eventLoops: 2, drain: 2s }
                clusters:
                  primary: { nodes: [%s], discovery: { enabled: false } }
                flows:
                  default: { relay: { cluster: primary }, record: { directory: "%s"%s } }
                listeners:
                  - { name: http, bind: "127.0.0.1:0", trustedProxies: [127.0.0.1/32], routes: [ { flow: default } ] }
                """.formatted(node.address(), directory.resolve("kept"), keys);
    }

    @AfterEach
    void stop() throws Exception {
        if (gateway != null) {
            gateway.close();
        }
        node.close();
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return gateway.send(gateway.request(path)
                .header("Content-Type", "application/json")
                .header("Authorization", "Basic Y2xpZW50")
                .header("Cookie", "a=b")
                .header("X-Custom-Token", "t")
                .header("es-security-runas-user", "ann")
                .header("X-Forwarded-For", "192.0.2.1")
                .header("X-Tenant", "acme")
                .header("X-Dropped", "d")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    private long count(String outcome) {
        var counter = gateway.meters()
                .find("sluice.recording.requests")
                .tag("outcome", outcome)
                .counter();
        return counter == null ? 0 : (long) counter.count();
    }

    private void awaitCount(String outcome, int count) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(count(outcome)).as(outcome).isEqualTo(count));
    }

    private List<RecordedExchange> recorded() throws IOException {
        List<RecordedExchange> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory.resolve("kept"))) {
            for (Path file : files.sorted().toList()) {
                try (RecordingReader reader = RecordingReader.open(file)) {
                    for (RecordedExchange next = reader.next(); next != null; next = reader.next()) {
                        all.add(next);
                    }
                }
            }
        }
        return all;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void keepsRequestsAsClientsSentThemWithoutCredentials() throws Exception {
        start(", with: [x-dropped], without: [x-dropped]");

        post("/logs/_doc?routing=r", "{\"v\":1}");
        gateway.get("/_cat/indices");
        awaitCount("kept", 2);

        List<RecordedExchange> recorded = recorded();
        RecordedExchange first = recorded.get(0);
        assertThat(first.method()).isEqualTo("POST");
        assertThat(first.target()).isEqualTo("/logs/_doc?routing=r");
        assertThat(text(first.body())).isEqualTo("{\"v\":1}");
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.answer()).isNull();
        assertThat(first.tookNanos()).isPositive();
        assertThat(first.headers().stream().map(field -> field.name().toLowerCase()))
                .contains("content-type", "x-tenant")
                .doesNotContain(
                        "authorization",
                        "cookie",
                        "x-custom-token",
                        "es-security-runas-user",
                        "x-forwarded-for",
                        "x-request-id",
                        "x-dropped",
                        "host",
                        "content-length");
        assertThat(recorded.get(1).target()).isEqualTo("/_cat/indices");
        assertThat(recorded.get(1).body()).isEmpty();
    }

    /** By which proxies, clouds and applications tell where a client is or who its user is: whatever nobody named is left out. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "True-Client-IP",
                "Client-IP",
                "X-Cluster-Client-Ip",
                "Fastly-Client-Ip",
                "X-Original-Forwarded-For",
                "X-Ssl-Client-Cert",
                "Ssl-Client-S-Dn",
                "X-User",
                "X-Email",
                "DPoP",
                "Ocp-Apim-Subscription-Key",
                "X-Access-Key",
                "X-Whatever-Comes"
            })
    void keepsNoHeaderThatNobodyNamed(String name) throws Exception {
        start(", with: [X-Region]");

        gateway.send(gateway.request("/logs/_count")
                .header(name, "somebody")
                .header("x-region", "north")
                .header("X-Opaque-Id", "7")
                .build());
        awaitCount("kept", 1);

        assertThat(recorded().getFirst().headers().stream()
                        .map(field -> field.name().toLowerCase()))
                .contains("x-region", "x-opaque-id")
                .doesNotContain(name.toLowerCase());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "X-My-Token", "Content-Length", "host"})
    void refusesToKeepCredentialsAndWhatIsOfTheConnection(String name) {
        assertThatThrownBy(() -> start(", with: [" + name + "]")).hasMessageContaining("with names " + name);
    }

    @Test
    void keepsAnswersWhereThatIsWanted() throws Exception {
        start(", answers: true");

        post("/logs/_search", "{}");
        awaitCount("kept", 1);

        RecordedExchange.Answer answer = recorded().get(0).answer();
        assertThat(answer).isNotNull();
        assertThat(text(answer.body())).isEqualTo(ANSWER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/_security/user/ann/_password",
                "/_fleet/secret",
                "/_logstash/pipeline/a",
                "/_plugins/_security/api/internalusers/ann",
                "/_reindex",
                "/logs/_search?access_token=x",
                "/logs/_search?api%5Fkey=x",
                "/logs/_search?code=x",
                "/logs/_search?userPin=x"
            })
    void leavesOutWhatMayCarryCredentials(String path) throws Exception {
        start("");

        post(path, "{\"password\":\"secret\"}");
        post("/logs/_search", "{}");
        awaitCount("kept", 1);

        assertThat(count("sensitive")).isEqualTo(1);
        assertThat(recorded())
                .singleElement()
                .satisfies(one -> assertThat(one.target()).isEqualTo("/logs/_search"));
    }

    @Test
    void leavesOutWhatIsTooLongOrDoesNotFit() throws Exception {
        start(", maxBody: 1KiB, maxBytes: 1KiB");

        post("/logs/_doc", "x".repeat(2_000));
        awaitCount("long", 1);
        post("/logs/_doc", "x".repeat(1_000));
        awaitCount("kept", 1);

        assertThat(recorded())
                .singleElement()
                .satisfies(one -> assertThat(one.body()).hasSize(1_000));
    }

    @Test
    void leavesOutWhatDidNotComeWhole() throws Exception {
        start("");

        try (Socket client = gateway.connect()) {
            client.getOutputStream()
                    .write("POST /logs/_doc HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{\"v\""
                            .getBytes(StandardCharsets.UTF_8));
            client.getOutputStream().flush();
            await().until(() -> !node.requests().isEmpty() || node.accepted() > 0);
        }
        awaitCount("broken", 1);

        assertThat(count("kept")).isZero();
    }

    @Test
    void keepsOnlyReadsOrWrites() throws Exception {
        start(", requests: writes");

        post("/logs/_search", "{}");
        post("/logs/_doc", "{}");
        awaitCount("kept", 1);

        assertThat(recorded())
                .singleElement()
                .satisfies(one -> assertThat(one.target()).isEqualTo("/logs/_doc"));
    }

    @ParameterizedTest
    @CsvSource({"reads, /t/acme/logs/_search", "writes, /t/acme/refused /t/acme/logs/_doc"})
    void tellsReadsFromWritesByWhatFiltersMakeOfThem(String requests, String kept) throws Exception {
        TestFilter withoutPrefix = TestFilter.onRequest((head, exchange) -> {
            String target = head.target().raw().replaceFirst("^/t/acme", "");
            return target.equals("/refused")
                    ? new RequestPlan.Aggregate(
                            100, body -> RequestPlan.answer(Reply.error(403, "security_exception", "no")))
                    : new RequestPlan.Head(head.withTarget(RequestTarget.parse(target)));
        });
        gateway = new TestGateway(
                yaml(", requests: " + requests).replace("default: {", "default: { filters: [{ type: on-request }],"),
                withoutPrefix);

        post("/t/acme/refused", "{}");
        post("/t/acme/logs/_search", "{}");
        post("/t/acme/logs/_doc", "{}");
        List<String> targets = List.of(kept.split(" "));
        awaitCount("kept", targets.size());

        assertThat(recorded()).extracting(RecordedExchange::target).isEqualTo(targets);
    }

    /** The answer has gone before the end of the request is read. */
    @ParameterizedTest
    @CsvSource({"GET, ''", "POST, 3", "POST, 30000"})
    void keepsWhatAFilterAnswersAtItsHead(String method, String length) throws Exception {
        TestFilter denies = TestFilter.onRequest(
                (head, exchange) -> RequestPlan.answer(Reply.error(403, "security_exception", "no")));
        gateway = new TestGateway(
                yaml(", answers: true").replace("default: {", "default: { filters: [{ type: on-request }],"), denies);
        String body = length.isEmpty() ? "" : "x".repeat(Integer.parseInt(length));

        gateway.send(gateway.request("/logs/_search")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build());
        awaitCount("kept", 1);

        assertThat(recorded()).singleElement().satisfies(one -> {
            assertThat(one.status()).isEqualTo(403);
            assertThat(text(one.body())).isEqualTo(body);
            assertThat(text(one.answer().body())).contains("security_exception");
        });
        assertThat(count("broken")).isZero();
    }

    @Test
    void clientsAreAnsweredWhereNothingCanBeWritten() throws Exception {
        Files.writeString(directory.resolve("kept"), "no directory");
        start("");

        assertThat(post("/logs/_doc", "{}").statusCode()).isEqualTo(200);

        awaitCount("failed", 1);
    }

    @Test
    void beginsANewFileAtItsSizeAndKeepsTheNewest() throws Exception {
        start(", rotateAt: 1, keep: 2");

        for (int i = 1; i <= 4; i++) {
            post("/logs/_doc/" + i, "{}");
            awaitCount("kept", i);
        }

        assertThat(recorded().stream().map(RecordedExchange::target)).containsExactly("/logs/_doc/3", "/logs/_doc/4");
    }

    @Test
    void writesWhatWaitsWhenTheGatewayStops() throws Exception {
        start("");

        for (int i = 0; i < 20; i++) {
            post("/logs/_doc/" + i, "{}");
        }
        gateway.gateway().close();

        assertThat(recorded()).hasSize(20);
    }

    private void ask(Socket client, int count) throws Exception {
        client.getOutputStream()
                .write("GET /a HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n"
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(client.getInputStream().read()).isEqualTo('H');
        awaitCount("kept", count);
        client.getInputStream().skipNBytes(client.getInputStream().available());
    }

    private List<String> connections() throws IOException {
        return recorded().stream().map(RecordedExchange::connection).toList();
    }

    @Test
    void tellsConnectionsApartAlsoOfOneClientBehindAProxy() throws Exception {
        start("");

        for (int i = 0; i < 2; i++) {
            try (Socket client = gateway.connect()) {
                ask(client, 2 * i + 1);
                ask(client, 2 * i + 2);
            }
        }

        List<String> connections = connections();
        assertThat(connections.get(0)).isEqualTo(connections.get(1));
        assertThat(connections.get(2)).isEqualTo(connections.get(3)).isNotEqualTo(connections.get(0));
    }

    @Test
    void namesAConnectionAlikeBeforeAndAfterAReload() throws Exception {
        start("");

        try (Socket client = gateway.connect()) {
            ask(client, 1);
            gateway.change(yaml(", keep: 9"));
            ask(client, 2);
        }

        assertThat(connections()).hasSize(2);
        assertThat(connections().getFirst()).isEqualTo(connections().getLast());
    }

    @Test
    void goesOnWithItsFileAfterAReloadThatDoesNotChangeIt() throws Exception {
        start("");
        post("/logs/_doc", "{}");
        awaitCount("kept", 1);

        gateway.change(yaml("").replace("drain: 2s", "drain: 3s"));
        post("/logs/_doc", "{}");
        awaitCount("kept", 2);

        try (Stream<Path> files = Files.list(directory.resolve("kept"))) {
            assertThat(files).hasSize(1);
        }
        assertThat(recorded()).hasSize(2);
    }
}
