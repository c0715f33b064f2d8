package io.sluice.bulk.hash;

import java.security.SecureRandom;

/**
 * Hashes of 64 bits over the UTF-16 units of two texts, with a secret of its own: whoever chooses the texts cannot choose two pairs with equal
 * hashes. SipHash-2-4 over the units in little-endian order (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012). Immutable.
 */
public final class SecretHash {
    private final long low;
    private final long high;

    /** With a new secret. */
    public SecretHash() {
        SecureRandom random = new SecureRandom();
        this.low = random.nextLong();
        this.high = random.nextLong();
    }

    /** The hash of two texts; where one ends and the other begins counts. */
    public long of(String first, String second) {
        Sum sum = new Sum(low, high);
        sum.add(first.length());
        sum.add(first);
        sum.add(second);
        return sum.finished();
    }

    /** One hash in the making. For one thread. */
    static final class Sum {
        private long v0;
        private long v1;
        private long v2;
        private long v3;
        /** Units that fill no word yet, the first in the lowest bits. */
        private long rest;

        private int bits;

        /** @param low the first eight bytes of the secret, in little-endian order */
        Sum(long low, long high) {
            v0 = low ^ 0x736f6d6570736575L;
            v1 = high ^ 0x646f72616e646f6dL;
            v2 = low ^ 0x6c7967656e657261L;
            v3 = high ^ 0x7465646279746573L;
        }

        void add(String text) {
            for (int i = 0; i < text.length(); i++) {
                rest |= (long) text.charAt(i) << bits;
                bits += Character.SIZE;
                if ((bits & Long.SIZE - 1) == 0) {
                    word(rest);
                    rest = 0;
                }
            }
        }

        void add(int number) {
            word(number);
            bits += Long.SIZE;
        }

        long finished() {
            word((long) (bits / Byte.SIZE) << Long.SIZE - Byte.SIZE | rest);
            v2 ^= 0xff;
            for (int i = 0; i < 4; i++) {
                round();
            }
            return v0 ^ v1 ^ v2 ^ v3;
        }

        private void word(long word) {
            v3 ^= word;
            round();
            round();
            v0 ^= word;
        }

        private void round() {
            v0 += v1;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v3;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 += v3;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 += v1;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v2 = Long.rotateLeft(v2, 32);
        }
    }
}
