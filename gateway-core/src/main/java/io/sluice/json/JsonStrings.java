package io.sluice.json;

import java.nio.charset.StandardCharsets;

/**
 * Decodes and compares strings whose raw form was checked. Decoded text is UTF-8; an unpaired surrogate, which only an
 * escape can produce, takes three bytes. Stateless.
 */
final class JsonStrings {

    private static final int SURROGATE_BYTES = 3;

    private JsonStrings() {}

    /** The value of a hexadecimal digit, or -1. */
    static int hexDigit(int c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int lower = c | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    /** Decodes the escapes of [from, from + length) into the target, which has room for as many bytes; returns the number written. */
    static int unescape(byte[] raw, int from, int length, byte[] target) {
        int to = from + length;
        int out = 0;
        for (int i = from; i < to; ) {
            byte c = raw[i++];
            if (c != '\\') {
                target[out++] = c;
                continue;
            }
            byte escape = raw[i++];
            if (escape != 'u') {
                target[out++] = simple(escape);
                continue;
            }
            int unit = hex(raw, i);
            i += 4;
            if (Character.isHighSurrogate((char) unit) && i + 6 <= to && raw[i] == '\\' && raw[i + 1] == 'u') {
                int second = hex(raw, i + 2);
                if (Character.isLowSurrogate((char) second)) {
                    unit = Character.toCodePoint((char) unit, (char) second);
                    i += 6;
                }
            }
            out = encode(unit, target, out);
        }
        return out;
    }

    private static byte simple(byte escape) {
        return switch (escape) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> escape;
        };
    }

    private static int hex(byte[] raw, int from) {
        return hexDigit(raw[from]) << 12
                | hexDigit(raw[from + 1]) << 8
                | hexDigit(raw[from + 2]) << 4
                | hexDigit(raw[from + 3]);
    }

    private static int encode(int point, byte[] target, int at) {
        int out = at;
        if (point < 0x80) {
            target[out++] = (byte) point;
            return out;
        }
        if (point < 0x800) {
            target[out++] = (byte) (0xc0 | point >> 6);
        } else {
            if (point < 0x10000) {
                target[out++] = (byte) (0xe0 | point >> 12);
            } else {
                target[out++] = (byte) (0xf0 | point >> 18);
                target[out++] = (byte) (0x80 | point >> 12 & 0x3f);
            }
            target[out++] = (byte) (0x80 | point >> 6 & 0x3f);
        }
        target[out++] = (byte) (0x80 | point & 0x3f);
        return out;
    }

    /** Whether decoded bytes are this text. */
    static boolean equals(byte[] utf8, int from, int length, String text) {
        return length <= text.length() * SURROGATE_BYTES && end(utf8, from, length, text) == from + length;
    }

    /** Whether decoded UTF-8 contains a byte below 0x80. */
    static boolean contains(byte[] utf8, int offset, int length, byte ascii) {
        for (int i = offset; i < offset + length; i++) {
            if (utf8[i] == ascii) {
                return true;
            }
        }
        return false;
    }

    /** Whether decoded bytes begin with this text. */
    static boolean startsWith(byte[] utf8, int from, int length, String text) {
        return end(utf8, from, length, text) >= 0;
    }

    // The index after the text if the bytes begin with it; -1 if they do not.
    private static int end(byte[] utf8, int from, int length, String text) {
        int chars = text.length();
        if (length < chars) {
            return -1;
        }
        int to = from + length;
        int i = from;
        int at = 0;
        while (i < to && at < chars) {
            int c = utf8[i];
            if (c >= 0) {
                if (c != text.charAt(at++)) {
                    return -1;
                }
                i++;
            } else {
                int point = text.codePointAt(at);
                if (point != point(utf8, i)) {
                    return -1;
                }
                i += size(c);
                at += Character.charCount(point);
            }
        }
        return at == chars ? i : -1;
    }

    /** The text of decoded bytes. */
    static String text(byte[] utf8, int from, int length, boolean escaped) {
        if (!escaped) {
            return new String(utf8, from, length, StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder(length);
        for (int i = from; i < from + length; i += size(utf8[i])) {
            text.appendCodePoint(point(utf8, i));
        }
        return text.toString();
    }

    private static int size(int first) {
        int c = first & 0xff;
        return c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    }

    private static int point(byte[] utf8, int i) {
        int c = utf8[i] & 0xff;
        return switch (size(c)) {
            case 1 -> c;
            case 2 -> (c & 0x1f) << 6 | utf8[i + 1] & 0x3f;
            case 3 -> (c & 0x0f) << 12 | (utf8[i + 1] & 0x3f) << 6 | utf8[i + 2] & 0x3f;
            default -> (c & 0x07) << 18 | (utf8[i + 1] & 0x3f) << 12 | (utf8[i + 2] & 0x3f) << 6 | utf8[i + 3] & 0x3f;
        };
    }
}
