package io.sluice.queue;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * Draws ids of documents that come without one, as long as Elasticsearch's own: 16 characters are 96 random bits for each request,
 * four count. For one request; for one thread.
 */
final class DrawnIds {
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final int RANDOM_BYTES = 12;
    private static final int DIGITS = 4;
    private static final int MOST = 1 << 6 * DIGITS;

    private final SecureRandom random;
    private String beginning;
    private int count;

    DrawnIds(SecureRandom random) {
        this.random = random;
        this.beginning = draw(random);
    }

    /** 16 random characters of base64url. */
    static String draw(SecureRandom random) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Whether an id is one of the first that were drawn for a request, which begin so. */
    static boolean isDrawn(String id, String beginning) {
        return id.length() == beginning.length() + DIGITS && id.startsWith(beginning);
    }

    /** What the first ids begin with. */
    String beginning() {
        return beginning;
    }

    String next() {
        if (count == MOST) {
            beginning = draw(random);
            count = 0;
        }
        StringBuilder id = new StringBuilder(beginning.length() + DIGITS).append(beginning);
        for (int shift = 6 * (DIGITS - 1); shift >= 0; shift -= 6) {
            id.append(ALPHABET.charAt(count >> shift & 63));
        }
        count++;
        return id.toString();
    }
}
