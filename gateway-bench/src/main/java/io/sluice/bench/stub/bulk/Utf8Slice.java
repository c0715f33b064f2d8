package io.sluice.bench.stub.bulk;

import java.nio.charset.StandardCharsets;

/** A text as a stretch of somebody's UTF-8 bytes; reused from item to item, so valid only until the next one. */
final class Utf8Slice {
    private static final byte[] NONE = {};

    byte[] bytes = NONE;
    int from;
    int to = -1;

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
