package io.sluice.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ReplayCommandTest {
    @TempDir
    Path directory;

    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine line = SluiceBench.commandLine();
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://127.0.0.1:1 | 1   | a target is http://host:port
            http://127.0.0.1/a  | 1   | a target is http://host:port
            http://127.0.0.1:1  | 0   | a speed is a positive number, or max
            http://127.0.0.1:1  | x   | a speed is a positive number, or max
            """)
    void refusesWhatItCannotDo(String target, String speed, String reason) {
        int code = run("replay", directory.resolve("a.ndjson.gz").toString(), "--target", target, "--speed", speed);

        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).contains(reason);
    }

    @Test
    void saysThatADirectoryHasNoRecording() {
        assertThat(run("replay", directory.toString(), "--target", "http://127.0.0.1:1"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("no file of a recording");
    }

    @Test
    void saysThatAFileIsNotThere() {
        assertThat(run("replay", directory.resolve("none").toString(), "--target", "http://127.0.0.1:1"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("none");
    }
}
