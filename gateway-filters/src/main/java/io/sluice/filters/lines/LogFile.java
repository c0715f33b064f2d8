package io.sluice.filters.lines;

import io.sluice.api.ByteSize;
import io.sluice.api.Key;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file of JSON lines, as a configuration names it. */
public record LogFile(
        @Key("the file, relative to the configuration file") Path file,

        @Key("size at which the file is renamed to FILE.1 and a new one begun; left out: never") @Nullable ByteSize rotateAt,

        @Key(value = "how many renamed files are kept", def = "5")
        int keep,

        @Key(value = "how many lines may wait to be written; above it lines are dropped and counted", def = "16384")
        int queue) {

    public LogFile {
        check(rotateAt, keep, queue);
    }

    /**
     * Checks the bounds of a log.
     *
     * @throws IllegalArgumentException if one of them makes no sense
     */
    public static void check(@Nullable ByteSize rotateAt, int keep, int queue) {
        if (rotateAt != null && rotateAt.bytes() < 1024) {
            throw new IllegalArgumentException("rotateAt must be at least 1KiB, is " + rotateAt);
        }
        if (keep < 0 || keep > 1000 || queue < 1) {
            throw new IllegalArgumentException("keep must be between 0 and 1000, queue at least 1");
        }
    }

    /**
     * The file, which is opened for its first line.
     *
     * @throws IOException if it cannot be written
     */
    public LogSink sink() throws IOException {
        return new FileSink(file, rotateAt == null ? Long.MAX_VALUE : rotateAt.bytes(), keep);
    }
}
