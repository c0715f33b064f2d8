package io.sluice.filters.apikey;

import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file with keys, read again when its content changes. If it cannot be read or parsed, the keys stay as they were. {@link #reload}
 * runs on one thread at a time; {@link #keys} is safe from any.
 */
final class KeyFile {

    private static final Logger LOG = LoggerFactory.getLogger(KeyFile.class);
    private static final int MAX_BYTES = 16 << 20;

    private final Path path;
    private final FilterMeters.Counter failures;
    private byte[] content;
    private volatile KeyList keys;

    KeyFile(Path path, FilterContext context) throws IOException {
        this.path = path;
        this.failures =
                context.meters().counter("reload_failures", "Times that a changed file of keys could not be used");
        this.content = read();
        this.keys = parse(content);
        context.meters().gauge("known_keys", "Keys in the file", () -> keys.size());
    }

    /** The keys as they are now. */
    KeyList keys() {
        return keys;
    }

    /** Reads the file; if it changed, its keys count from now on. */
    void reload() {
        try {
            byte[] now = read();
            if (!Arrays.equals(now, content)) {
                KeyList changed = parse(now);
                content = now;
                keys = changed;
                LOG.atInfo()
                        .addKeyValue("file", path)
                        .addKeyValue("keys", changed.size())
                        .log("file of keys read again");
            }
        } catch (IOException | IllegalArgumentException e) {
            failures.increment();
            LOG.atWarn().addKeyValue("file", path).setCause(e).log("file of keys not usable, keeping the keys known");
        }
    }

    private byte[] read() throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            // Reading a pipe would wait for whoever writes to it, and no change would be seen any more.
            throw new FileSystemException(path.toString(), null, "this is not a regular file");
        }
        if (Files.size(path) > MAX_BYTES) {
            throw new FileSystemException(path.toString(), null, "the file is larger than " + MAX_BYTES + " bytes");
        }
        return Files.readAllBytes(path);
    }

    private KeyList parse(byte[] bytes) {
        try {
            return KeyList.parse(bytes);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(path + ": " + e.getMessage(), e);
        }
    }
}
