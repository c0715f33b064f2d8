package io.sluice.filters.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
                .hasSize(AccessLine.MAX_TEXT + 3)
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
                "{headers: ['a b']}",
                "{rotateAt: 1MiB}",
                "{file: a, rotateAt: 10B}",
                "{file: a, queue: 0}",
                "{file: a, keep: -1}",
                "{file: missing/access.log}"
            })
    void refusesConfigurationsThatCannotWork(String config) {
        assertThatThrownBy(() -> FilterHarness.of(AccessLogFilter.class, config, new TestContext(directory)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
