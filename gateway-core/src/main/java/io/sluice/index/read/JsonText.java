package io.sluice.index.read;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Bytes of JSON that grow; strings go in escaped. For one thread. */
public final class JsonText {
    private static final int FIRST_BYTES = 1024;
    private static final char[] HEX = "0123456789abcdef".toCharArray();
    private static final int MOST_BYTES_A_CHAR = 6;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int size;

    /** How many bytes there are. */
    public int size() {
        return size;
    }

    /** Back to an earlier size. */
    public void truncate(int to) {
        size = to;
    }

    /** A copy of what there is. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    /** Writes all of it. */
    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    /** A copy of a range. */
    byte[] copy(int from, int to) {
        return Arrays.copyOfRange(bytes, from, to);
    }

    /** The array behind; valid until the next change. */
    byte[] array() {
        return bytes;
    }

    /** Adds an ASCII character. */
    public JsonText add(char c) {
        room(1);
        bytes[size++] = (byte) c;
        return this;
    }

    /** Adds ASCII text as it is. */
    public JsonText add(String ascii) {
        int length = ascii.length();
        room(length);
        for (int i = 0; i < length; i++) {
            bytes[size++] = (byte) ascii.charAt(i);
        }
        return this;
    }

    /** Adds bytes as they are. */
    public JsonText add(byte[] more, int from, int to) {
        room(to - from);
        System.arraycopy(more, from, bytes, size, to - from);
        size += to - from;
        return this;
    }

    /** Adds a text as a JSON string, in UTF-8; unpaired surrogates, which UTF-8 cannot hold, are escaped. */
    public JsonText string(CharSequence text) {
        int length = text.length();
        room((length + 2) * MOST_BYTES_A_CHAR);
        bytes[size++] = '"';
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                i += beyondAscii(c, i + 1 < length ? text.charAt(i + 1) : 0);
            } else if (c >= 0x20 && c != '"' && c != '\\') {
                bytes[size++] = (byte) c;
            } else {
                escape(c);
            }
        }
        bytes[size++] = '"';
        return this;
    }

    private void escape(char c) {
        int letter = switch (c) {
            case '"', '\\' -> c;
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            case '\b' -> 'b';
            case '\f' -> 'f';
            default -> 0;
        };
        if (letter == 0) {
            unicode(c);
        } else {
            bytes[size++] = '\\';
            bytes[size++] = (byte) letter;
        }
    }

    private void unicode(char c) {
        bytes[size++] = '\\';
        bytes[size++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[size++] = (byte) HEX[c >> shift & 0xf];
        }
    }

    // Returns how many characters more it took.
    private int beyondAscii(char c, char next) {
        if (c < 0x800) {
            bytes[size++] = (byte) (0xc0 | c >> 6);
            bytes[size++] = (byte) (0x80 | c & 0x3f);
            return 0;
        }
        if (Character.isHighSurrogate(c) && Character.isLowSurrogate(next)) {
            int point = Character.toCodePoint(c, next);
            bytes[size++] = (byte) (0xf0 | point >> 18);
            bytes[size++] = (byte) (0x80 | point >> 12 & 0x3f);
            bytes[size++] = (byte) (0x80 | point >> 6 & 0x3f);
            bytes[size++] = (byte) (0x80 | point & 0x3f);
            return 1;
        }
        if (Character.isSurrogate(c)) {
            unicode(c);
            return 0;
        }
        bytes[size++] = (byte) (0xe0 | c >> 12);
        bytes[size++] = (byte) (0x80 | c >> 6 & 0x3f);
        bytes[size++] = (byte) (0x80 | c & 0x3f);
        return 0;
    }

    private void room(int more) {
        int needed = Math.addExact(size, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(Integer.MAX_VALUE - 8L, bytes.length * 2L)));
        }
    }
}
