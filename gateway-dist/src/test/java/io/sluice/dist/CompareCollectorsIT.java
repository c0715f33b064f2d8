package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.compare.collectors.CollectorComparison;
import io.sluice.bench.compare.collectors.CollectorComparison.Effort;
import io.sluice.bench.compare.collectors.CollectorComparison.Finding;
import io.sluice.bench.compare.collectors.CollectorComparison.Subjects;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The study of collectors in its smallest form: works of the distribution under two collectors, and its starts. */
@Tag("study")
class CompareCollectorsIT {

    @TempDir
    Path directory;

    @Test
    void servesUnderEachCollectorAndLeavesNothingRunning() throws Exception {
        List<String> lines = new ArrayList<>();

        Finding finding = CollectorComparison.run(
                Path.of(System.getProperty("sluice.distribution")),
                Subjects.smoke(),
                Effort.smoke(),
                Files.createDirectory(directory.resolve("files")),
                lines::add);

        JsonNode json = finding.json();
        assertThat(json.path("missing")).isEmpty();
        assertThat(json.path("cells")).hasSize(2 * 2 * 2).allSatisfy(cell -> {
            assertThat(cell.path("requests").asLong()).isPositive();
            // Requests unanswered at the end of this short window count as failed; on a slow machine that affects some
            // of them.
            assertThat(cell.path("failure_share").isNumber())
                    .as(cell.toString())
                    .isTrue();
            assertThat(cell.at("/resident_bytes/median").asDouble()).isPositive();
        });
        assertThat(json.path("starts"))
                .hasSize(4)
                .allSatisfy(start ->
                        assertThat(start.at("/seconds/median").asDouble()).isPositive());
        assertThat(finding.text()).contains("gateway p50", "Too few rounds");
        assertThat(finding.html()).contains("<svg", "The whole time, as the caller sees it");
        assertThat(lines).last().asString().startsWith("100%");
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .noneMatch(process -> process.info().commandLine().orElse("").contains(directory.toString()));
    }
}
