package io.sluice.bench.compare.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayHomeTest {
    private static final String OPTIONS = """
            # A comment with -XX:+UseZGC in it.
            -Xmx1g
            -XX:+UseG1GC
            -XX:MaxGCPauseMillis=20
            -XX:+ExitOnOutOfMemoryError
            """;

    @TempDir
    private Path directory;

    @Test
    void putsTheCollectorInThePlaceOfTheDistributions() {
        assertThat(GatewayHome.changed(OPTIONS, Collector.PARALLEL)).isEqualTo("""
                # A comment with -XX:+UseZGC in it.
                -Xmx1g
                -XX:+ExitOnOutOfMemoryError
                -XX:+UseParallelGC
                """);
        assertThat(GatewayHome.changed(OPTIONS, Collector.G1).lines().sorted())
                .containsExactlyElementsOf(OPTIONS.lines().sorted().toList());
    }

    @Test
    void leavesTheDistributionAsItIs() throws IOException {
        Path distribution = directory.resolve("real");
        for (String part : new String[] {"bin", "lib", "plugins", "repo", "config"}) {
            Files.createDirectories(distribution.resolve(part));
        }
        Files.writeString(distribution.resolve("config/jvm.options"), OPTIONS);
        Files.writeString(distribution.resolve("config/logback.xml"), "<configuration/>");
        assertThat(Files.createFile(distribution.resolve("bin/sluice")).toFile().setExecutable(true))
                .isTrue();

        Path home = directory.resolve("home");
        GatewayHome made = GatewayHome.make(distribution, home, Collector.SERIAL, Path.of("/jdk"));

        assertThat(home.resolve("config/jvm.options")).content().contains("-XX:+UseSerialGC");
        assertThat(home.resolve("config/logback.xml")).hasContent("<configuration/>");
        assertThat(distribution.resolve("config/jvm.options")).hasContent(OPTIONS);
        assertThat(home.resolve("lib")).isSymbolicLink();
        assertThat(made.command("-Xmx64m", false, "run"))
                .startsWith("env", "JAVA_HOME=/jdk", "JAVA_OPTS=-Xmx64m")
                .anyMatch(word -> word.startsWith("SLUICE_CACHE=") && word.endsWith("none"))
                .endsWith("run");
    }

    @Test
    void refusesWhatIsNoDistribution() {
        assertThatThrownBy(() -> GatewayHome.make(directory, directory.resolve("home"), Collector.G1, Path.of("/jdk")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no distribution in");
    }
}
