package io.sluice.filters.watch;

import io.sluice.api.FilterMeters;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file whose content counts from when it is read. A change counts once two looks in a row found the same, so that no half-written file
 * does. One that cannot be used changes nothing; that is logged and counted. What it holds may be asked for on any thread; one thread looks.
 *
 * @param <T> what it holds, immutable
 */
public final class WatchedFile<T> {

    private static final Logger LOG = LoggerFactory.getLogger(WatchedFile.class);

    private static final int MAX_BYTES = 16 << 20;

    private final String name;
    private final Path path;
    private final Function<byte[], T> parser;
    private final FilterMeters.Counter failures;
    private byte[] content;
    /** What the last look found. */
    private byte[] seen;

    private volatile T current;

    /**
     * Reads the file. Blocks.
     *
     * @param name of such files, for messages
     * @param parser throws IllegalArgumentException for what it cannot use
     * @param meters where failures are counted
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if it cannot be used
     */
    public WatchedFile(String name, Path path, Function<byte[], T> parser, FilterMeters meters) throws IOException {
        this.name = name;
        this.path = path;
        this.parser = parser;
        this.failures = meters.counter("reload_failures", "Times that a changed " + name + " could not be used");
        this.content = read();
        this.seen = content;
        this.current = parse(content);
    }

    /** What it holds. */
    public T current() {
        return current;
    }

    /** Looks again: a change that the last look found too counts from now on. Blocks. */
    public void look() {
        try {
            byte[] now = read();
            boolean settled = Arrays.equals(now, seen);
            seen = now;
            if (settled && !Arrays.equals(now, content)) {
                T changed = parse(now);
                content = now;
                current = changed;
                LOG.atInfo().addKeyValue("file", path).log("the {} was read again", name);
            }
        } catch (IOException | IllegalArgumentException e) {
            failures.increment();
            LOG.atWarn()
                    .addKeyValue("file", path)
                    .setCause(e)
                    .log("the {} cannot be used, what was read before still counts", name);
        }
    }

    private byte[] read() throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            // Reading a pipe would wait for whoever writes to it, and no change would be seen any more.
            String kind = Files.isDirectory(path) ? "a directory" : "not a regular file";
            throw new FileSystemException(path.toString(), null, "this is " + kind);
        }
        if (Files.size(path) > MAX_BYTES) {
            throw new FileSystemException(path.toString(), null, "the file is larger than " + MAX_BYTES + " bytes");
        }
        return Files.readAllBytes(path);
    }

    private T parse(byte[] bytes) {
        try {
            return parser.apply(bytes);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(path + ": " + e.getMessage(), e);
        }
    }
}
