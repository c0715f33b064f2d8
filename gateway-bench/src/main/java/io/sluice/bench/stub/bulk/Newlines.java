package io.sluice.bench.stub.bulk;

/** Finds newlines, 32 bytes at a time. */
final class Newlines {
    private static final int STEP = 4 * Long.BYTES;

    private Newlines() {}

    /** The position of the first newline in {@code [from, to)}, or -1. */
    static int next(byte[] bytes, int from, int to) {
        int at = from;
        for (; at <= to - STEP; at += STEP) {
            // One comparison less a word than a search for newlines: documents have hardly another control character.
            long control = Words.belowSpace(Words.at(bytes, at))
                    | Words.belowSpace(Words.at(bytes, at + 8))
                    | Words.belowSpace(Words.at(bytes, at + 16))
                    | Words.belowSpace(Words.at(bytes, at + 24));
            if (Words.flags(control) != 0) {
                int found = inWords(bytes, at, at + STEP);
                if (found >= 0) {
                    return found;
                }
            }
        }
        int words = at + (to - at & -Long.BYTES);
        int found = inWords(bytes, at, words);
        for (int i = words; found < 0 && i < to; i++) {
            if (bytes[i] == '\n') {
                found = i;
            }
        }
        return found;
    }

    private static int inWords(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at += Long.BYTES) {
            long flags = Words.matches(Words.at(bytes, at), (byte) '\n');
            if (flags != 0) {
                return at + Words.first(flags);
            }
        }
        return -1;
    }
}
