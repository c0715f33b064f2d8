package io.sluice.filters.basicauth;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** A user name and a password as a client sent them (RFC 7617, UTF-8). Never printed. */
final class Credentials {

    private static final String SCHEME = "Basic ";

    private final String user;
    private final byte[] password;

    private Credentials(String user, byte[] password) {
        this.user = user;
        this.password = password;
    }

    /** Reads the value of an Authorization header; null if it is not of that scheme or malformed. */
    static @Nullable Credentials parse(String header) {
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        try {
            byte[] decoded =
                    Base64.getDecoder().decode(header.substring(SCHEME.length()).strip());
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(decoded))
                    .toString();
            int colon = text.indexOf(':');
            // RFC 7617 forbids control characters; a NUL would end the password early in other implementations.
            if (colon < 1 || text.chars().anyMatch(Character::isISOControl)) {
                return null;
            }
            return new Credentials(
                    text.substring(0, colon), text.substring(colon + 1).getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return null;
        }
    }

    String user() {
        return user;
    }

    /** The password in UTF-8; must not be modified. */
    byte[] password() {
        return password;
    }
}
