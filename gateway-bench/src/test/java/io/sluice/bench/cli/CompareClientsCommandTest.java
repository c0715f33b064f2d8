package io.sluice.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareClientsCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter err = new StringWriter();

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
        return SluiceBench.commandLine().setErr(new PrintWriter(err)).execute(arguments);
    }
}
