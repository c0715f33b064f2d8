package io.sluice.recording;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Names connections in the recordings of one process so that nobody can tell their addresses: by a key that is kept nowhere. A connection
 * keeps its name in a flow's recording over reloads. Thread-safe.
 */
public final class ConnectionNames {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    /** Enough that two connections of one recording have different names. */
    private static final int NAME_BYTES = 10;

    private final SecretKeySpec key;

    /** Names with a key of their own. */
    public ConnectionNames() {
        byte[] random = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, ALGORITHM);
    }

    /** The name of a connection in the recording of a flow. */
    String of(String flow, InetSocketAddress peer) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] all = mac.doFinal((flow + " " + peer).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(all, NAME_BYTES));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
