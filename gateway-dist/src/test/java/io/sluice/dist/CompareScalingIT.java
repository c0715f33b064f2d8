package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code scripts/compare scaling --smoke}: two real nodes are calibrated, the distribution is measured, the rest is modelled. */
@Tag("study")
class CompareScalingIT {
    private static final Path SCRIPT =
            Path.of("../scripts/compare").toAbsolutePath().normalize();
    private static final int WAYS = 3;
    private static final int ROWS = 8;

    @TempDir
    private Path directory;

    @Test
    void measuresTwoRowsAndModelsTheOthers() throws Exception {
        Finished smoke = Finished.of(new ProcessBuilder(
                List.of(SCRIPT.toString(), "scaling", "--smoke", "--no-build", "--out", directory.toString())));

        assertThat(smoke.code()).as(smoke.output()).isZero();
        assertThat(smoke.output()).contains("measured", "modelled", "What a real node costs", "100%");
        JsonNode result = new ObjectMapper().readTree(Files.readString(directory.resolve("scaling.json")));
        assertThat(result.path("measured")).hasSize(WAYS).allSatisfy(row -> {
            assertThat(row.at("/documents_per_second/median").asDouble()).isPositive();
            double misrouted = row.at("/misrouted_share/median").asDouble();
            if (row.path("cores").asInt() > 0) {
                assertThat(row.at("/gateway_cpu/median").asDouble()).isPositive();
                assertThat(misrouted).isZero();
            } else {
                assertThat(misrouted).isPositive();
            }
        });
        assertThat(result.path("modelled"))
                .hasSize(ROWS)
                .allSatisfy(row -> assertThat(row.at("/nodes_as_calibrated/documents_per_second")
                                .asDouble())
                        .isPositive());
        assertThat(result.path("checks")).hasSize(2 * WAYS);
        assertThat(result.at("/node/request/rounds").asInt()).isEqualTo(1);
        assertThat(directory.resolve("scaling.html")).isNotEmptyFile();
    }
}
