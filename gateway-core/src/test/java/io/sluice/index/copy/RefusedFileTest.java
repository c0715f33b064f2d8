package io.sluice.index.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.index.read.Document;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefusedFileTest {

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("refused.ndjson");
    }

    private static void refuse(RefusedFile refused, String index, String id) throws IOException {
        Document document = new Document(id, null, 1, 0, 0, "{}".getBytes(StandardCharsets.UTF_8));
        refused.refuse(index, document, 400, "why");
    }

    @Test
    void allowsSoManyInAllRunsTogether() throws Exception {
        RefusedFile first = RefusedFile.open(file, 2);
        refuse(first, "a", "1");
        refuse(first, "b", "1");

        RefusedFile second = RefusedFile.open(file, 2);

        assertThat(second.refused()).isEqualTo(2);
        assertThatThrownBy(() -> refuse(second, "a", "2"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("refuses document '2' with status 400: why");
    }

    @Test
    void makesAFileThatOnlyItsOwnerMayRead() throws Exception {
        refuse(RefusedFile.open(file, 1), "a", "1");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void countsOnceWhatIsRefusedAgainInTheNextRun() throws Exception {
        refuse(RefusedFile.open(file, 1), "a", "1");

        RefusedFile second = RefusedFile.open(file, 1);
        refuse(second, "a", "1");

        assertThat(second.refused()).isEqualTo(1);
        assertThat(Files.readAllLines(file)).hasSize(1);
    }

    @Test
    void leavesOutALineThatWasCutShort() throws Exception {
        refuse(RefusedFile.open(file, 9), "a", "1");
        Files.writeString(file, "{\"index\":\"a\",\"i", StandardOpenOption.APPEND);

        RefusedFile second = RefusedFile.open(file, 9);
        refuse(second, "a", "2");

        assertThat(second.refused()).isEqualTo(2);
        assertThat(Files.readAllLines(file))
                .hasSize(2)
                .allMatch(line -> line.startsWith("{\"index\":\"a\",\"id\":") && line.endsWith("}"));
    }
}
