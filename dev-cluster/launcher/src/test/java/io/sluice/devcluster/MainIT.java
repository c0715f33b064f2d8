package io.sluice.devcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.Writer;
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

    @Test
    void killsAndRestartsNodesAsItsInputSays() throws Exception {
        // Given
        start(ServerKind.ELASTICSEARCH_7);
        URI node = URI.create(Files.readAllLines(addressesFile).getFirst());
        try (NodeRequests requests = new NodeRequests();
                Writer input = main.outputWriter()) {
            // When
            input.write("kill 7\nkill 0\n");
            input.flush();
            // Then
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThatThrownBy(() -> requests.get(node, "/")).isInstanceOf(IOException.class));
            // When
            input.write("restart 0\n");
            input.flush();
            // Then
            await().atMost(PATIENCE)
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> requests.get(node, "/").statusCode() == 200);
            assertThat(Files.readString(directory.resolve("main.log")))
                    .contains("kill 7: there is no node 7", "done: kill 0");
        }
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
                        "--process-per-node",
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
