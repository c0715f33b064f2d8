package io.sluice.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Tells whether files have changed, by what is in them. Stateless. */
public final class FileContents {
    private FileContents() {}

    /**
     * A digest of some files; one that cannot be read counts as such.
     *
     * @param files null for one that is not configured
     */
    public static String digest(@Nullable Path... files) {
        MessageDigest digest = sha256();
        for (Path file : files) {
            digest.update(digestOf(file));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static byte[] digestOf(@Nullable Path file) {
        if (file == null) {
            return sha256().digest();
        }
        try {
            // Reading a pipe would wait for whoever writes to it.
            return Files.exists(file) && !Files.isRegularFile(file) ? unread("no regular file") : digestOfContent(file);
        } catch (IOException e) {
            return unread(e.toString());
        }
    }

    private static byte[] digestOfContent(Path file) throws IOException {
        try (DigestInputStream content = new DigestInputStream(Files.newInputStream(file), sha256())) {
            content.transferTo(OutputStream.nullOutputStream());
            return content.getMessageDigest().digest();
        }
    }

    private static byte[] unread(String why) {
        return sha256().digest(("cannot be read: " + why).getBytes(StandardCharsets.UTF_8));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
