package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.FreePort;
import io.sluice.devcluster.ServerKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of docs/getting-started.md in one shell, one after the other, and looks for what the page shows. */
class GettingStartedIT {

    private static final String NEXT = "#### the next block ####";

    @TempDir
    Path directory;

    @Test
    void everyBlockShowsWhatThePageSays() throws Exception {
        // Given
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        List<GuideBlock> blocks = GuideBlock.of(distribution.home().resolve("docs/getting-started.md"));
        List<Integer> free = List.of(FreePort.next(), FreePort.next());
        int http = free.getFirst();
        int admin = free.getLast();
        Path script = Files.writeString(directory.resolve("page.sh"), script(blocks, http, admin));

        // When
        // Loops of the page that wait for the gateway have no end of their own.
        ProcessBuilder shell = new ProcessBuilder("timeout", "--kill-after=20", "300", "bash", script.toString());
        shell.directory(distribution.home().toFile()).environment().put("JAVA_HOME", System.getProperty("java.home"));
        shell.environment().put("no_proxy", "*");
        Finished page = Finished.of(shell);

        // Then
        assertThat(page.code()).as(page.output()).isZero();
        String[] outputs = page.output().split(NEXT + "\n", -1);
        assertThat(outputs).hasSize(blocks.size() + 1);
        SoftAssertions softly = new SoftAssertions();
        for (int i = 0; i < blocks.size(); i++) {
            softly.assertThat(blocks.get(i).missing(outputs[i].replace(":" + admin, ":2901")))
                    .as(blocks.get(i).commands() + " printed:\n" + outputs[i])
                    .isEmpty();
        }
        softly.assertAll();
        assertThat(blocks).hasSizeGreaterThan(10);
        assertThat(distribution.home().resolve("tour")).doesNotExist();
    }

    /** The page as a script with other ports. What it starts ends with it. */
    private static String script(List<GuideBlock> blocks, int http, int admin) {
        List<String> lines = new ArrayList<>(List.of(
                "trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT",
                "export JAVA_OPTS='" + Distribution.JAVA_OPTIONS + "'"));
        for (GuideBlock block : blocks) {
            lines.addAll(block.commands());
            lines.add("echo; echo '" + NEXT + "'");
        }
        String node =
                SharedClusters.empty(ServerKind.ELASTICSEARCH_7).address(0).getAuthority();
        return String.join("\n", lines)
                .replace("127.0.0.1:9201", node)
                .replace(":8443", ":" + http)
                .replace(":2901", ":" + admin);
    }
}
