package io.sluice.json;

import org.jspecify.annotations.Nullable;

/** Finds the end of a JSON number; can pause at any byte. For one thread. */
final class JsonNumbers {

    /** The last byte seen, as the grammar reads it. */
    private enum Part {
        NOTHING,
        MINUS,
        ZERO,
        DIGIT,
        POINT,
        FRACTION,
        EXPONENT,
        EXPONENT_SIGN,
        EXPONENT_DIGIT
    }

    private Part part = Part.NOTHING;

    void start() {
        part = Part.NOTHING;
    }

    /** Whether the number may end here. */
    boolean isComplete() {
        return part == Part.DIGIT || part == Part.ZERO || part == Part.FRACTION || part == Part.EXPONENT_DIGIT;
    }

    /** Scans to the first byte after the number; returns its index, or the window's end, or the complement of a bad byte's index. */
    int scan(byte[] bytes, int from, int to) {
        int i = from;
        Part now = part;
        for (; i < to; i++) {
            byte c = bytes[i];
            if (c >= '0' && c <= '9') {
                if (now == Part.DIGIT) {
                    continue;
                }
                if (now == Part.ZERO) {
                    return ~i;
                }
                now = afterDigit(now, c);
            } else {
                part = now;
                Part next = after(now, c);
                if (next == null) {
                    return isComplete() ? i : ~i;
                }
                now = next;
            }
        }
        part = now;
        return i;
    }

    /**
     * The index after a number without exponent that begins and ends in [from, to); -1 for any other, for which {@link #scan} is
     * needed.
     */
    static int plain(byte[] bytes, int from, int to) {
        int i = bytes[from] == '-' ? from + 1 : from;
        int whole = Swar.digits(bytes, i, to);
        if (whole == i || bytes[i] == '0' && whole > i + 1 || whole == to) {
            return -1;
        }
        if (bytes[whole] != '.') {
            return isExponent(bytes[whole]) ? -1 : whole;
        }
        int end = Swar.digits(bytes, whole + 1, to);
        return end == whole + 1 || end == to || isExponent(bytes[end]) ? -1 : end;
    }

    private static Part afterDigit(Part now, byte c) {
        return switch (now) {
            case NOTHING, MINUS -> c == '0' ? Part.ZERO : Part.DIGIT;
            case POINT, FRACTION -> Part.FRACTION;
            case EXPONENT, EXPONENT_SIGN, EXPONENT_DIGIT -> Part.EXPONENT_DIGIT;
            case ZERO, DIGIT -> Part.DIGIT;
        };
    }

    private static @Nullable Part after(Part now, byte c) {
        return switch (now) {
            case NOTHING -> c == '-' ? Part.MINUS : null;
            case ZERO, DIGIT -> c == '.' ? Part.POINT : isExponent(c) ? Part.EXPONENT : null;
            case FRACTION -> isExponent(c) ? Part.EXPONENT : null;
            case EXPONENT -> c == '+' || c == '-' ? Part.EXPONENT_SIGN : null;
            case MINUS, POINT, EXPONENT_SIGN, EXPONENT_DIGIT -> null;
        };
    }

    private static boolean isExponent(byte c) {
        return c == 'e' || c == 'E';
    }
}
