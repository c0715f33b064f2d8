package io.sluice.devcluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {

    private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));

    @TempDir
    private Path server;

    private ClassArchive archive;

    @BeforeEach
    void buildServer() throws Exception {
        archive = ClassArchive.of(server);
        Files.createDirectory(archive.lib());
        Files.createFile(archive.lib().resolve("server.jar"));
        Files.createFile(archive.file());
    }

    @Test
    void keepsAnArchiveThatIsNewerThanAllJars() throws Exception {
        Files.setLastModifiedTime(archive.lib().resolve("server.jar"), LONG_AGO);
        Files.setLastModifiedTime(archive.lib(), LONG_AGO);

        archive.writing();

        assertThat(archive.file()).exists();
    }

    @Test
    void dropsAnArchiveThatIsOlderThanAJarSoThatTheServerWritesItAnew() throws Exception {
        Files.setLastModifiedTime(archive.file(), LONG_AGO);

        archive.writing();

        assertThat(archive.file()).doesNotExist();
    }
}
