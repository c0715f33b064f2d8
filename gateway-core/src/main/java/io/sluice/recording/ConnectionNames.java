package io.sluice.recording;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Names clients' connections in one recording so that nobody can tell their addresses: by a key that is kept nowhere. Thread-safe. */
final class ConnectionNames {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    /** Enough that two connections of one recording have different names. */
    private static final int NAME_BYTES = 10;

    private final SecretKeySpec key;

    ConnectionNames() {
        byte[] random = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, ALGORITHM);
    }

    /** The name of a client's connection. */
    String of(InetSocketAddress client) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] all = mac.doFinal(client.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(all, NAME_BYTES));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
