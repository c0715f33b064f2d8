package io.sluice.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class CompareClientsCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void ignoreOtherBenchmarks() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    @Test
    void runsAllOfTheStudyAndLeavesNothingRunning() throws IOException {
        Path json = directory.resolve("clients.json");
        Path html = directory.resolve("clients.html");

        int code = run(
                "--smoke", "--directory", directory.toString(), "--json", json.toString(), "--html", html.toString());

        assertThat(code).as(err.toString()).isZero();
        assertThat(err.toString()).contains("this takes at least", " left: ");
        assertThat(out.toString()).contains("One operation, alone", "The application under load");
        JsonNode result = new ObjectMapper().readTree(json.toFile());
        assertThat(result.path("operations")).hasSize(9).allSatisfy(row -> {
            assertThat(row.at("/nanoseconds/median").asDouble()).isPositive();
            assertThat(row.at("/bytes/median").asDouble()).isPositive();
            assertThat(row.path("objects").asDouble()).isPositive();
        });
        assertThat(result.at("/sustained/styles")).hasSize(2).allSatisfy(style -> {
            assertThat(style.path("failures").asLong(1)).isZero();
            assertThat(style.at("/allocated/median").asDouble()).isPositive();
        });
        assertThat(Files.readString(html)).contains("<svg", "\"study\":\"clients\"");
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .noneMatch(process -> process.info().commandLine().orElse("").contains("compare.clients"));
    }

    @Test
    void refusesAStyleItDoesNotKnow() {
        assertThat(run("--smoke", "--styles", "typed,soap", "--directory", directory.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("got 'soap'").doesNotContain("\tat ");
    }

    private int run(String... given) {
        String[] arguments = new String[given.length + 1];
        arguments[0] = "compare-clients";
        System.arraycopy(given, 0, arguments, 1, given.length);
        return SluiceBench.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
