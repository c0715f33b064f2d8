package io.sluice.filters.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Headers;
import io.sluice.api.RefusedRequest;
import io.sluice.api.Reply;
import io.sluice.api.TenantPlace;
import io.sluice.api.TraceContext;
import io.sluice.filters.lines.LineFields;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessLogFilterTest {

    private static final Duration A_MOMENT = Duration.ofMillis(200);

    @TempDir
    private Path directory;

    private FilterHarness harness(String more) {
        return FilterHarness.of(AccessLogFilter.class, "{file: access.log" + more + "}", new TestContext(directory));
    }

    private List<JsonNode> lines() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(directory.resolve("access.log"))) {
            lines.add(new ObjectMapper().readTree(line));
        }
        return lines;
    }

    @Test
    void writesALineForEveryExchange() throws IOException {
        FilterHarness harness = harness("");

        harness.request("POST", "/logs/_search?q=user:eve")
                .principal("alice")
                .fact(ExchangeKey.TENANT, "acme")
                .fact(ExchangeKey.PLACE, new TenantPlace("big", 7))
                .client("10.1.2.3")
                .body("{\"query\":1}")
                .upstream(201, "application/json", "{}")
                .send();
        harness.context().advance(A_MOMENT);

        JsonNode line = lines().getFirst();
        assertThat(line.path("http.request.method").asText()).isEqualTo("POST");
        assertThat(line.path("url.path").asText()).isEqualTo("/logs/_search");
        assertThat(line.path("user.name").asText()).isEqualTo("alice");
        assertThat(line.path("sluice.tenant").asText()).isEqualTo("acme");
        assertThat(line.path("sluice.place").asText()).isEqualTo("big");
        assertThat(line.path("sluice.placement.version").asLong()).isEqualTo(7);
        assertThat(line.path("client.ip").asText()).isEqualTo("10.1.2.3");
        assertThat(line.path("http.response.status_code").asInt()).isEqualTo(201);
        assertThat(line.path("http.request.body.bytes").asInt()).isEqualTo(11);
        assertThat(line.path("sluice.cluster").asText()).isEqualTo("primary");
        assertThat(line.path("event.duration").asLong()).isPositive();
        assertThat(line.has("url.query")).isFalse();
        assertThat(line.has("sluice.failure")).isFalse();
        harness.close();
    }

    @Test
    void logsNoBodiesAndNoCredentials() throws IOException {
        FilterHarness harness = harness(", query: true, headers: [User-Agent]");

        harness.request(
                        "GET",
                        "/_search?source={%22secret%22:1}&size=1&api_key=secret&%73ource=secret&filter&a=1;token=secret;==source=secret&b;c")
                .header("Authorization", "Basic secret")
                .header("Cookie", "secret")
                .header("User-Agent", "curl")
                .body("secret")
                .upstream(new Reply(200, Headers.of("Set-Cookie", "secret"), "secret".getBytes()))
                .send();
        harness.close();

        String text = Files.readString(directory.resolve("access.log"));
        assertThat(text).doesNotContain("secret");
        assertThat(lines().getFirst().path("url.query").asText())
                .isEqualTo("source=***&size=1&api_key=***&%73ource=***&filter&a=1;token=***;==source=***&b;c");
        assertThat(lines().getFirst().path("http.request.headers.user-agent").asText())
                .isEqualTo("curl");
    }

    @Test
    void keepsOneLineWhateverTheClientSends() throws IOException {
        FilterHarness harness = harness(", headers: [x-opaque-id]");

        harness.request("GET", "/a%0a\"},{\"x\":\"y\\")
                .principal("a\n\u2028\u0000\u009b31m\"b")
                .header("X-Opaque-Id", "\"}\t{\\")
                .header("X-Opaque-Id", "x".repeat(100_000))
                .send();
        harness.close();

        assertThat(lines()).hasSize(1);
        assertThat(lines().getFirst().path("user.name").asText()).isEqualTo("a\n\u2028\u0000\u009b31m\"b");
        // Terminals obey control characters of both ranges.
        assertThat(Files.readString(directory.resolve("access.log")).strip().chars())
                .noneMatch(Character::isISOControl);
        assertThat(lines().getFirst().path("http.request.headers.x-opaque-id").asText())
                .hasSize(LineFields.MAX_TEXT + 3)
                .endsWith("...");
    }

    @ParameterizedTest
    @CsvSource({
        "caf\u00c3\u00a9, caf\u00e9",
        "\u00f0\u009f\u0098\u0080!, \ud83d\ude00!",
        "caf\u00e9, caf\u00e9",
        "\u00c0\u00af, \u00c0\u00af",
        "plain, plain"
    })
    void logsAHeaderThatWasSentInUtf8AsItsSenderWroteIt(String read, String logged) throws IOException {
        FilterHarness harness = harness(", headers: [x-opaque-id]");

        harness.request("GET", "/").header("X-Opaque-Id", read).send();
        harness.close();

        assertThat(lines().getFirst().path("http.request.headers.x-opaque-id").asText())
                .isEqualTo(logged);
    }

    @Test
    void namesTheRequestItsAgentAndItsTraceAsTheSchemaDoes() throws IOException {
        FilterHarness harness = harness("");

        harness.request("GET", "/")
                .header("User-Agent", "Kib\u00c3\u00a1na/9")
                .header("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                .send();
        harness.request("GET", "/").header("traceparent", "00-no-trace-01").send();
        harness.request("GET", "/")
                .fact(ExchangeKey.TRACE, new TraceContext("the-recorded-one", "a", true))
                .header("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                .send();
        harness.close();

        JsonNode line = lines().getFirst();
        assertThat(line.path("http.request.id").asText()).isEqualTo("test-1");
        assertThat(line.path("user_agent.original").asText()).isEqualTo("Kib\u00e1na/9");
        assertThat(line.path("trace.id").asText()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(line.path("ecs.version").asText()).startsWith("8.");
        assertThat(line.path("event.category").path(0).asText()).isEqualTo("web");
        assertThat(line.path("event.outcome").asText()).isEqualTo("success");
        assertThat(lines().get(1).has("trace.id")).isFalse();
        assertThat(lines().getLast().path("trace.id").asText()).isEqualTo("the-recorded-one");
        assertThat(lines().getLast().has("user_agent.original")).isFalse();
    }

    @Test
    void writesObjectsInObjectsWhereThatIsWanted() throws IOException {
        FilterHarness harness = harness(", format: nested, headers: [x.y]");

        harness.request("GET", "/logs?a=1")
                .header("X.Y", "z")
                .upstream(404, "application/json", "{}")
                .send();
        harness.close();

        JsonNode line = lines().getFirst();
        assertThat(line.path("@timestamp").asText()).isNotEmpty();
        assertThat(line.at("/http/request/method").asText()).isEqualTo("GET");
        assertThat(line.at("/http/request/headers").path("x.y").asText()).isEqualTo("z");
        assertThat(line.at("/http/response/status_code").asInt()).isEqualTo(404);
        assertThat(line.at("/event/duration").asLong()).isPositive();
        assertThat(line.at("/event/outcome").asText()).isEqualTo("failure");
        assertThat(line.at("/event/type/0").asText()).isEqualTo("access");
        assertThat(line.fieldNames()).toIterable().noneMatch(name -> name.contains("."));
    }

    private static RefusedRequest refused(RefusedRequest.Head head) {
        return new RefusedRequest(
                "f00d-1",
                Instant.parse("2026-11-25T19:00:00Z"),
                "http",
                new InetSocketAddress("10.1.2.3", 4000),
                head,
                400,
                "bad-request");
    }

    @Test
    void writesALineForARequestThatWasRefusedBeforeItHadAFlow() throws IOException {
        FilterHarness harness = harness(", query: true");

        Headers headers = Headers.of("User-Agent", "curl/8");
        harness.filter().onRefused(refused(new RefusedRequest.Head("GET", "/a/../b?x=1&token=secret", headers)));
        harness.filter().onRefused(refused(new RefusedRequest.Head("GET", "ftp://eve:secret@a/b?c", headers)));
        harness.filter().onRefused(refused(null));
        harness.close();

        JsonNode line = lines().getFirst();
        assertThat(lines()).hasSize(3).allSatisfy(each -> {
            assertThat(each.path("@timestamp").asText()).isEqualTo("2026-11-25T19:00:00Z");
            assertThat(each.path("http.request.id").asText()).isEqualTo("f00d-1");
            assertThat(each.path("client.ip").asText()).isEqualTo("10.1.2.3");
            assertThat(each.path("http.response.status_code").asInt()).isEqualTo(400);
            assertThat(each.path("sluice.failure").asText()).isEqualTo("bad-request");
            assertThat(each.path("event.outcome").asText()).isEqualTo("failure");
        });
        assertThat(line.path("url.path").asText()).isEqualTo("/a/../b");
        assertThat(line.path("url.query").asText()).isEqualTo("x=1&token=***");
        assertThat(line.path("user_agent.original").asText()).isEqualTo("curl/8");
        assertThat(Files.readString(directory.resolve("access.log"))).doesNotContain("secret");
    }

    @Test
    void dropsAndCountsWhatTheQueueCannotTake() throws IOException {
        FilterHarness harness = harness(", queue: 3");
        harness.context().refuseTasks(true);

        for (int i = 0; i < 5; i++) {
            harness.request("GET", "/" + i).send();
        }
        assertThat(harness.context().meters().gauge("queued_lines")).isEqualTo(3);
        harness.close();

        assertThat(lines()).extracting(line -> line.path("url.path").asText()).containsExactly("/0", "/1", "/2");
        assertThat(harness.context().meters().count("dropped_lines")).isEqualTo(2);
        assertThat(harness.context().meters().count("written_lines")).isEqualTo(3);
    }

    @Test
    void writesBeforeItsTimeWhereTheQueueIsHalfFull() throws IOException {
        FilterHarness harness = harness(", queue: 4");

        for (int i = 0; i < 3; i++) {
            harness.request("GET", "/").send();
        }
        harness.context().runTasks();

        assertThat(lines()).hasSize(3);
        harness.close();
    }

    @Test
    void writesAllThatWaitsWhenClosed() throws IOException {
        FilterHarness harness = harness("");
        for (int i = 0; i < 1000; i++) {
            harness.request("GET", "/").send();
        }

        harness.close();

        assertThat(lines()).hasSize(1000);
        assertThat(harness.context().periodicTasks()).isZero();
    }

    @Test
    void leavesTheFileAloneUntilALineIsWritten() {
        try (FilterHarness harness = harness("")) {
            assertThat(directory.resolve("access.log")).doesNotExist();

            harness.request("GET", "/").send();
        }

        assertThat(directory.resolve("access.log")).isNotEmptyFile();
    }

    @Test
    void goesOnAfterADiskThatWasFull() throws IOException {
        FilterHarness harness = harness("");
        Files.createDirectory(directory.resolve("access.log"));
        harness.request("GET", "/lost").send();
        harness.context().advance(A_MOMENT);
        assertThat(harness.context().meters().count("dropped_lines")).isEqualTo(1);

        Files.delete(directory.resolve("access.log"));
        harness.request("GET", "/written").send();
        harness.context().advance(A_MOMENT);

        assertThat(lines()).extracting(line -> line.path("url.path").asText()).containsExactly("/written");
        harness.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{headers: [Authorization]}",
                "{headers: [cookie]}",
                "{headers: [X-Api-Key]}",
                "{headers: [es-secondary-authorization]}",
                "{headers: [X-Auth-Token]}",
                "{headers: [X-Session-Id]}",
                "{headers: [X-Access-Key]}",
                "{headers: [DPoP]}",
                "{headers: [X-JWT-Assertion]}",
                "{headers: [X-Amz-Signature]}",
                "{headers: [X-Passwd]}",
                "{headers: [Ocp-Apim-Subscription-Key]}",
                "{headers: ['a b']}",
                "{rotateAt: 1MiB}",
                "{file: a, rotateAt: 10B}",
                "{file: a, queue: 0}",
                "{file: a, keep: -1}",
                "{format: ecs}",
                "{file: missing/access.log}"
            })
    void refusesConfigurationsThatCannotWork(String config) {
        assertThatThrownBy(() -> FilterHarness.of(AccessLogFilter.class, config, new TestContext(directory)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
