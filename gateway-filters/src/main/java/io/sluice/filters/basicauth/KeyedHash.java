package io.sluice.filters.basicauth;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA-256 with a random key that exists in memory only, so that cached hashes reveal nothing about a password. */
final class KeyedHash {

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    KeyedHash(SecureRandom random) {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        this.key = new SecretKeySpec(bytes, ALGORITHM);
    }

    /** The hash of name and password together; compare with equals. */
    ByteBuffer of(Credentials credentials) {
        Mac mac = mac();
        byte[] user = credentials.user().getBytes(StandardCharsets.UTF_8);
        // The length keeps "ab"+"c" and "a"+"bc" apart.
        mac.update(ByteBuffer.allocate(4).putInt(user.length).flip());
        mac.update(user);
        return ByteBuffer.wrap(mac.doFinal(credentials.password()));
    }

    /** A number that depends on the name only. */
    int of(String user) {
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
