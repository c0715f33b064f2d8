package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code scripts/compare inside --smoke} with real servers: both experiments once, and what becomes of documents. */
@Tag("study")
class CompareInsideIT {
    private static final Path SCRIPT =
            Path.of("../scripts/compare").toAbsolutePath().normalize();

    @TempDir
    private Path directory;

    @Test
    void measuresBothExperimentsAndComparesDocumentsOnTwoServers() throws Exception {
        Path json = directory.resolve("inside.json");
        Path html = directory.resolve("inside.html");

        Finished smoke = Finished.of(new ProcessBuilder(List.of(
                SCRIPT.toString(),
                "inside",
                "--smoke",
                "--no-build",
                "--json",
                json.toString(),
                "--html",
                html.toString())));

        assertThat(smoke.code()).as(smoke.output()).isZero();
        assertThat(smoke.output())
                .contains("All together", "Pipelined connections", "What it costs the gateway to write a city");
        JsonNode result = new ObjectMapper().readTree(Files.readString(json));
        Set<String> lanes = new HashSet<>();
        Set<String> formats = new HashSet<>();
        for (JsonNode cell : result.path("cells")) {
            assertThat(cell.at("/rounds/0/documents").asLong()).isPositive();
            assertThat(cell.at("/rounds/0/failures").asLong(1)).isZero();
            lanes.add(
                    cell.path("target").asText() + " " + cell.path("pipelined").asInt());
            formats.add(cell.path("format").asText());
        }
        assertThat(lanes).contains("stub 1", "stub 4", "noop 1", "noop 4", "real 1", "real 4");
        assertThat(formats).contains("json", "json in chunks", "smile");
        assertThat(html).isNotEmptyFile();
        documentsChange(result);
    }

    /** The reason why the gateway writes JSON: it holds on every server, or the decision is to be looked at again. */
    private static void documentsChange(JsonNode result) {
        assertThat(result.path("fidelity")).hasSize(2).allSatisfy(server -> {
            assertThat(server.at("/json/searched/white space").asText()).isEqualTo("{ \"a\" : [ 1, 2 ] }");
            assertThat(server.at("/smile/searched/white space").asText()).isEqualTo("{\"a\":[1,2]}");
            assertThat(server.at("/json/searched/1e5").asText()).isEqualTo("{\"n\":1e5}");
            assertThat(server.at("/smile/searched/1e5").asText()).isNotEqualTo("{\"n\":1e5}");
        });
    }
}
