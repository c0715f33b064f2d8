package io.sluice.bench.stub.bulk;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/** Draws document ids as a server does: 20 characters, the last eight counting. Belongs to one thread. */
final class AutoIds {
    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".getBytes(StandardCharsets.US_ASCII);
    private static final int LENGTH = 20;
    private static final int COUNTED = 8;

    private final byte[] bytes = new byte[LENGTH];
    private long count;

    AutoIds() {
        for (int i = 0; i < LENGTH; i++) {
            bytes[i] = ALPHABET[ThreadLocalRandom.current().nextInt(ALPHABET.length)];
        }
    }

    /** The next id. */
    String next() {
        long rest = count++;
        for (int i = 1; i <= COUNTED; i++) {
            bytes[LENGTH - i] = ALPHABET[(int) (rest & 63)];
            rest >>>= 6;
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
