package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.index.diff.Difference;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DifferenceReportTest {
    @TempDir
    Path directory;

    @Test
    void makesAFileThatOnlyItsOwnerMayRead() throws Exception {
        Path file = directory.resolve("report.ndjson");
        try (DifferenceReport report = new DifferenceReport(new PrintWriter(Writer.nullWriter()), 1, 0, file)) {
            report.take(List.of(new Difference("7", null, null, null, false, false)));
        }

        assertThat(Files.readString(file)).contains("\"id\":\"7\"");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }
}
