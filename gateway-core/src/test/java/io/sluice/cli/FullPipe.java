package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A named pipe that has no room, and which nobody reads: who writes to it hangs. */
final class FullPipe implements AutoCloseable {
    private static final int MORE_THAN_A_PIPE_HOLDS = 4096;

    private final Path path;
    /** Both ends are open as long as this is. */
    private final RandomAccessFile ends;

    FullPipe(Path path) throws IOException, InterruptedException {
        this.path = path;
        assertThat(run("mkfifo", path.toString())).isZero();
        this.ends = new RandomAccessFile(path.toFile(), "rw");
        // Ends as the pipe has no room.
        assertThat(run(
                        "dd",
                        "if=/dev/zero",
                        "of=" + path,
                        "bs=4096",
                        "oflag=nonblock",
                        "conv=notrunc",
                        "count=" + MORE_THAN_A_PIPE_HOLDS))
                .isNotZero();
    }

    private static int run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        ends.close();
    }
}
