package io.sluice.devcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MainIT {

    private static final Duration PATIENCE = Duration.ofMinutes(4);

    @TempDir
    private Path directory;

    private Path addressesFile;
    private Process main;

    @AfterEach
    void killMain() {
        main.descendants().forEach(ProcessHandle::destroyForcibly);
        main.destroyForcibly();
    }

    @ParameterizedTest
    @EnumSource(names = {"ELASTICSEARCH_7", "ELASTICSEARCH_8"})
    void serversEndWithALauncherThatIsKilled(ServerKind kind) throws Exception {
        // Given
        start(kind);
        List<ProcessHandle> servers = main.descendants().toList();
        // When
        main.destroyForcibly().waitFor();
        // Then
        assertThat(servers).isNotEmpty();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(servers).noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void endsWellWhenItsInputDoes() throws Exception {
        // Given
        start(ServerKind.ELASTICSEARCH_7);
        URI node = URI.create(Files.readAllLines(addressesFile).getFirst());
        try (NodeRequests requests = new NodeRequests()) {
            assertThat(requests.get(node, "/").statusCode()).isEqualTo(200);
        }
        // When
        main.getOutputStream().close();
        // Then
        assertThat(main.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(main.exitValue()).isZero();
        assertThat(directory).isDirectoryNotContaining("glob:**sluice-dev-cluster-*");
    }

    private void start(ServerKind kind) throws IOException {
        // a server that refuses to run as root must be able to enter it as nobody
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        addressesFile = directory.resolve("addresses");
        main = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + directory,
                        "-cp",
                        Path.of(Main.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .getPath())
                                .toString(),
                        Main.class.getName(),
                        "--server",
                        kind.id(),
                        "--fast-start",
                        "--nodes",
                        "1",
                        "--addresses-file",
                        addressesFile.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("main.log").toFile())
                .start();
        await().atMost(PATIENCE).until(() -> Files.exists(addressesFile) || !main.isAlive());
        assertThat(addressesFile)
                .as("%s", Files.readString(directory.resolve("main.log")))
                .exists();
    }
}
