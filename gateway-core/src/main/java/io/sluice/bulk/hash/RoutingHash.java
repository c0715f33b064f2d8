package io.sluice.bulk.hash;

/**
 * Elasticsearch's hash of ids and routings: murmur3 x86 with 32 bits and seed 0 over the text's UTF-16 code units in little-endian
 * order. Allocates nothing; stateless.
 */
public final class RoutingHash {

    private static final int C1 = 0xcc9e2d51;
    private static final int C2 = 0x1b873593;
    private static final int NONE = -1;

    private RoutingHash() {}

    /** The hash of a text. */
    public static int of(String text) {
        int length = text.length();
        int hash = 0;
        int i = 0;
        for (; i + 1 < length; i += 2) {
            hash = mix(hash, text.charAt(i) | text.charAt(i + 1) << Character.SIZE);
        }
        return finish(i < length ? hash ^ scramble(text.charAt(i)) : hash, length);
    }

    /**
     * The hash of the text whose UTF-8 is [from, to) of the bytes.
     *
     * @param utf8 well-formed in that range; the hash of anything else means nothing
     */
    public static int of(byte[] utf8, int from, int to) {
        int hash = 0;
        int i = from;
        for (; i + 1 < to && (utf8[i] | utf8[i + 1]) >= 0; i += 2) {
            hash = mix(hash, utf8[i] | utf8[i + 1] << Character.SIZE);
        }
        return i == to ? finish(hash, to - from) : decoding(hash, i - from, utf8, i, to);
    }

    /** The hash of a text of that many characters, given the mixed hash of all but its last two and these two, scrambled. */
    static int ofScrambled(int begun, int last, int units) {
        return finish(mixScrambled(begun, last), units);
    }

    /**
     * The beginning of texts that are hashed often, an even number of characters.
     *
     * @param hash of them, not finished
     */
    record Beginning(int hash) {

        /** An empty one. */
        static final Beginning EMPTY = new Beginning(0);

        /** The same with two ASCII characters more. */
        Beginning and(int first, int second) {
            return new Beginning(mix(hash, first | second << Character.SIZE));
        }
    }

    // Goes on at an even number of code units.
    private static int decoding(int start, int startUnits, byte[] utf8, int from, int to) {
        int hash = start;
        int units = startUnits;
        int pending = NONE;
        int i = from;
        while (i < to) {
            int size = size(utf8[i], to - i);
            int point = point(utf8, i, size);
            i += size;
            boolean pair = Character.isSupplementaryCodePoint(point);
            int first = pair ? Character.highSurrogate(point) : point;
            int second = pair ? Character.lowSurrogate(point) : NONE;
            units += pair ? 2 : 1;
            if (pending == NONE && pair) {
                hash = mix(hash, first | second << Character.SIZE);
            } else if (pending == NONE) {
                pending = first;
            } else {
                hash = mix(hash, pending | first << Character.SIZE);
                pending = second;
            }
        }
        return finish(pending == NONE ? hash : hash ^ scramble(pending), units);
    }

    // At least 1 and at most what is there, so that nothing beyond the range is read.
    private static int size(byte first, int available) {
        int size = first >= 0 ? 1 : (first & 0xe0) == 0xc0 ? 2 : (first & 0xf0) == 0xe0 ? 3 : 4;
        return Math.min(size, available);
    }

    private static int point(byte[] utf8, int at, int size) {
        return switch (size) {
            case 1 -> utf8[at] & 0x7f;
            case 2 -> (utf8[at] & 0x1f) << 6 | utf8[at + 1] & 0x3f;
            case 3 -> (utf8[at] & 0x0f) << 12 | (utf8[at + 1] & 0x3f) << 6 | utf8[at + 2] & 0x3f;
            default ->
                (utf8[at] & 0x07) << 18
                        | (utf8[at + 1] & 0x3f) << 12
                        | (utf8[at + 2] & 0x3f) << 6
                        | utf8[at + 3] & 0x3f;
        };
    }

    static int scramble(int block) {
        return Integer.rotateLeft(block * C1, 15) * C2;
    }

    private static int mix(int hash, int block) {
        return mixScrambled(hash, scramble(block));
    }

    private static int mixScrambled(int hash, int scrambled) {
        return Integer.rotateLeft(hash ^ scrambled, 13) * 5 + 0xe6546b64;
    }

    private static int finish(int hash, int units) {
        int h = hash ^ units * Character.BYTES;
        h = (h ^ h >>> 16) * 0x85ebca6b;
        h = (h ^ h >>> 13) * 0xc2b2ae35;
        return h ^ h >>> 16;
    }
}
