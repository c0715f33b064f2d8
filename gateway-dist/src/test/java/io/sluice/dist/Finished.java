package io.sluice.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A process that ended.
 *
 * @param code its exit code
 * @param output what it wrote, errors too
 */
record Finished(int code, String output) {

    private static final Duration USUAL = Duration.ofMinutes(8);

    /** Starts a process and waits for its end, for eight minutes. */
    static Finished of(ProcessBuilder builder) throws IOException, InterruptedException {
        return of(builder, USUAL);
    }

    /** Starts a process and waits for its end. */
    static Finished of(ProcessBuilder builder, Duration most) throws IOException, InterruptedException {
        Path output = Files.createTempFile("output", ".txt");
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(most.toMinutes(), TimeUnit.MINUTES)) {
                throw new IOException("no end after " + most.toMinutes() + " minutes: " + builder.command());
            }
            return new Finished(process.exitValue(), Files.readString(output));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            Files.delete(output);
        }
    }
}
