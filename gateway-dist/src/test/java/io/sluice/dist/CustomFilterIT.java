package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows the steps of examples/custom-filter: build it, install the jar, use it. */
class CustomFilterIT {

    @TempDir
    Path directory;

    @Test
    void aFilterBuiltFromTheExampleServesInTheDistribution() throws Exception {
        // Given
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        Path project = distribution.home().resolve("examples/custom-filter");

        // When
        Finished build = build(project);
        assertThat(build.code()).as(build.output()).isZero();
        assertThat(build.output()).doesNotContain("DEBUG");
        Files.copy(
                project.resolve("target/search-limit-1.0.0.jar"),
                distribution.home().resolve("plugins/search-limit.jar"),
                StandardCopyOption.REPLACE_EXISTING);
        distribution.configure("""
                admin: { enabled: false }
                plugins: { directory: ../plugins }
                clusters: { primary: { nodes: ["http://127.0.0.1:9"] } }
                flows:
                  default:
                    filters: [{ type: search-limit, config: { maxSize: 100 } }]
                    relay: { cluster: primary }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """);

        // Then
        assertThat(distribution.command("filters", "search-limit").output())
                .contains("maxSize  integer  1000     the most hits that one search may ask for");
        try (RunningGateway gateway = distribution.start()) {
            HttpResponse<String> refused = gateway.send("GET", "/logs/_search?size=101", "");
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("a search may ask for 100 hits at most");
        }
    }

    @Test
    void theExamplesOfTheGuideAreThereAsWholeClasses() throws Exception {
        Path guide = Distribution.copyTo(directory.resolve("sluice")).home().resolve("examples/guide");

        assertThat(Files.readString(guide.resolve("RedactExample.java")))
                .contains("import io.sluice.api.FilterType;", "@FilterType(\"redact\")");
        assertThat(guide).isDirectoryContaining("glob:**/RouterExample.java");
        assertThat(guide).isDirectoryNotContaining("glob:**Test.java");
    }

    // The example's own repositories and the directory of the distribution; this build's downloads replace the network,
    // and a separate local repository keeps our artifacts out of the user's.
    private Finished build(Path project) throws IOException, InterruptedException {
        Path settings = Files.writeString(directory.resolve("settings.xml"), """
                <settings>
                  <localRepository>%s</localRepository>
                  <mirrors>
                    <mirror>
                      <id>downloaded</id>
                      <url>%s</url>
                      <mirrorOf>*,!sluice</mirrorOf>
                    </mirror>
                  </mirrors>
                </settings>
                """.formatted(
                        directory.resolve("repository"),
                        Path.of(System.getProperty("maven.local")).toUri()));
        String maven = Path.of(System.getProperty("maven.home"), "bin", "mvn").toString();
        ProcessBuilder builder = new ProcessBuilder(List.of(maven, "-B", "-q", "-s", settings.toString(), "verify"));
        builder.directory(project.toFile()).environment().put("JAVA_HOME", System.getProperty("java.home"));
        return Finished.of(builder);
    }
}
