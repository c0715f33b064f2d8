package io.sluice.filters.basicauth;

import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The htpasswd file, reloaded when its content changes. If the file cannot be read or parsed, the users stay unchanged.
 * {@link #reload} runs on one thread at a time; {@link #check} is safe from any.
 */
final class PasswordFile {

    private static final Logger LOG = LoggerFactory.getLogger(PasswordFile.class);
    private static final int MAX_BYTES = 16 << 20;

    private final Path path;
    private final BasicAuthConfig config;
    private final FilterContext context;
    private final FilterMeters.Counter failures;
    private byte[] content;
    private volatile PasswordCheck check;
    private volatile int users;

    PasswordFile(BasicAuthConfig config, FilterContext context) throws IOException {
        this.path = config.file();
        this.config = config;
        this.context = context;
        this.failures =
                context.meters().counter("reload_failures", "Times that a changed password file could not be used");
        this.content = read();
        Htpasswd first = parse(content);
        this.users = first.size();
        this.check = checkOf(first);
        context.meters().gauge("known_users", "Users in the password file", () -> users);
    }

    /** The current password check. */
    PasswordCheck check() {
        return check;
    }

    /** Reads the file; if it changed, its users apply from now on. */
    void reload() {
        try {
            byte[] now = read();
            if (!Arrays.equals(now, content)) {
                Htpasswd changed = parse(now);
                content = now;
                users = changed.size();
                check = checkOf(changed);
                LOG.atInfo()
                        .addKeyValue("file", path)
                        .addKeyValue("users", users)
                        .log("password file read again");
            }
        } catch (IOException | IllegalArgumentException e) {
            failures.increment();
            LOG.atWarn().addKeyValue("file", path).setCause(e).log("password file not usable, keeping the users known");
        }
    }

    private byte[] read() throws IOException {
        if (Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, "this is a directory, not a file");
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            // Reading a pipe would wait for whoever writes to it, and no change would be seen any more.
            throw new FileSystemException(path.toString(), null, "this is not a regular file");
        }
        if (Files.size(path) > MAX_BYTES) {
            throw new FileSystemException(path.toString(), null, "the file is larger than " + MAX_BYTES + " bytes");
        }
        return Files.readAllBytes(path);
    }

    private Htpasswd parse(byte[] bytes) {
        try {
            return Htpasswd.parse(new String(bytes, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(path + ": " + e.getMessage(), e);
        }
    }

    private PasswordCheck checkOf(Htpasswd users) {
        return new PasswordCheck(users, config, context.blockingExecutor(), context.clock());
    }
}
