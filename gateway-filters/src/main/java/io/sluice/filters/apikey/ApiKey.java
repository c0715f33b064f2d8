package io.sluice.filters.apikey;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A key as a client sent it: {@code ApiKey base64(id:secret)}. What is read here, Elasticsearch reads in the same way; what it might
 * read in another way is refused. Never printed.
 */
final class ApiKey {

    private static final String SCHEME = "ApiKey ";
    /** Keys of Elasticsearch take 60 characters, those of Elastic's cloud some more. */
    private static final int LONGEST = 4096;

    private final String id;
    /** The whole of id, colon and secret. */
    private final byte[] pair;

    private final int secretAt;

    private ApiKey(String id, byte[] pair, int secretAt) {
        this.id = id;
        this.pair = pair;
        this.secretAt = secretAt;
    }

    /** Whether a value of the header Authorization is of this scheme, readable or not. */
    static boolean isOne(String header) {
        return header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                || header.equalsIgnoreCase(SCHEME.stripTrailing());
    }

    /** Reads the value of an Authorization header; null if it is not of that scheme, malformed or too long. */
    static @Nullable ApiKey parse(String header) {
        if (header.length() > LONGEST || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        try {
            // The decoder of the server: padding may be left out, white space and characters of the URL form are
            // errors.
            byte[] pair = Base64.getDecoder().decode(header.substring(SCHEME.length()));
            int colon = colonIn(pair);
            // The server puts U+FFFD for what is not UTF-8, and so reads one name in several.
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(pair))
                    .toString();
            if (colon < 1 || colon == pair.length - 1 || text.chars().anyMatch(Character::isISOControl)) {
                return null;
            }
            return new ApiKey(new String(pair, 0, colon, StandardCharsets.UTF_8), pair, colon + 1);
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return null;
        }
    }

    // The first one, so a secret may have more and an id none.
    private static int colonIn(byte[] pair) {
        for (int i = 0; i < pair.length; i++) {
            if (pair[i] == ':') {
                return i;
            }
        }
        return -1;
    }

    String id() {
        return id;
    }

    /** The SHA-256 of the secret. */
    byte[] secretHash() {
        return sha256(Arrays.copyOfRange(pair, secretAt, pair.length));
    }

    /** The SHA-256 of the whole key, to be compared with {@code equals}. It tells nothing of a secret that is long and random. */
    ByteBuffer hash() {
        return ByteBuffer.wrap(sha256(pair));
    }

    /** The value of an Authorization header with this key, written anew: one key has one. */
    String header() {
        return SCHEME + Base64.getEncoder().encodeToString(pair);
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
