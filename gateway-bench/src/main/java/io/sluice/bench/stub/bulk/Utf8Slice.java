package io.sluice.bench.stub.bulk;

import java.nio.charset.StandardCharsets;

/** A text as a stretch of somebody's UTF-8 bytes; reused from item to item, so valid only until the next one. */
final class Utf8Slice {
    private static final byte[] NONE = {};

    byte[] bytes = NONE;
    int from;
    int to = -1;

    /** A text of at most eight ASCII characters in the form of {@link Words#at(byte[], int, int)}. */
    static long word(String text) {
        return Words.at(text.getBytes(StandardCharsets.UTF_8), 0, text.length());
    }

    /** A number that is the same for the same text, from its last bytes. */
    int fingerprint() {
        int sum = 0;
        for (int i = Math.max(from, to - 4); i < to; i++) {
            sum = sum << 8 | bytes[i] & 0xff;
        }
        sum *= 0x9E3779B1;
        return sum ^ sum >>> 16;
    }

    void set(byte[] newBytes, int newFrom, int newTo) {
        bytes = newBytes;
        from = newFrom;
        to = newTo;
    }

    void set(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        set(utf8, 0, utf8.length);
    }

    void clear() {
        set(NONE, 0, -1);
    }

    boolean present() {
        return to >= from;
    }

    int length() {
        return to - from;
    }

    @Override
    public String toString() {
        return present() ? new String(bytes, from, length(), StandardCharsets.UTF_8) : "";
    }
}
