package io.sluice.admin;

import io.sluice.api.Headers;
import io.sluice.api.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The page for browsers at {@code /}: one document with its style and script inside, which a browser runs by their hashes and which may
 * ask nobody but this endpoint. Immutable.
 */
final class LookPage {
    private final byte[] body;
    private final String policy;

    LookPage() {
        String style = resource("look.css");
        String script = resource("look.js");
        body = resource("look.html")
                .replace("@STYLE@", style)
                .replace("@SCRIPT@", script)
                .getBytes(StandardCharsets.UTF_8);
        policy = "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(script)
                + "; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    Reply reply() {
        return new Reply(200, Headers.of("Content-Type", "text/html; charset=utf-8"), body)
                .withHeader("Content-Security-Policy", policy)
                .withHeader("Referrer-Policy", "no-referrer");
    }

    private static String resource(String name) {
        try (InputStream file = LookPage.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("the jar has no " + name);
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
