package io.sluice.bulk.verdict;

/**
 * Shows a parser the beginning only of each long string, as it would hold a string whole. The string ends early, and white space stands for
 * the rest of it, so that every byte keeps its place. The text must have been found to be JSON. For one text, in pieces; for one thread.
 */
final class LongStrings {
    /** The most bytes of a piece. */
    static final int PIECE = 8 << 10;

    private final int most;
    /** Made for the first text. */
    private byte[] shown = {};

    private boolean inString;
    /** Whether the rest of the string at hand is not shown. */
    private boolean hidden;
    /** The bytes of the string at hand so far. */
    private int length;
    /** How many bytes are to come of an escape. */
    private int escape;

    /** Shows that many bytes of a string, and those of a character that they would cut. */
    LongStrings(int most) {
        this.most = most;
    }

    /** Begins another text. */
    void reset() {
        inString = false;
        hidden = false;
        escape = 0;
        shown = shown.length == 0 ? new byte[PIECE] : shown;
    }

    /** What to show of [from, from + size): as many bytes, from index 0, valid until the next call. */
    byte[] shorten(byte[] bytes, int from, int size) {
        System.arraycopy(bytes, from, shown, 0, size);
        for (int i = 0; i < size; i++) {
            byte b = shown[i];
            if (inString) {
                inside(i, b);
            } else if (b == '"') {
                inString = true;
                length = 0;
            }
        }
        return shown;
    }

    private void inside(int i, byte b) {
        boolean ends = b == '"' && escape == 0;
        if (hidden) {
            shown[i] = ' ';
        } else if (length >= most && !ends && escape == 0 && !continuesCharacter(b)) {
            shown[i] = '"';
            hidden = true;
        }
        if (ends) {
            inString = false;
            hidden = false;
        } else {
            // No digit of an escape is a u.
            escape = escape > 0 ? b == 'u' ? 4 : escape - 1 : b == '\\' ? 1 : 0;
            length = Math.min(length + 1, most);
        }
    }

    private static boolean continuesCharacter(byte b) {
        return (b & 0xc0) == 0x80;
    }
}
