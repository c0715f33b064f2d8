package io.sluice.filters.lines;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class StdoutSinkTest {

    @Test
    void writesLinesAtOnceAndLeavesTheStreamOpen() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, false, UTF_8);

        try (StdoutSink sink = new StdoutSink(out)) {
            sink.write("{\"ü\":1}\n".getBytes(UTF_8));
            assertThat(bytes.toString(UTF_8)).isEqualTo("{\"ü\":1}\n");
        }
        out.print("more");
        out.flush();

        assertThat(bytes.toString(UTF_8)).endsWith("more");
    }
}
