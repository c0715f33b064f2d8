package io.sluice.bench.load.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBufInputStream;
import io.sluice.bench.load.scenario.Scenario;
import io.sluice.bench.load.scenario.ScenarioReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestBuilderTest {
    private static final String BULK = """
            name: test
            variables:
              id: { type: sequence, from: 7, step: 2 }
              word: { type: list, values: [red, blue] }
            requests:
              - method: PUT
                path: /_bulk
                auth: { username: elastic, password: changeme }
                headers: { X-Word: "${word}" }
                gzip: %s
                lines:
                  count: 3
                  template: |
                    {"index":{"_id":"${id}"}}
                    {"a":"$${id}","w":"${word}","same":"${id}"}
            """;

    @Test
    void rendersHeadAndLinesWithVariablesDrawnForEachLine() {
        String wire = text(builder(BULK.formatted(false)).next());
        String body = wire.substring(wire.indexOf("\r\n\r\n") + 4);

        assertThat(wire)
                .startsWith("PUT /_bulk HTTP/1.1\r\nHost: es:9200\r\n")
                .contains("Authorization: Basic ZWxhc3RpYzpjaGFuZ2VtZQ==\r\n")
                .contains("Content-Type: application/x-ndjson\r\n")
                .contains("Content-Length: " + body.length() + "\r\n")
                .containsPattern("X-Word: (red|blue)\r\n");
        assertThat(body.lines()).hasSize(6);
        assertThat(body).containsSubsequence("\"_id\":\"7\"", "\"same\":\"7\"", "\"_id\":\"9\"", "\"_id\":\"11\"");
        assertThat(body).contains("\"a\":\"${id}\"");
    }

    @Test
    void makesTheSameRequestsFromTheSameSeed() {
        Scenario scenario = ScenarioReader.parse(BULK.formatted(false));

        String first = many(scenario.withSeed(3));

        assertThat(many(scenario.withSeed(3))).isEqualTo(first);
        assertThat(many(scenario.withSeed(4))).isNotEqualTo(first);
    }

    @Test
    void compressesTheBody() throws IOException {
        PreparedRequest request = builder(BULK.formatted(true)).next();
        String wire = text(request);
        int body = wire.indexOf("\r\n\r\n") + 4;

        assertThat(wire).contains("Content-Encoding: gzip\r\n");
        try (InputStream plain =
                new GZIPInputStream(new ByteBufInputStream(request.wire().skipBytes(body)))) {
            assertThat(new String(plain.readAllBytes(), StandardCharsets.UTF_8).lines())
                    .hasSize(6);
        }
    }

    @Test
    void drawsFromEveryKindOfVariable(@TempDir Path directory) throws IOException {
        Path words = Files.writeString(directory.resolve("words.txt"), "one\ntwo\n");
        String yaml = """
                name: kinds
                variables:
                  f: { type: file, path: %s }
                  r: { type: range, from: 3, to: 4 }
                  u: { type: uuid }
                  n: { type: now, format: epoch_millis }
                  d: { type: now, format: "yyyy-MM-dd" }
                  x: { type: random, length: 5 }
                requests:
                  - path: /${f}/${r}/${u}/${n}/${d}/${x}
                """.formatted(words);
        RequestBuilder builder = builder(yaml);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            String wire = text(builder.next());
            seen.add(wire);
            assertThat(wire)
                    .containsPattern(
                            "^GET /(one|two)/[34]/[0-9a-f-]{36}/\\d{13}/\\d{4}-\\d\\d-\\d\\d/[a-zA-Z0-9]{5} HTTP/1.1\r\n");
        }
        assertThat(seen).hasSize(50);
    }

    @Test
    void readsTheLinesOfACompressedFile(@TempDir Path directory) throws IOException {
        Path words = directory.resolve("words.ndjson.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(words))) {
            out.write("{\"name\":\"Πρωταράς\"}\n".getBytes(StandardCharsets.UTF_8));
        }
        RequestBuilder builder =
                builder("{name: x, variables: {w: {type: file, path: '%s'}}, requests: [{path: /a, body: '${w}'}]}"
                        .formatted(words));

        assertThat(builder.next().wire().toString(StandardCharsets.UTF_8)).endsWith("\r\n\r\n{\"name\":\"Πρωταράς\"}");
    }

    @Test
    void saysWhichFileIsMissing() {
        assertThatThrownBy(() -> builder(
                        "{name: x, variables: {w: {type: file, path: 'shipped:none.gz'}}, requests: [{path: /}]}"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("shipped:none.gz");
    }

    @Test
    void theCitiesAreWholeDocumentsInManyScripts() throws IOException {
        String wire = new RequestBuilder(ScenarioReader.read("geonames"), "x:1")
                .next()
                .wire()
                .toString(StandardCharsets.UTF_8);
        List<String> lines =
                wire.substring(wire.indexOf("\r\n\r\n") + 4).lines().toList();

        assertThat(lines).hasSize(10_000);
        for (int i = 1; i < lines.size(); i += 2) {
            assertThat(new ObjectMapper()
                            .readTree(lines.get(i))
                            .path("geonameid")
                            .isInt())
                    .isTrue();
        }
        assertThat(wire)
                .containsPattern("\\p{IsGreek}")
                .containsPattern("\\p{IsHan}")
                .containsPattern("\\p{IsArabic}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"geonames", "nginx-logs", "nginx-logs-appended", "nginx-logs-gzip", "search", "small"})
    void theShippedScenariosCanBeMade(String name) throws IOException {
        assertThat(ScenarioReader.SHIPPED).contains(name);
        assertThat(new RequestBuilder(ScenarioReader.read(name), "x:1")
                        .next()
                        .wire()
                        .isReadable())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name: x",
                "name: x\nrequests: [{path: /a, wait: 3}]",
                "name: x\nrequests: [{path: a}]",
                "name: x\nrequests: [{path: '/${none}'}]",
                "name: x\nvariables: {a: {type: magic}}\nrequests: [{path: /}]",
                "name: x\nvariables: {a: {type: list}}\nrequests: [{path: /}]"
            })
    void refusesScenariosThatCannotBeRun(String yaml) {
        assertThatThrownBy(() -> builder(yaml)).isInstanceOf(IllegalArgumentException.class);
    }

    private static String many(Scenario scenario) {
        RequestBuilder builder = new RequestBuilder(scenario, "es:9200");
        return IntStream.range(0, 20).mapToObj(i -> text(builder.next())).reduce("", String::concat);
    }

    private static RequestBuilder builder(String yaml) {
        return new RequestBuilder(ScenarioReader.parse(yaml), "es:9200");
    }

    private static String text(PreparedRequest request) {
        return request.wire().toString(StandardCharsets.ISO_8859_1);
    }
}
