package io.sluice.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.bench.net.OwnJava;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Tag("slow")
class SluiceBenchTest {
    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    private Path directory;

    @Test
    void leavesNothingRunningWhenASignalEndsIt() throws Exception {
        Process tool = new ProcessBuilder(OwnJava.command(
                        List.of("-XX:TieredStopAtLevel=1"),
                        SluiceBench.class.getName(),
                        "proxy",
                        "direct",
                        "bare",
                        "--warmup",
                        "600s",
                        "--no-recording",
                        "--directory",
                        directory.toString()))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile())
                .start();
        List<ProcessHandle> children = List.of();
        try {
            List<ProcessHandle> started = childrenOf(tool, 2);
            children = started;

            tool.destroy();

            assertThat(tool.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .until(() -> started.stream().noneMatch(ProcessHandle::isAlive));
        } finally {
            children.forEach(ProcessHandle::destroyForcibly);
            tool.descendants().forEach(ProcessHandle::destroyForcibly);
            tool.destroyForcibly();
        }
    }

    private static List<ProcessHandle> childrenOf(Process tool, int count) {
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .until(() -> tool.descendants().count() >= count);
        List<ProcessHandle> children = tool.descendants().toList();
        assertThat(children).hasSize(count);
        return children;
    }
}
