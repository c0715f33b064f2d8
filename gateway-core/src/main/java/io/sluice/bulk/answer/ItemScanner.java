package io.sluice.bulk.answer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the ends of JSON objects by their brackets outside of strings, sixteen bytes at a time. Can pause at any byte.
 * Everything else between the brackets is ignored. For one thread.
 */
final class ItemScanner {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int STEP = 2 * Long.BYTES;
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long LOWS = 0x7f7f7f7f7f7f7f7fL;
    private static final long QUOTES = '"' * ONES;
    private static final long BACKSLASHES = '\\' * ONES;
    /** The bits that brackets have in common. Y, _, y and DEL have them, too, but JSON has those in strings only. */
    private static final int BRACKET = 0x59;
    /** The bit that opening brackets have and closing ones have not. */
    private static final int OPENING = 0x02;
    /** Sets the highest bit of lanes that have the bits of a bracket. */
    private static final long TO_HIGHS = (0x80 - BRACKET) * ONES;
    /** Gathers the lowest bits of the lanes in the highest lane. */
    private static final long GATHER = 0x0102040810204080L;

    private final int[] ends = new int[128];
    private int found;

    private int depth;
    /** Whether the last byte was inside a string, its opening quote included. */
    private boolean inString;

    private boolean escaped;

    /** Begins an object, behind its opening brace. */
    void begin() {
        depth = 1;
    }

    /** Whether an object has begun that has not ended. */
    boolean isOpen() {
        return depth > 0;
    }

    /** How many objects ended in what was scanned last. */
    int found() {
        return found;
    }

    /** The index behind an object that ended. */
    int end(int object) {
        return ends[object];
    }

    /**
     * Goes on from inside an object, over its end and over those of all that follow with nothing but a comma between.
     *
     * @return where it stopped: {@code to}, or behind the end of an object
     */
    int scan(byte[] bytes, int from, int to) {
        found = 0;
        int i = from;
        if (escaped) {
            i = step(bytes, i, Math.min(to, i + 1));
        }
        int open = depth;
        long string = inString ? 0x80 : 0;
        while (i <= to - STEP) {
            long low = (long) LONGS.get(bytes, i);
            long high = (long) LONGS.get(bytes, i + Long.BYTES);
            if (((special(low) | special(high)) & HIGHS) != 0) {
                depth = open;
                inString = string != 0;
                i = step(bytes, i, i + STEP);
                if (escaped) {
                    i = step(bytes, i, Math.min(to, i + 1));
                }
                if (depth == 0) {
                    return i;
                }
                open = depth;
                string = inString ? 0x80 : 0;
                continue;
            }
            // The sums of the lanes below: odd from an opening quote to the byte before the closing one.
            long inLow = (quotes(low) + string) * ONES;
            long inHigh = (quotes(high) + (inLow >>> 56 & 0x80)) * ONES;
            string = inHigh >>> 56 & 0x80;
            long lowBrackets = brackets(low) & ~inLow;
            long highBrackets = brackets(high) & ~inHigh;
            // The bit of opening brackets is shifted to the highest.
            long lowOpening = lowBrackets & low << 6;
            long highOpening = highBrackets & high << 6;
            long opening = lowOpening >>> 1 | highOpening;
            int closes = Long.bitCount((lowBrackets >>> 1 | highBrackets) ^ opening);
            if (closes < open) {
                open += Long.bitCount(opening) - closes;
            } else {
                depth = open;
                close(bytes, i, to, gather(lowBrackets, highBrackets), gather(lowOpening, highOpening));
                open = depth;
                if (open == 0) {
                    inString = false;
                    return ends[found - 1];
                }
            }
            i += STEP;
        }
        depth = open;
        inString = string != 0;
        return step(bytes, i, to);
    }

    /** Goes from bracket to bracket, over the ends of objects; leaves no depth where the next byte is to be looked at. */
    private void close(byte[] bytes, int from, int to, int brackets, int opening) {
        int open = depth;
        for (int rest = brackets; rest != 0; rest &= rest - 1) {
            open += (opening & Integer.lowestOneBit(rest)) != 0 ? 1 : -1;
            if (open == 0) {
                int end = from + Integer.numberOfTrailingZeros(rest) + 1;
                ends[found++] = end;
                if (end > to - 2 || bytes[end] != ',' || bytes[end + 1] != '{' || found == ends.length) {
                    break;
                }
            }
        }
        depth = open;
    }

    /** Goes byte by byte, to the end of the object if it is in [from, to). */
    private int step(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            byte c = bytes[i];
            if (inString) {
                if (escaped) {
                    escaped = false;
                } else if (c == '\\') {
                    escaped = true;
                } else if (c == '"') {
                    inString = false;
                }
            } else if (c == '"') {
                inString = true;
            } else if (c >= 0 && (c & BRACKET) == BRACKET) {
                depth += (c & OPENING) != 0 ? 1 : -1;
                if (depth == 0) {
                    ends[found++] = i + 1;
                    return i + 1;
                }
            }
        }
        return to;
    }

    /** High bits from the first backslash or byte that is not ASCII on, where there is one; of no meaning elsewhere. */
    private static long special(long word) {
        return (word ^ BACKSLASHES) - ONES | word;
    }

    /** The high bits of the lanes with quotes, in a word of ASCII. */
    private static long quotes(long word) {
        return ~((word ^ QUOTES) + LOWS) & HIGHS;
    }

    /** The high bits of the lanes with brackets, in a word of ASCII. */
    private static long brackets(long word) {
        return (word & BRACKET * ONES) + TO_HIGHS & HIGHS;
    }

    /** The high bits of both words' lanes, one behind the other. */
    private static int gather(long low, long high) {
        return (int) ((low >>> 7) * GATHER >>> 56 | (high >>> 7) * GATHER >>> 56 << 8);
    }
}
