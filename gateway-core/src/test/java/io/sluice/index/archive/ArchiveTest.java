package io.sluice.index.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sluice.index.call.Server;
import io.sluice.index.read.Document;
import io.sluice.index.read.IndexDescription;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveTest {
    private static final String NAME = "data/i/0-0-1.ndjson.gz";

    @TempDir
    Path directory;

    private static Document document(int number) {
        String routing = number % 3 == 0 ? "r\"" + number : null;
        byte[] source =
                ("{\"n\":" + number + ",\"t\":\"" + "é".repeat(number % 50) + "\"}").getBytes(StandardCharsets.UTF_8);
        return new Document("id-" + number + "\n", routing, number + 1, 0, 0, source);
    }

    private ArchiveFile written(int documents) throws IOException {
        try (ArchiveFileWriter writer = new ArchiveFileWriter(directory, NAME)) {
            for (int i = 0; i < documents; i++) {
                writer.add(document(i));
            }
            assertThat(directory.resolve(NAME)).doesNotExist();
            return writer.finish(false);
        }
    }

    private static List<Document> read(Path file) throws IOException {
        List<Document> documents = new ArrayList<>();
        try (ArchiveFileReader reader = new ArchiveFileReader(file)) {
            for (Document document = reader.next(); document != null; document = reader.next()) {
                documents.add(document);
            }
        }
        return documents;
    }

    private Manifest manifest(ArchiveFile file) {
        IndexDescription index = new IndexDescription(
                "i",
                JsonNodeFactory.instance.objectNode().put("m", 1),
                JsonNodeFactory.instance.objectNode().put("uuid", "u").put("number_of_shards", "1"),
                JsonNodeFactory.instance.objectNode());
        return Manifest.now(Server.of("7.17.28"), List.of(new ArchivedIndex(index, List.of(file))));
    }

    @Test
    void bringsBackWhatWasWritten() throws Exception {
        ArchiveFile file = written(500);

        List<Document> documents = read(directory.resolve(NAME));

        assertThat(file.documents()).isEqualTo(500);
        assertThat(documents).hasSize(500);
        for (int i = 0; i < 500; i++) {
            assertThat(documents.get(i)).usingRecursiveComparison().isEqualTo(document(i));
        }
        assertThat(Files.size(directory.resolve(NAME))).isEqualTo(file.bytes());
        assertThat(Sha256.of(directory.resolve(NAME))).isEqualTo(file.sha256());
    }

    @Test
    void makesFilesThatOnlyTheirOwnerMayRead() throws Exception {
        manifest(written(5)).write(directory);

        for (String name : List.of(NAME, Manifest.FILE, Manifest.SUMS)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name))))
                    .as(name)
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void leavesOnlyAPartOfAFileThatWasNotFinished() throws Exception {
        try (ArchiveFileWriter writer = new ArchiveFileWriter(directory, NAME)) {
            writer.add(document(1));
        }

        assertThat(directory.resolve(NAME)).doesNotExist();
    }

    @Test
    void neverTakesATornFileForAWholeOne() throws Exception {
        written(50);
        byte[] whole = Files.readAllBytes(directory.resolve(NAME));
        for (int length = 0; length < whole.length; length++) {
            Path torn = directory.resolve("torn");
            Files.write(torn, Arrays.copyOf(whole, length));

            assertThatThrownBy(() -> read(torn)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void readsTheManifestThatItWrote() throws Exception {
        ArchiveFile file = written(5);
        Manifest before = manifest(file);
        before.write(directory);

        assertThat(Manifest.read(directory)).isEqualTo(before);
    }

    @Test
    void noticesBitsThatFlipInTheManifest() throws Exception {
        Manifest before = manifest(written(5));
        before.write(directory);
        Path file = directory.resolve(Manifest.FILE);
        byte[] content = Files.readAllBytes(file);
        for (int bit = 0; bit < content.length * 8; bit += 7) {
            byte[] damaged = content.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, damaged);

            assertThatThrownBy(() -> Manifest.read(directory)).hasMessageContaining("damaged");
        }
    }

    @Test
    void refusesChecksumsThatBelongToOtherFiles() throws Exception {
        manifest(written(5)).write(directory);
        Path sums = directory.resolve(Manifest.SUMS);
        String text = Files.readString(sums);
        Files.writeString(sums, (text.charAt(0) == '0' ? "1" : "0") + text.substring(1));

        assertThatThrownBy(() -> Manifest.read(directory)).hasMessageContaining("differ about " + NAME);
    }

    @Test
    void isNoBackupBeforeTheManifestIsThere() {
        assertThatThrownBy(() -> Manifest.read(directory)).hasMessageContaining("not completed");
    }

    @Test
    void knowsItsFilesAlsoInTheWorkingDirectory() {
        assertThat(Manifest.isWithin(Path.of("."), NAME)).isTrue();
        assertThat(Manifest.isWithin(Path.of(""), NAME)).isTrue();
        assertThat(Manifest.isWithin(Path.of("."), "../" + NAME)).isFalse();
    }

    @Test
    void refusesFilesOutsideOfTheBackup() throws Exception {
        ArchiveFile file = written(5);
        manifest(new ArchiveFile("../outside", 5, file.bytes(), file.plainBytes(), file.sha256(), false))
                .write(directory);

        assertThatThrownBy(() -> Manifest.read(directory)).hasMessageContaining("outside of the backup");
    }
}
