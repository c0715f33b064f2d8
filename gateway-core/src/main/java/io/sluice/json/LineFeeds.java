package io.sluice.json;

/**
 * Finds the line feeds of a window. Searches some kilobytes at once in a loop that the compiler vectorizes, and
 * keeps the result. For one thread.
 */
public final class LineFeeds {

    private static final int SPAN = 8 << 10;
    /** The number of 64-bit words that are compared at once. */
    private static final int BLOCK = 4;

    private static final byte[] NOTHING = {};

    private byte[] bytes = NOTHING;
    private int limit;
    /** One word for each eight bytes of [from, to); the highest bit of a byte is set if it may be a line feed. */
    private long[] marks = new long[BLOCK];

    private int from;
    private int to;

    /** Sets the window to the bytes [begin, end), which must not change until they have been searched. */
    public void feed(byte[] window, int begin, int end) {
        bytes = window;
        limit = end;
        from = begin;
        to = begin;
    }

    /** The index of the first line feed at or after this index, or -1. */
    public int next(int begin) {
        int at = begin;
        while (true) {
            if (at < from || at >= to) {
                if (at >= limit) {
                    return -1;
                }
                mark(at);
            }
            int found = marked(at);
            if (found < 0) {
                at = to;
            } else if (bytes[found] == '\n') {
                return found;
            } else {
                at = found + 1;
            }
        }
    }

    private void mark(int begin) {
        from = begin;
        to = Math.min(limit, begin + SPAN);
        int words = to - from >>> 3;
        if (marks.length < words + 1 + BLOCK) {
            marks = new long[words + 1 + BLOCK];
        }
        byte[] b = bytes;
        long[] m = marks;
        for (int i = 0; i < words; i++) {
            m[i] = Swar.lineFeeds(b, begin + (i << 3));
        }
        long rest = 0;
        for (int i = begin + (words << 3); i < to; i++) {
            rest |= b[i] == '\n' ? 0x80L << (i - begin << 3) : 0;
        }
        m[words] = rest;
        for (int i = 1; i <= BLOCK; i++) {
            m[words + i] = 0;
        }
    }

    private int marked(int begin) {
        long[] m = marks;
        int words = to - from + 7 >>> 3;
        int word = begin - from >>> 3;
        long found = m[word] & -1L << (begin - from << 3);
        if (found == 0) {
            word++;
            while (word < words && (m[word] | m[word + 1] | m[word + 2] | m[word + 3]) == 0) {
                word += BLOCK;
            }
            while (word < words && (found = m[word]) == 0) {
                word++;
            }
            if (found == 0) {
                return -1;
            }
        }
        return from + (word << 3) + Swar.first(found);
    }
}
