package io.sluice.bench.stub.cluster;

/**
 * Murmur3 x86 32-bit with seed 0 over UTF-16LE code units, as Elasticsearch hashes routing values. Written for the stub
 * alone: a placement check that shared the gateway's code would prove nothing.
 */
public final class Murmur3 {
    private static final int C1 = 0xcc9e2d51;
    private static final int C2 = 0x1b873593;

    private Murmur3() {}

    /** The hash of {@code text}. */
    public static int hash(String text) {
        int length = text.length();
        int hash = 0;
        for (int i = 0; i + 1 < length; i += 2) {
            hash = block(hash, text.charAt(i) | text.charAt(i + 1) << 16);
        }
        int tail = (length & 1) == 0 ? 0 : text.charAt(length - 1);
        return finish(hash, tail, length);
    }

    private static int block(int hash, int units) {
        return Integer.rotateLeft(hash ^ scramble(units), 13) * 5 + 0xe6546b64;
    }

    private static int scramble(int units) {
        return Integer.rotateLeft(units * C1, 15) * C2;
    }

    private static int finish(int hash, int tail, int units) {
        int h = hash ^ scramble(tail) ^ units * 2;
        h = (h ^ h >>> 16) * 0x85ebca6b;
        h = (h ^ h >>> 13) * 0xc2b2ae35;
        return h ^ h >>> 16;
    }
}
