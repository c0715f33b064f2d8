package io.sluice.api.check;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** A user name and a password as a client sent them (RFC 7617, UTF-8). Never printed. */
public final class BasicCredentials {

    private static final String SCHEME = "Basic ";

    private final String user;
    private final byte[] password;

    private BasicCredentials(String user, byte[] password) {
        this.user = user;
        this.password = password;
    }

    /** Whether the value of an Authorization header is of the scheme, well-formed or not. */
    public static boolean isBasic(String header) {
        return header.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    }

    /** Reads the value of an Authorization header; null if it is not of that scheme or malformed. */
    public static @Nullable BasicCredentials parse(String header) {
        if (!isBasic(header)) {
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
            return new BasicCredentials(
                    text.substring(0, colon), text.substring(colon + 1).getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return null;
        }
    }

    /** The name, never empty, without control characters. */
    public String user() {
        return user;
    }

    /** The password in UTF-8, may be empty; must not be modified. */
    public byte[] password() {
        return password;
    }
}
