package io.sluice.bench.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.config.ConfigException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalledFlowTest {
    private static final String BODY = "{\"size\":10,\"query\":{\"match\":{\"name\":\"Protarás\"}}}";
    private static final String EDITED =
            "{\"size\":10,\"query\":{\"match\":{\"name\":\"Protarás\"}},\"track_total_hits\":1000}";

    @TempDir
    private static Path directory;

    @BeforeAll
    static void plugins() throws IOException {
        TestPlugins.in(directory);
        Files.writeString(directory.resolve("gateway.yml"), """
                plugins: { directory: plugins }
                clusters:
                  primary: { nodes: ["http://127.0.0.1:9201"] }
                  archive: { nodes: ["http://127.0.0.1:9301"] }
                flows:
                  search:
                    filters:
                      - { type: headers, config: { request: { set: { x-team: search } } } }
                      - { type: json-edit, config: { request: [{ set: { path: /track_total_hits, value: 1000 } }] } }
                    relay: { cluster: primary }
                  login:
                    filters: [{ type: basic-auth, config: { file: users } }]
                    relay: { cluster: primary }
                  old:
                    filters: [{ type: route-to, config: { rules: [{ cluster: archive, when: { methods: [PUT] } }] } }]
                    relay: { cluster: primary }
                  default:
                    relay: { cluster: primary }
                listeners:
                  - name: http
                    bind: 127.0.0.1:8000
                    limits: { body: 64KiB }
                    routes:
                      - { match: { methods: [POST], paths: ["/{index}/_search"] }, flow: search }
                      - { match: { methods: [GET] }, flow: login }
                      - { match: { methods: [PUT] }, flow: old }
                      - { flow: default }
                """);
        // The password is secret.
        Files.writeString(
                directory.resolve("users"), "ada:$2y$04$9YcxzoTczxWfEYbX7f1V.uJNV6pYhoKfzRxD2aUsgdaGWsIYIVdxa\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 65_536})
    void editsTheBodyAlikeHoweverItIsSplit(int chunk) throws Exception {
        try (CalledFlow flow = CalledFlow.open(call("POST /logs/_search", body(BODY), chunk))) {
            BodyOpening opening = new BodyOpening(1000);

            Passage passage = flow.run(opening);

            assertThat(flow.flow()).isEqualTo("search");
            assertThat(opening.text()).isEqualTo(EDITED);
            Passage.Relayed relayed = (Passage.Relayed) passage;
            assertThat(relayed.head().headers().get("x-team")).isEqualTo("search");
            assertThat(relayed.bodyBytes()).isEqualTo(EDITED.getBytes(StandardCharsets.UTF_8).length);
            // And again, as often as it is measured
            assertThat(flow.run(new BodyOpening(0))).hasToString(passage.toString());
        }
    }

    @Test
    void undoesGzipWhereAFilterLooksIn() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(BODY.getBytes(StandardCharsets.UTF_8));
        }
        Path file = Files.write(directory.resolve("body.gz"), packed.toByteArray());
        FilterCall call = call("POST /logs/_search", file, 10, "Content-Encoding: gzip");
        try (CalledFlow flow = CalledFlow.open(call)) {
            BodyOpening opening = new BodyOpening(1000);

            Passage passage = flow.run(opening);

            assertThat(opening.text()).isEqualTo(EDITED);
            assertThat(new FilterReport(flow, passage, opening).result()).doesNotContain("Content-Encoding");
        }
    }

    @Test
    void leavesABodyAloneThatNoFilterLooksInto() throws Exception {
        try (CalledFlow flow = CalledFlow.open(call("PUT /logs/_doc/1", body(BODY), 10))) {
            Passage passage = flow.run(new BodyOpening(0));

            assertThat(passage).isInstanceOfSatisfying(Passage.Relayed.class, relayed -> {
                assertThat(relayed.untouched()).isTrue();
                assertThat(relayed.cluster()).isEqualTo("archive");
                assertThat(relayed.bodyBytes()).isEqualTo(flow.bodyBytes());
            });
        }
    }

    @Test
    void waitsForAPlanThatComesLater() throws Exception {
        String right = "Authorization: Basic "
                + Base64.getEncoder().encodeToString("ada:secret".getBytes(StandardCharsets.UTF_8));
        try (CalledFlow flow = CalledFlow.open(call("GET /", null, 10, right))) {
            assertThat(flow.run(new BodyOpening(0))).isInstanceOf(Passage.Relayed.class);
        }
        try (CalledFlow flow = CalledFlow.open(call("GET /", null, 10))) {
            assertThat(flow.run(new BodyOpening(0)))
                    .isInstanceOfSatisfying(
                            Passage.Answered.class,
                            answered -> assertThat(answered.reply().status()).isEqualTo(401));
        }
    }

    @Test
    void refusesWhatTheListenerRefuses() throws Exception {
        try (CalledFlow flow = CalledFlow.open(call("POST /a%2fb/_search", null, 10))) {
            assertThat(flow.refusal())
                    .isNotNull()
                    .satisfies(failure -> assertThat(failure.status()).isEqualTo(400));
        }
        try (CalledFlow flow = CalledFlow.open(call("POST /logs/_search", body("x".repeat(70_000)), 10))) {
            assertThat(flow.refusal())
                    .isNotNull()
                    .satisfies(failure -> assertThat(failure.status()).isEqualTo(413));
        }
        try (CalledFlow flow = CalledFlow.open(call("POST /logs/_search", body(BODY), 10))) {
            assertThat(flow.refusal()).isNull();
        }
    }

    @Test
    void refusesAnEncodingThatNoFilterCouldLookThrough() throws Exception {
        FilterCall call = call("POST /logs/_search", body(BODY), 10, "Content-Encoding: br");
        try (CalledFlow flow = CalledFlow.open(call)) {
            assertThat(flow.run(new BodyOpening(0)))
                    .isInstanceOfSatisfying(
                            Passage.Failed.class,
                            failed -> assertThat(failed.failure().status()).isEqualTo(415));
        }
    }

    @Test
    void takesTheFlowThatIsNamed() throws Exception {
        FilterCall call = call("POST /logs/_search", body(BODY), 10);
        FilterCall named = new FilterCall(
                call.config(), null, null, "old", call.request(), List.of(), call.body(), 10, "10.0.0.1");
        try (CalledFlow flow = CalledFlow.open(named)) {
            assertThat(flow.instances()).hasSize(1);
            assertThat(flow.flow()).isEqualTo("old");
        }
        FilterCall unknown =
                new FilterCall(call.config(), null, null, "new", call.request(), List.of(), null, 10, "10.0.0.1");
        assertThatThrownBy(() -> CalledFlow.open(unknown))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("search, login, old, default");
    }

    @Test
    void reportsWhatIsWrongWithAConfiguration() throws IOException {
        Path file = Files.writeString(directory.resolve("broken.yml"), "clusters: {}\nflow: {}\n");
        FilterCall call = new FilterCall(file, null, null, null, "GET /", List.of(), null, 10, "127.0.0.1");

        assertThatThrownBy(() -> CalledFlow.open(call))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("broken.yml:2");
    }

    private static Path body(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "body", ".json"), text);
    }

    private static FilterCall call(String request, Path body, int chunk, String... headers) {
        return new FilterCall(
                directory.resolve("gateway.yml"),
                null,
                null,
                null,
                request,
                List.of(headers),
                body,
                chunk,
                "127.0.0.1");
    }
}
