package io.sluice.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.bench.filter.TestPlugins;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("slow")
class FilterCommandTest {
    @TempDir
    private static Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void prepare() throws IOException {
        // Another benchmark on this machine must not fail a test.
        System.setProperty("jmh.ignoreLock", "true");
        TestPlugins.in(directory);
        Files.writeString(directory.resolve("gateway.yml"), """
                plugins: { directory: plugins }
                clusters: { primary: { nodes: ["http://127.0.0.1:9201"] } }
                flows:
                  search:
                    filters: [{ type: json-edit, config: { request: [{ remove: /script_fields }] } }]
                    relay: { cluster: primary }
                  closed:
                    filters: [{ type: answer, config: { status: 403, body: "not here" } }]
                    relay: { cluster: primary }
                  alternating:
                    filters: [{ type: alternating }]
                    relay: { cluster: primary }
                  default: { relay: { cluster: primary } }
                listeners:
                  - name: http
                    bind: 127.0.0.1:8000
                    routes:
                      - { match: { paths: ["/{index}/_search"] }, flow: search }
                      - { match: { methods: [DELETE] }, flow: closed }
                      - { match: { methods: [PUT] }, flow: alternating }
                      - { flow: default }
                """);
        Files.writeString(directory.resolve("search.json"), "{\"script_fields\":{\"a\":1},\"size\":1}");
    }

    @Test
    void printsTheRewrittenRequestAndWhatItCosts() throws IOException {
        Path json = directory.resolve("result.json");

        int code = run("--request", "POST /logs/_search", "--body", "search.json", "--json", json.toString());

        assertThat(code).isZero();
        assertThat(out.toString())
                .contains("POST /logs/_search HTTP/1.1", "Content-Length: 10", "{\"size\":1}")
                .contains("time", "allocated", "34 bytes in, 10 out");
        JsonNode result = new ObjectMapper().readTree(json.toFile());
        assertThat(result.at("/relayed/body").asText()).isEqualTo("{\"size\":1}");
        assertThat(result.at("/nanoseconds/mean").asDouble()).isPositive();
        assertThat(result.at("/nanoseconds/low").asDouble())
                .isLessThan(result.at("/nanoseconds/high").asDouble());
        assertThat(result.at("/allocated_bytes/mean").asDouble()).isPositive();
    }

    @Test
    void measuresInAProcessOfItsOwn() throws IOException {
        int code = run("--request", "POST /logs/_search", "--body", "search.json", "--forks", "1", "--json", "-");

        assertThat(code).as(err.toString()).isZero();
        JsonNode result = new ObjectMapper().readTree(out.toString());
        assertThat(result.at("/nanoseconds/mean").asDouble()).isPositive();
    }

    @Test
    void measuresAnAnswerOnlyWhenAskedTo() {
        assertThat(run("--request", "DELETE /logs")).isEqualTo(1);
        assertThat(out.toString()).contains("HTTP/1.1 403", "not here").doesNotContain("allocated");
        assertThat(err.toString()).contains("--answered");

        assertThat(run("--request", "DELETE /logs", "--answered")).isZero();
        assertThat(out.toString()).contains("allocated");
    }

    @Test
    void showsWhyABodyIsRefused() throws IOException {
        Files.writeString(directory.resolve("broken.json"), "{\"size\":}");

        assertThat(run("--request", "POST /logs/_search", "--body", "broken.json"))
                .isEqualTo(1);
        assertThat(out.toString()).contains("HTTP/1.1 400", "[1:9]");
    }

    @Test
    void failsWhereFiltersDoNotTreatEveryRequestAlike() {
        assertThat(run("--request", "PUT /logs")).isEqualTo(1);
        assertThat(err.toString()).contains("do not treat every request alike");
    }

    @Test
    void hasNothingToMeasureWithoutFilters() {
        assertThat(run("--request", "GET /")).isZero();
        assertThat(out.toString()).contains("filters: none", "GET / HTTP/1.1");
        assertThat(err.toString()).contains("nothing to measure");
    }

    @Test
    void tellsWrongUsageFromAWrongConfigurationAndAMissingFile() throws IOException {
        assertThat(run("--request", "GET")).isEqualTo(2);
        assertThat(run("--request", "GET /", "--header", "no colon")).isEqualTo(2);
        assertThat(run("--request", "GET /", "--chunk", "many")).isEqualTo(2);
        assertThat(run("--request", "GET /", "--client", "a b")).isEqualTo(2);
        assertThat(run("--request", "GET /", "--body", "missing.json")).isEqualTo(1);
        assertThat(err.toString()).contains("no file", "missing.json").doesNotContain("\tat ");

        Files.writeString(directory.resolve("wrong.yml"), "listeners: []\n");
        assertThat(run("--config", directory.resolve("wrong.yml").toString(), "--request", "GET /"))
                .isEqualTo(3);
        assertThat(err.toString()).contains("wrong.yml:1");
    }

    private int run(String... given) {
        List<String> arguments = new ArrayList<>(List.of("filter"));
        if (!List.of(given).contains("--config")) {
            arguments.addAll(
                    List.of("--config", directory.resolve("gateway.yml").toString()));
        }
        arguments.addAll(List.of("--forks", "0", "--iterations", "3", "--time", "20ms"));
        for (int i = 0; i < given.length; i++) {
            boolean file = i > 0 && given[i - 1].equals("--body");
            if (given[i].equals("--forks")) {
                arguments.set(arguments.indexOf("--forks") + 1, given[++i]);
            } else {
                arguments.add(file ? directory.resolve(given[i]).toString() : given[i]);
            }
        }
        CommandLine line =
                SluiceBench.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return line.execute(arguments.toArray(String[]::new));
    }
}
