package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code scripts/bench-all --smoke}, for a row of each kind. */
class BenchAllIT {
    private static final Path SCRIPT =
            Path.of("../scripts/bench-all").toAbsolutePath().normalize();

    @TempDir
    private Path directory;

    @Test
    void measuresTheGatewayBesideAnotherProxyAndKeepsTheResult() throws Exception {
        Finished smoke = Finished.of(new ProcessBuilder(List.of(
                SCRIPT.toString(),
                "--smoke",
                "--no-build",
                "--out",
                directory.toString(),
                "--only",
                "small,search-index-shared,tenant-bulk-shard")));

        assertThat(smoke.code()).as(smoke.output()).isZero();
        assertThat(smoke.output())
                .contains("3 of 3: tenant bulk regrouped by shard, shared", "Nothing was kept before");
        try (Stream<Path> kept = Files.list(directory)) {
            List<Path> files = kept.sorted().toList();
            assertThat(files).hasSize(2);
            JsonNode rows = new ObjectMapper()
                    .readTree(Files.readString(files.getLast()))
                    .path("rows");
            assertThat(rows).hasSize(3).allSatisfy(row -> {
                JsonNode gateway = row.path("subjects").get(row.path("subjects").size() - 1);
                assertThat(gateway.path("name").asText()).isEqualTo("sluice");
                assertThat(gateway.at("/ratio/median").asDouble()).isPositive();
                assertThat(gateway.at("/resident_bytes/median").asDouble()).isPositive();
                assertThat(gateway.path("failures").asDouble()).isZero();
            });
        }
    }
}
