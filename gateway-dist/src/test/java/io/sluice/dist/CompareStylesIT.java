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

/** Runs {@code scripts/compare styles --smoke}: every style on the ways that differ most, with a real node and the distribution. */
@Tag("study")
class CompareStylesIT {
    private static final Path SCRIPT =
            Path.of("../scripts/compare").toAbsolutePath().normalize();
    private static final int OVER_HTTP = 5;
    private static final int WAYS = 4;
    private static final int TRANSPORT_WAYS = 2;

    @TempDir
    private Path directory;

    @Test
    void everyStyleDoesBulksAndSearches() throws Exception {
        Finished smoke = Finished.of(new ProcessBuilder(
                List.of(SCRIPT.toString(), "styles", "--smoke", "--no-build", "--out", directory.toString())));

        assertThat(smoke.code()).as(smoke.output()).isZero();
        assertThat(smoke.output()).contains("What a document costs", "What a search costs");
        JsonNode result = new ObjectMapper().readTree(Files.readString(directory.resolve("styles.json")));
        assertThat(result.path("missing")).isEmpty();
        Set<String> bulks = new HashSet<>();
        Set<String> searches = new HashSet<>();
        for (JsonNode cell : result.path("cells")) {
            assertThat(cell.at("/trials/0/operations").asLong()).isPositive();
            String lane = cell.path("style").asText() + " " + cell.path("way").asText();
            (cell.path("kind").asText().equals("bulk") ? bulks : searches).add(lane);
        }
        assertThat(bulks).hasSize(OVER_HTTP * WAYS + TRANSPORT_WAYS).isEqualTo(searches);
        assertThat(directory.resolve("styles.html")).isNotEmptyFile();
    }

    @Test
    void namesTheStudiesThereAre() throws Exception {
        Finished listed = Finished.of(new ProcessBuilder(List.of(SCRIPT.toString())));
        Finished unknown = Finished.of(new ProcessBuilder(List.of(SCRIPT.toString(), "nothing")));

        assertThat(listed.output()).contains("styles: transport, REST");
        assertThat(unknown.code()).isEqualTo(1);
    }
}
