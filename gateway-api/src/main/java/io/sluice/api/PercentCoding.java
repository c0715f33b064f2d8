package io.sluice.api;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/** Escapes of request targets (RFC 3986), in UTF-8. Stricter than servers, which put U+FFFD for what is not UTF-8. Stateless. */
final class PercentCoding {

    private static final BitSet PLAIN = new BitSet(0x80);

    static {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~*,:/@!$'()"
                .chars()
                .forEach(PLAIN::set);
    }

    private PercentCoding() {}

    /** Whether a character stands for itself in a query, for every reader. */
    static boolean isPlain(char c) {
        return PLAIN.get(c);
    }

    /**
     * Decodes once.
     *
     * @param plusIsSpace as in a query
     * @throws IllegalArgumentException if an escape is malformed or does not decode to UTF-8
     */
    static String decode(String text, boolean plusIsSpace) {
        if (text.indexOf('%') < 0 && (!plusIsSpace || text.indexOf('+') < 0)) {
            return text;
        }
        byte[] bytes = new byte[text.length()];
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                int value = byteAt(text, i);
                if (value < 0) {
                    throw new IllegalArgumentException("the request target has a malformed escape");
                }
                bytes[count++] = (byte) value;
                i += 2;
            } else {
                bytes[count++] = (byte) (c == '+' && plusIsSpace ? ' ' : c);
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, count))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the request target has escapes that are not UTF-8", e);
        }
    }

    /** Whether a path's segment decodes to this text; one that does not decode is no text. */
    static boolean decodes(String segment, String text) {
        try {
            return decode(segment, false).equals(text);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Appends a text with everything escaped that is not plain.
     *
     * @throws IllegalArgumentException if it has half a surrogate pair
     */
    static void encode(String text, StringBuilder out) {
        int plain = 0;
        while (plain < text.length() && isPlain(text.charAt(plain))) {
            plain++;
        }
        out.append(text, 0, plain);
        if (plain == text.length()) {
            return;
        }
        ByteBuffer bytes;
        try {
            bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text, plain, text.length()));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("a parameter has half a surrogate pair", e);
        }
        while (bytes.hasRemaining()) {
            int value = bytes.get() & 0xff;
            if (isPlain((char) value)) {
                out.append((char) value);
            } else {
                out.append('%').append(hexDigit(value >> 4)).append(hexDigit(value & 0xf));
            }
        }
    }

    /** The byte that the escape at a percent sign stands for; -1 if it is malformed. */
    static int byteAt(String text, int percent) {
        if (percent + 2 >= text.length()) {
            return -1;
        }
        int high = value(text.charAt(percent + 1));
        int low = value(text.charAt(percent + 2));
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }

    private static int value(char c) {
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }

    private static char hexDigit(int value) {
        return Character.toUpperCase(Character.forDigit(value, 16));
    }
}
