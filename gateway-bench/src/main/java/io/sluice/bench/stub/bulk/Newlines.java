package io.sluice.bench.stub.bulk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds newlines eight bytes at a time. */
final class Newlines {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long PATTERN = 0x0a0a0a0a0a0a0a0aL;
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    private Newlines() {}

    /** The position of the first newline in {@code [from, to)}, or -1. */
    static int next(byte[] bytes, int from, int to) {
        int at = from;
        // Two at a time: the branch, not the arithmetic, is what costs.
        while (at + 16 <= to && (matches(bytes, at) | matches(bytes, at + 8)) == 0) {
            at += 16;
        }
        for (; at + 8 <= to; at += 8) {
            long found = matches(bytes, at);
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        for (; at < to; at++) {
            if (bytes[at] == '\n') {
                return at;
            }
        }
        return -1;
    }

    /** The high bit of the lowest byte that is a newline is set, and of none below it. */
    private static long matches(byte[] bytes, int at) {
        long difference = (long) LONGS.get(bytes, at) ^ PATTERN;
        return difference - ONES & ~difference & HIGHS;
    }
}
