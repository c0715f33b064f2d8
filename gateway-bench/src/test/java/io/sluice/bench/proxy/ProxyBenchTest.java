package io.sluice.bench.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.load.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class ProxyBenchTest {
    @TempDir
    private Path directory;

    @Test
    void comparesProcessesRoundByRoundAndLeavesNoneRunning() throws Exception {
        List<String> lines = new ArrayList<>();

        ProxyBench.Finding finding = new ProxyBench(plan(List.of("direct", "bare"), 2)).run(lines::add);

        JsonNode bare = finding.json().at("/subjects/1");
        assertThat(bare.path("name").asText()).isEqualTo("bare");
        assertThat(bare.path("failure_share").asDouble(1)).isZero();
        assertThat(bare.at("/requests_per_second/median").asDouble()).isPositive();
        assertThat(bare.at("/cpu_per_request_ratio/low").asDouble())
                .isLessThanOrEqualTo(bare.at("/cpu_per_request_ratio/high").asDouble());
        assertThat(finding.json().at("/subjects/0/cpu_per_request_ratio/median").asDouble())
                .isEqualTo(1);
        assertThat(finding.table()).contains("cpu us/req", "only 2 rounds");
        assertThat(lines).contains("round 2 of 2");
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .noneMatch(process -> process.info().commandLine().orElse("").contains("bare-proxy"));
    }

    @Test
    void saysWhyASubjectDoesNotStart() {
        assertThatThrownBy(() -> new ProxyBench(plan(List.of("direct", "broken=sh -c 'echo no such luck; exit 3'"), 1))
                        .run(line -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("broken does not listen")
                .hasMessageContaining("no such luck");
    }

    @Test
    void refusesASubjectItDoesNotKnow() {
        assertThatThrownBy(() -> new ProxyBench(plan(List.of("direct", "caddy"), 1)).run(line -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("caddy");
    }

    private ProxyBench.Plan plan(List<String> subjects, int rounds) throws IOException {
        return new ProxyBench.Plan(
                subjects,
                ScenarioReader.read("small"),
                4,
                null,
                rounds,
                Duration.ofMillis(400),
                Duration.ofMillis(200),
                1,
                "",
                directory,
                null,
                null,
                true);
    }
}
