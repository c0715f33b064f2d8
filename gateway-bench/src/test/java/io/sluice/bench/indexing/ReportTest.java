package io.sluice.bench.indexing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {

    @Test
    void comparesTheWindowsOfARoundWithEachOtherOnly() {
        Map<Way, List<IndexingResult>> windows = new LinkedHashMap<>();
        // Given a machine that was half as fast in the second round
        windows.put(
                way("all"),
                List.of(new IndexingResult(1000, 1, 0.1, 0, 450_000), new IndexingResult(1000, 2, 0.1, 0, 450_000)));
        windows.put(
                way("shard"),
                List.of(new IndexingResult(1000, 0.8, 0.08, 0.01, 0), new IndexingResult(1000, 1.6, 0.08, 0.01, 0)));

        Report report = new Report(windows);

        JsonNode shard = report.json().get(1);
        assertThat(shard.at("/documents_per_second_ratio/low").asDouble()).isCloseTo(1.25, within(1e-9));
        assertThat(shard.at("/documents_per_second_ratio/high").asDouble()).isCloseTo(1.25, within(1e-9));
        assertThat(shard.at("/cpu_per_document/median").asDouble()).isCloseTo(90e-6, within(1e-12));
        assertThat(shard.at("/gateway_cpu_per_document/median").asDouble()).isCloseTo(10e-6, within(1e-12));
        assertThat(report.table()).containsPattern("all .* 450\\.0\n").containsPattern("shard .* 0\\.0\n");
    }

    private static Way way(String name) {
        return new Way(name, List.of(), null);
    }
}
