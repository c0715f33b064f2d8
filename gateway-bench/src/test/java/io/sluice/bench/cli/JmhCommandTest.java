package io.sluice.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class JmhCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void ignoreOtherBenchmarks() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    @Test
    void saysWhereAsyncProfilerIsWhenItIsNotThere() {
        assertThat(run(
                        "Nothing",
                        "--async-profiler",
                        directory.resolve("lib.so").toString()))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("no async-profiler at", "tools.profiler:async-profiler")
                .doesNotContain("\tat ");
    }

    @Test
    void saysThatNoBenchmarkHasThatName() {
        assertThat(run("Nothing")).isEqualTo(1);
        assertThat(err.toString()).contains("No benchmarks to run").doesNotContain("\tat ");
    }

    @Test
    void keepsTheResultWithARecordingBesideIt() throws IOException {
        Path profiles = directory.resolve("profiles");

        assertThat(run(
                        "JsonRewriterBenchmark.noEdit",
                        "--forks",
                        "1",
                        "--iterations",
                        "1",
                        "--jfr",
                        "--profiles",
                        profiles.toString()))
                .as(err.toString())
                .isZero();

        JsonNode result =
                new ObjectMapper().readTree(directory.resolve("result.json").toFile());
        assertThat(result.path("commit").asText()).isEqualTo("abc");
        assertThat(result.at("/results/0/primaryMetric/score").asDouble()).isPositive();
        assertThat(result.at("/results/0/secondaryMetrics/gc.alloc.rate.norm/score")
                        .asDouble())
                .isPositive();
        try (Stream<Path> files = Files.walk(profiles)) {
            assertThat(files.filter(file -> file.toString().endsWith(".jfr"))).hasSize(1);
        }
    }

    private int run(String... given) {
        String[] arguments = Stream.concat(
                        Stream.of(
                                "jmh",
                                "--commit",
                                "abc",
                                "--json",
                                directory.resolve("result.json").toString()),
                        Stream.of(given))
                .toArray(String[]::new);
        return SluiceBench.commandLine().setErr(new PrintWriter(err)).execute(arguments);
    }
}
