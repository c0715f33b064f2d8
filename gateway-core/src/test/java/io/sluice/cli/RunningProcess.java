package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** {@code sluice run} as a process of its own, made of the test's class path. */
final class RunningProcess implements AutoCloseable {
    private static final long MINUTES = 2;

    private final Process process;
    private final Path log;

    private RunningProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** @param home a directory for its configuration and its log */
    static RunningProcess start(Path home, String yaml) throws IOException {
        return start(home, yaml, Path.of("..", "config", "logback.xml"), home.resolve("log"));
    }

    /**
     * As {@link #start(Path, String)}.
     *
     * @param logback how it logs
     * @param log where it writes
     */
    static RunningProcess start(Path home, String yaml, Path logback, Path log) throws IOException {
        Path config = Files.writeString(home.resolve("gateway.yml"), yaml);
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        // The JVM would write a warning itself, to an output that may take nothing.
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dlogback.configurationFile=" + logback,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.sluice.cli.Sluice",
                        "run",
                        "--config",
                        config.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new RunningProcess(process, log);
    }

    /** Waits until its output has a text. */
    void awaitLog(String text) {
        Awaitility.await()
                .atMost(MINUTES, TimeUnit.MINUTES)
                .failFast(() -> !process.isAlive())
                .until(() -> log().contains(text));
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    void signal(String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** Whether one of its threads writes a line that nobody takes. */
    boolean hangsInItsLog() throws IOException, InterruptedException {
        Path java = Path.of(ProcessHandle.current().info().command().orElseThrow());
        Process jstack = new ProcessBuilder(java.resolveSibling("jstack").toString(), Long.toString(process.pid()))
                .redirectErrorStream(true)
                .start();
        String stacks = new String(jstack.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return jstack.waitFor() == 0 && stacks.contains("OutputStreamAppender.writeBytes");
    }

    /** Waits for its end; returns the exit code. */
    int awaitExit() throws InterruptedException {
        assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    long cpuMillis() {
        return process.toHandle().info().totalCpuDuration().orElseThrow().toMillis();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
