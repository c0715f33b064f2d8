package io.sluice.bulk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds where a JSON object ends by its brackets, those in strings left out, eight bytes at a time. Can pause at any byte. What
 * else stands between the brackets is not looked at. For one thread.
 */
final class ItemScanner {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long LOWS = 0x7f7f7f7f7f7f7f7fL;
    private static final long QUOTES = '"' * ONES;
    private static final long BACKSLASHES = '\\' * ONES;

    private int depth;
    /** 1 iff the last byte was inside a string, its opening quote included. */
    private int inString;

    private boolean escaped;

    /** Begins an object, behind its opening brace. */
    void begin() {
        depth = 1;
        inString = 0;
        escaped = false;
    }

    /** The index behind the brace that ends the object; -1 if it is not in [from, to). */
    int toEnd(byte[] bytes, int from, int to) {
        int open = depth;
        int string = inString;
        int i = from;
        if (escaped) {
            i = step(bytes, i, Math.min(to, i + 1));
        }
        while (i <= to - Long.BYTES) {
            long word = (long) LONGS.get(bytes, i);
            long escapes = word ^ BACKSLASHES;
            if (((escapes - ONES) & ~escapes & HIGHS) != 0) {
                depth = open;
                inString = string;
                int wordEnd = i + Long.BYTES;
                i = step(bytes, i, wordEnd);
                if (depth == 0) {
                    return i;
                }
                if (escaped) {
                    i = step(bytes, i, Math.min(to, wordEnd + 1));
                }
                open = depth;
                string = inString;
                continue;
            }
            long quotes = zeros(word ^ QUOTES);
            // The sums of the lanes below: odd from an opening quote to the byte before the closing one.
            long inside = ((quotes >>> 7) + string) * ONES << 7;
            // Of the bytes that stand outside strings only brackets are 0x7f with these bits set.
            long brackets = zeros((word | 0x26 * ONES) ^ LOWS) & ~inside;
            string ^= Long.bitCount(quotes) & 1;
            long opening = brackets & word << 6;
            int closes = Long.bitCount(brackets ^ opening);
            if (closes >= open) {
                int end = end(brackets, opening, open);
                if (end > 0) {
                    depth = 0;
                    return i + end;
                }
            }
            open += Long.bitCount(opening) - closes;
            i += Long.BYTES;
        }
        depth = open;
        inString = string;
        int end = step(bytes, i, to);
        return depth == 0 ? end : -1;
    }

    /** How many bytes of a word there are up to the bracket that closes the last open one; 0 if there is none. */
    private static int end(long brackets, long opening, int open) {
        int left = open;
        for (long rest = brackets; rest != 0; rest &= rest - 1) {
            left += (opening & Long.lowestOneBit(rest)) != 0 ? 1 : -1;
            if (left == 0) {
                return (Long.numberOfTrailingZeros(rest) >>> 3) + 1;
            }
        }
        return 0;
    }

    /** Goes byte by byte, to the end of the object if it is in [from, to). */
    private int step(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            byte c = bytes[i];
            if (inString != 0) {
                if (escaped) {
                    escaped = false;
                } else if (c == '\\') {
                    escaped = true;
                } else if (c == '"') {
                    inString = 0;
                }
            } else if (c == '"') {
                inString = 1;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                return i + 1;
            }
        }
        return to;
    }

    /** The high bits of the lanes that are zero. */
    private static long zeros(long word) {
        return ~((word & LOWS) + LOWS | word) & HIGHS;
    }
}
