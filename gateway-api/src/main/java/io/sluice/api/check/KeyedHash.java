package io.sluice.api.check;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * HMAC-SHA-256 with a random key that exists in memory only, so that cached hashes reveal nothing about a password.
 * Safe from any thread.
 */
public final class KeyedHash {

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    /** A hash with a key of its own. */
    public KeyedHash(SecureRandom random) {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        this.key = new SecretKeySpec(bytes, ALGORITHM);
    }

    /** The hash of name and password together; compare with equals. */
    public ByteBuffer of(BasicCredentials credentials) {
        return of(List.of(credentials.user().getBytes(StandardCharsets.UTF_8), credentials.password()));
    }

    /** The hash of several parts in their order; compare with equals. */
    public ByteBuffer of(List<byte[]> parts) {
        Mac mac = mac();
        for (byte[] part : parts) {
            // The length keeps "ab"+"c" and "a"+"bc" apart.
            mac.update(ByteBuffer.allocate(4).putInt(part.length).flip());
            mac.update(part);
        }
        return ByteBuffer.wrap(mac.doFinal());
    }

    /** A number that depends on the name only. */
    public int number(String user) {
        return ByteBuffer.wrap(mac().doFinal(user.getBytes(StandardCharsets.UTF_8)))
                .getInt();
    }

    private Mac mac() {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac;
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
