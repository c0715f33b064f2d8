package io.sluice.json;

import io.sluice.api.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array that JSON is written to. Reused; for one thread. */
public final class JsonBuffer {

    /** No array has more. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private byte[] bytes = new byte[256];
    private int length;

    public JsonBuffer clear() {
        length = 0;
        return this;
    }

    /** Takes back what was written from this position on. */
    public JsonBuffer cut(int position) {
        length = Math.min(length, position);
        return this;
    }

    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    /** A copy of what was written. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    public JsonBuffer raw(byte[] source, int from, int count) {
        room(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
        return this;
    }

    /** Writes JSON as it is. */
    public JsonBuffer raw(String json) {
        if (!ascii(json, false)) {
            byte[] utf8 = json.getBytes(StandardCharsets.UTF_8);
            raw(utf8, 0, utf8.length);
        }
        return this;
    }

    public JsonBuffer number(int value) {
        return raw(Integer.toString(value));
    }

    /** Writes a JSON string that consists of both texts. */
    public JsonBuffer string(String first, String second) {
        int start = length;
        raw("\"");
        if (ascii(first, true) && ascii(second, true)) {
            return raw("\"");
        }
        length = start;
        byte[] utf8 = Json.string(first + second).utf8();
        return raw(utf8, 0, utf8.length);
    }

    /** Writes a JSON string that consists of a text and of bytes that need no escape. */
    public JsonBuffer string(String first, byte[] source, int from, int count) {
        string(first, "");
        length--;
        return raw(source, from, count).raw("\"");
    }

    /** Writes a text if all its characters are ASCII and, on request, need no escape; otherwise writes nothing and returns false. */
    private boolean ascii(String text, boolean unescaped) {
        int count = text.length();
        room(count);
        for (int i = 0; i < count; i++) {
            char c = text.charAt(i);
            if (c >= 0x7f || unescaped && (c < ' ' || c == '"' || c == '\\')) {
                return false;
            }
            bytes[length + i] = (byte) c;
        }
        length += count;
        return true;
    }

    private void room(int count) {
        int needed = Math.addExact(length, count);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(MOST_BYTES, needed * 2L));
        }
    }
}
