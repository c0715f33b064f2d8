package io.sluice.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Tells whether files have changed, by what is in them. Stateless. */
final class FileContents {
    private FileContents() {}

    /**
     * A digest of some small files; one that cannot be read counts as such.
     *
     * @param files null for one that is not configured
     */
    static String digest(@Nullable Path... files) {
        MessageDigest digest = sha256();
        for (Path file : files) {
            digest.update(sha256().digest(contentOf(file)));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static byte[] contentOf(@Nullable Path file) {
        try {
            return file == null ? new byte[0] : Files.readAllBytes(file);
        } catch (IOException e) {
            return ("cannot be read: " + e).getBytes(StandardCharsets.UTF_8);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
