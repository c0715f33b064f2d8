package io.sluice.bench.stub.bulk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers of at most eight digits as ASCII in one word, the first digit lowest, zeros above. Without a loop or a division. */
final class Decimal {
    /** The first number that is too large. */
    static final int LIMIT = 100_000_000;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Decimal() {}

    /** Writes a number from 0 below {@link #LIMIT} into an array with eight bytes of room; returns how many digits it has. */
    static int write(int number, byte[] into, int at) {
        long digits = digits(number);
        LONGS.set(into, at, digits);
        return Long.BYTES - (Long.numberOfLeadingZeros(digits) >>> 3);
    }

    private static long digits(int number) {
        int thousands = number / 10_000;
        // Two numbers of four digits, then four of two, then eight of one, each beside the other; the shifts divide.
        long fours = thousands | (long) (number - thousands * 10_000) << 32;
        long hundreds = fours * 10_486 >>> 20 & 0x7f_0000_007fL;
        long twos = hundreds | fours - hundreds * 100 << 16;
        long tens = twos * 103 >>> 10 & 0x000f_000f_000f_000fL;
        long ones = tens | twos - tens * 10 << 8;
        int leading = Long.numberOfTrailingZeros(ones | 1L << 56) & -Byte.SIZE;
        return (ones | 0x3030_3030_3030_3030L) >>> leading;
    }
}
