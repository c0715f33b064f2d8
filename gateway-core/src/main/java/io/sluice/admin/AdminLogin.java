package io.sluice.admin;

import io.sluice.config.AdminAuthConfig;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may read the admin endpoint. Compares digests of a fixed length, so that the time tells nothing of a secret. Immutable.
 */
final class AdminLogin {
    private static final Set<String> HEALTH = Set.of("/health/live", "/health/ready");

    private final @Nullable AdminAuthConfig config;

    /** @param config null if everybody may read */
    AdminLogin(@Nullable AdminAuthConfig config) {
        this.config = config;
    }

    /**
     * Whether a request may be answered.
     *
     * @param authorization the header; null if there is none
     */
    boolean permits(String path, @Nullable String authorization) {
        if (config == null || HEALTH.contains(path) || path.equals("/metrics") && !config.metrics()) {
            return true;
        }
        if (authorization == null) {
            return false;
        }
        int space = authorization.indexOf(' ');
        String scheme = space < 0 ? "" : authorization.substring(0, space);
        String given = authorization.substring(space + 1).strip();
        if (config.token() != null && scheme.equalsIgnoreCase("Bearer")) {
            return equal(config.token().value(), given);
        }
        return scheme.equalsIgnoreCase("Basic") && permitsPair(config, given);
    }

    private static boolean permitsPair(AdminAuthConfig config, String encoded) {
        String pair;
        try {
            pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return false;
        }
        if (config.token() != null) {
            return equal(config.token().value(), pair.substring(pair.indexOf(':') + 1));
        }
        return config.password() != null
                && equal(config.username() + ":" + config.password().value(), pair);
    }

    private static boolean equal(String wanted, String given) {
        return MessageDigest.isEqual(digest(wanted), digest(given));
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
