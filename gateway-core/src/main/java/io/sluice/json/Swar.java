package io.sluice.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Examines eight bytes of an array at once. Stateless. */
public final class Swar {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    /** Spreads the bits of a number over its upper half: 2^64 divided by the golden ratio. */
    private static final long MIX = 0x9E3779B97F4A7C15L;
    /** So many bytes are compared faster here than by the library, whose way is for long arrays. */
    private static final int FEW = 64;

    private Swar() {}

    /** The index of the first line feed in [from, to), or -1. */
    public static int lineFeed(byte[] bytes, int from, int to) {
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            long found = lineFeeds(bytes, i);
            if (found != 0) {
                return i + first(found);
            }
        }
        for (; i < to; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /**
     * The index of the first byte in [from, to) that is not plain inside a JSON string: a quote, a backslash, a control character
     * or a byte above 0x7f; {@code to} if there is none.
     */
    public static int special(byte[] bytes, int from, int to) {
        int i = from;
        // Two words at once: most names and values end within them, and one branch for both is mispredicted less often.
        for (; i <= to - 2 * Long.BYTES; i += 2 * Long.BYTES) {
            long low = specials((long) LONGS.get(bytes, i));
            long high = specials((long) LONGS.get(bytes, i + Long.BYTES));
            if ((low | high) != 0) {
                return low != 0 ? i + first(low) : i + Long.BYTES + first(high);
            }
        }
        if (i <= to - Long.BYTES) {
            long found = specials((long) LONGS.get(bytes, i));
            if (found != 0) {
                return i + first(found);
            }
            i += Long.BYTES;
        }
        while (i < to && isPlain(bytes[i])) {
            i++;
        }
        return i;
    }

    // Flipping bit 1 puts the quote beside the control characters: all of them are below 0x21 then. A borrow can only
    // falsify
    // bytes above one that is truly found, and only the lowest is looked at.
    private static long specials(long word) {
        return ((word ^ 0x02 * ONES) - 0x21 * ONES | (word ^ '\\' * ONES) - ONES | word) & HIGHS;
    }

    /** The index of the first byte in [from, to) that is no digit; {@code to} if there is none. */
    static int digits(byte[] bytes, int from, int to) {
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            // A digit is at most 9 then; others reach the highest bit, and can falsify only bytes above them.
            long word = (long) LONGS.get(bytes, i) ^ '0' * ONES;
            long found = (word + (0x7f - 9) * ONES | word) & HIGHS;
            if (found != 0) {
                return i + first(found);
            }
        }
        while (i < to && bytes[i] >= '0' && bytes[i] <= '9') {
            i++;
        }
        return i;
    }

    /** The first eight bytes of [from, to), or as many as there are, in one number. */
    public static long beginning(byte[] bytes, int from, int to) {
        int size = Math.min(to - from, Long.BYTES);
        if (from + Long.BYTES <= bytes.length) {
            long word = (long) LONGS.get(bytes, from);
            return size == Long.BYTES ? word : word & (1L << (size << 3)) - 1;
        }
        long word = 0;
        for (int i = 0; i < size; i++) {
            word |= (bytes[from + i] & 0xffL) << (i << 3);
        }
        return word;
    }

    /** A number that depends on the length and on the first and the last eight bytes of [from, to). */
    public static int hash(byte[] bytes, int from, int to) {
        long first = beginning(bytes, from, to);
        long last = to - from > Long.BYTES ? (long) LONGS.get(bytes, to - Long.BYTES) : first;
        long mixed = (first + to - from) * MIX + last;
        // Names of indices differ at their end, so in the upper bits, which a product alone does not bring down.
        return (int) ((mixed ^ mixed >>> Integer.SIZE) * MIX >>> Integer.SIZE);
    }

    /**
     * The position of the first byte in which [from, to) differs from as many bytes at {@code otherFrom}, which must be there; -1 if none
     * does.
     */
    public static int mismatch(byte[] bytes, int from, int to, byte[] other, int otherFrom) {
        int length = to - from;
        if (length < Long.BYTES || length > FEW) {
            return Arrays.mismatch(bytes, from, to, other, otherFrom, otherFrom + length);
        }
        int i = 0;
        while (true) {
            long different = (long) LONGS.get(bytes, from + i) ^ (long) LONGS.get(other, otherFrom + i);
            if (different != 0) {
                return i + first(different);
            }
            if (i == length - Long.BYTES) {
                return -1;
            }
            // The last eight may overlap those before, which are alike.
            i = Math.min(i + Long.BYTES, length - Long.BYTES);
        }
    }

    private static boolean isPlain(byte c) {
        return c >= ' ' && c != '"' && c != '\\';
    }

    private static long zeros(long word) {
        return (word - ONES) & ~word;
    }

    /**
     * Marks the line feeds of eight bytes with the highest bit of each; above the first one other bytes may be marked, too. The
     * first is the lowest.
     */
    static long lineFeeds(byte[] bytes, int i) {
        return zeros((long) LONGS.get(bytes, i) ^ '\n' * ONES) & HIGHS;
    }

    /** The index of the first marked byte. */
    static int first(long found) {
        return Long.numberOfTrailingZeros(found) >>> 3;
    }
}
