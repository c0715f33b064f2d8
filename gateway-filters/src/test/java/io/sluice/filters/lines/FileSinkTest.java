package io.sluice.filters.lines;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSinkTest {

    @TempDir
    private Path directory;

    private Path log;

    @BeforeEach
    void name() {
        log = directory.resolve("access.log");
    }

    private static void write(FileSink sink, String lines) throws IOException {
        sink.write(lines.getBytes(UTF_8));
    }

    private String content(String suffix) throws IOException {
        return Files.readString(directory.resolve("access.log" + suffix));
    }

    @Test
    void appendsToWhatIsThere() throws IOException {
        Files.writeString(log, "old\n");

        try (FileSink sink = new FileSink(log, Long.MAX_VALUE, 5)) {
            write(sink, "new\n");
        }

        assertThat(content("")).isEqualTo("old\nnew\n");
    }

    @Test
    void beginsANewFileBeforeOneGrowsTooLarge() throws IOException {
        try (FileSink sink = new FileSink(log, 10, 2)) {
            for (int i = 1; i <= 4; i++) {
                write(sink, "line " + i + "\n");
            }
        }

        assertThat(content("")).isEqualTo("line 4\n");
        assertThat(content(".1")).isEqualTo("line 3\n");
        assertThat(content(".2")).isEqualTo("line 2\n");
        assertThat(directory.resolve("access.log.3")).doesNotExist();
    }

    @Test
    void writesWhatIsLargerThanAFileIntoOneOfItsOwn() throws IOException {
        try (FileSink sink = new FileSink(log, 10, 1)) {
            write(sink, "a\n");
            write(sink, "x".repeat(100) + "\n");
        }

        assertThat(content("")).hasSize(101);
        assertThat(content(".1")).isEqualTo("a\n");
    }

    @Test
    void keepsNoOldFileWhereNoneIsWanted() throws IOException {
        try (FileSink sink = new FileSink(log, 10, 0)) {
            write(sink, "line 1\n");
            write(sink, "line 2\n");
        }

        assertThat(content("")).isEqualTo("line 2\n");
        assertThat(directory.resolve("access.log.1")).doesNotExist();
    }

    @Test
    void followsTheNameWhenSomebodyElseRenamesTheFile() throws IOException {
        try (FileSink sink = new FileSink(log, Long.MAX_VALUE, 5)) {
            write(sink, "before\n");
            Files.move(log, directory.resolve("moved"));
            write(sink, "after\n");
        }

        assertThat(content("")).isEqualTo("after\n");
        assertThat(Files.readString(directory.resolve("moved"))).isEqualTo("before\n");
    }

    @Test
    void opensTheFileAgainAfterAnInterrupt() throws IOException {
        try (FileSink sink = new FileSink(log, Long.MAX_VALUE, 5)) {
            Thread.currentThread().interrupt();
            try {
                write(sink, "lost\n");
            } catch (IOException e) {
                assertThat(Thread.interrupted()).isTrue();
            }

            write(sink, "written\n");
        }

        assertThat(content("")).isEqualTo("written\n");
    }
}
