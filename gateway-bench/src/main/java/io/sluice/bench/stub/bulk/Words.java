package io.sluice.bench.stub.bulk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight bytes looked at as one number, the first lowest. Of what these methods flag, by the high bit of its byte, the lowest is
 * right; above it anything may be flagged.
 */
final class Words {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long SPACES = ' ' * ONES;

    private Words() {}

    /** The eight bytes from {@code index} on. */
    static long at(byte[] bytes, int index) {
        return (long) LONGS.get(bytes, index);
    }

    /** The four bytes from {@code index} on. */
    static int intAt(byte[] bytes, int index) {
        return (int) INTS.get(bytes, index);
    }

    /** Writes eight bytes. */
    static void put(byte[] bytes, int index, long word) {
        LONGS.set(bytes, index, word);
    }

    /** Those {@code length} bytes, at most eight, with zeros above. */
    static long at(byte[] bytes, int from, int length) {
        if (from + Long.BYTES <= bytes.length) {
            return length == 0 ? 0 : at(bytes, from) & -1L >>> Long.SIZE - length * Byte.SIZE;
        }
        long word = 0;
        for (int i = 0; i < length; i++) {
            word |= (bytes[from + i] & 0xffL) << i * Byte.SIZE;
        }
        return word;
    }

    /** Flags this byte. */
    static long matches(long word, byte wanted) {
        long difference = word ^ wanted * ONES;
        return difference - ONES & ~difference & HIGHS;
    }

    /** Flags control characters; the caller keeps only the high bits, of several words at once where it has them. */
    static long belowSpace(long word) {
        return word - SPACES & ~word;
    }

    /** Keeps the flags. */
    static long flags(long flagged) {
        return flagged & HIGHS;
    }

    /** Which byte is the first that is flagged. */
    static int first(long flags) {
        return Long.numberOfTrailingZeros(flags) >>> 3;
    }
}
