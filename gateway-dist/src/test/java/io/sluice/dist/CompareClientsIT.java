package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.compare.clients.ClientComparison;
import io.sluice.bench.compare.clients.ClientComparison.Application;
import io.sluice.bench.compare.clients.ClientComparison.Effort;
import io.sluice.bench.compare.clients.ClientComparison.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client study in its smallest form: every measurement once, in the JVMs that it starts. */
@Tag("study")
class CompareClientsIT {

    @TempDir
    Path directory;

    @BeforeAll
    static void ignoreOtherBenchmarks() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    @Test
    void measuresEveryOperationAndTheApplicationAndLeavesNothingRunning() throws Exception {
        List<String> lines = new ArrayList<>();

        Finding finding = ClientComparison.run(
                new Application(List.of("typed", "streaming"), 10, 4, "64m", "G1", 0),
                Effort.smoke(),
                directory,
                lines::add);

        JsonNode json = finding.json();
        assertThat(json.path("operations")).hasSize(9).allSatisfy(row -> {
            assertThat(row.at("/nanoseconds/median").asDouble()).isPositive();
            assertThat(row.at("/bytes/median").asDouble()).isPositive();
            assertThat(row.path("objects").asDouble()).isPositive();
        });
        assertThat(json.at("/sustained/styles")).hasSize(2).allSatisfy(style -> {
            assertThat(style.path("failures").asLong(1)).isZero();
            assertThat(style.at("/allocated/median").asDouble()).isPositive();
        });
        assertThat(finding.text()).contains("One operation, alone", "The application under load");
        assertThat(finding.html()).contains("<svg", "\"study\":\"clients\"");
        assertThat(lines).first().asString().startsWith("this takes at least");
        assertThat(lines).last().asString().startsWith("100%");
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .noneMatch(process -> process.info().commandLine().orElse("").contains("compare.clients"));
    }
}
