package io.sluice.json;

/** Finds the end of a JSON string and checks its content; can pause at any byte. For one thread. */
final class Utf8Strings {

    private static final int PLAIN = 0;
    /** 1 to 4: the number of hexadecimal digits still expected. */
    private static final int LAST_DIGIT = 1;

    private static final int FIRST_DIGIT = 4;
    private static final int ESCAPE = 5;
    private static final int MULTIBYTE = 6;
    private static final int CLOSED = 7;
    /** Where pairs must be whole, after the escape of a high surrogate: a backslash must follow, and then an u. */
    private static final int HALF = 8;

    private static final int HALF_ESCAPE = 9;

    private int state = CLOSED;
    private boolean escaped;
    /** Whether an unpaired surrogate is refused: in names it is, since parsers read it differently. */
    private boolean wholePairs;
    /** The code unit of the current escape. */
    private int unit;
    /** Whether the current escape must be a low surrogate. */
    private boolean half;

    private int continuations;
    /** The range of the next continuation byte. */
    private int low;

    private int high;
    private String reason = "";

    /** Begins a string after its quote, in which an unpaired surrogate is refused or taken. */
    void start(boolean refusesHalfPairs) {
        state = PLAIN;
        escaped = false;
        wholePairs = refusesHalfPairs;
        half = false;
    }

    /** Whether the closing quote is still missing. */
    boolean isOpen() {
        return state != CLOSED;
    }

    boolean isEscaped() {
        return escaped;
    }

    /** What is wrong, after {@link #scan} returned a complement. */
    String reason() {
        return reason;
    }

    /** Scans to the closing quote; returns the index after it, or the window's end, or the complement of a bad byte's index. */
    int scan(byte[] bytes, int from, int to) {
        int i = from;
        while (true) {
            if (state != PLAIN) {
                i = stepThrough(bytes, i, to);
                if (i < 0) {
                    return i;
                }
            }
            i = Swar.special(bytes, i, to);
            if (i == to) {
                return i;
            }
            byte c = bytes[i];
            if (c == '"') {
                state = CLOSED;
                return i + 1;
            }
            if (c == '\\') {
                escaped = true;
                state = ESCAPE;
            } else if (c >= 0) {
                return bad(i, "raw control characters are not allowed in strings");
            } else if (!multibyte(c & 0xff)) {
                return bad(i, "invalid UTF-8 start byte");
            }
            i++;
        }
    }

    private int stepThrough(byte[] bytes, int from, int to) {
        int i = from;
        for (; i < to && state != PLAIN; i++) {
            int c = bytes[i] & 0xff;
            boolean good = state == MULTIBYTE ? continuation(c) : escape(c);
            if (!good) {
                return bad(i, state == MULTIBYTE ? "invalid UTF-8 continuation byte" : "malformed escape sequence");
            }
        }
        return i;
    }

    private boolean continuation(int c) {
        if (c < low || c > high) {
            return false;
        }
        low = 0x80;
        high = 0xbf;
        state = --continuations == 0 ? PLAIN : MULTIBYTE;
        return true;
    }

    private boolean escape(int c) {
        if (state == ESCAPE && c == 'u' || state == HALF_ESCAPE && c == 'u') {
            state = FIRST_DIGIT;
            unit = 0;
            return true;
        }
        if (state >= ESCAPE) {
            boolean good = state == HALF ? c == '\\' : state == ESCAPE && "\"\\/bfnrt".indexOf(c) >= 0;
            state = !good ? state : state == HALF ? HALF_ESCAPE : PLAIN;
            return good;
        }
        int digit = JsonStrings.hexDigit(c);
        unit = unit << 4 | digit;
        if (digit < 0 || state != LAST_DIGIT) {
            state = digit < 0 ? state : state - 1;
            return digit >= 0;
        }
        return endUnit();
    }

    private boolean endUnit() {
        if (wholePairs && Character.isLowSurrogate((char) unit) != half) {
            return false;
        }
        half = wholePairs && Character.isHighSurrogate((char) unit);
        state = half ? HALF : PLAIN;
        return true;
    }

    // Table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing above U+10FFFF.
    private boolean multibyte(int c) {
        if (c < 0xc2 || c > 0xf4) {
            return false;
        }
        continuations = c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
        low = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
        high = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
        state = MULTIBYTE;
        return true;
    }

    private int bad(int i, String why) {
        reason = why;
        return ~i;
    }
}
