package io.sluice.bulk.line;

import java.nio.charset.StandardCharsets;

/** Inserts an id into an action line that has none. Stateless. */
public final class IdInsertion {

    private static final byte[] BEFORE = "\"_id\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ID = "\"_id\"".getBytes(StandardCharsets.US_ASCII);

    private IdInsertion() {}

    /**
     * Where a member can be inserted into the action's object.
     *
     * @param bytes the action line from its first byte, and what follows it up to {@code to}
     * @return the index behind the brace that opens the object; -1 where the line is written in an unusual way, or has an id
     *     already, which may be null
     */
    static int at(byte[] bytes, int from, int to) {
        int outer = space(bytes, from, to);
        int inner = outer < to && bytes[outer] == '{' ? brace(bytes, outer + 1, to) : -1;
        if (inner < 0) {
            return -1;
        }
        int first = space(bytes, inner + 1, to);
        if (first == to || bytes[first] != '"' && bytes[first] != '}') {
            return -1;
        }
        for (int i = first; i < to && bytes[i] != '\n'; i++) {
            if (bytes[i] == '\\' || bytes[i] == '"' && isId(bytes, i, to)) {
                return -1;
            }
        }
        return inner + 1;
    }

    private static int space(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\r')) {
            i++;
        }
        return i;
    }

    private static int brace(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            byte c = bytes[i];
            if (c == '{') {
                return i;
            }
            boolean usual = c >= 'a' && c <= 'z' || c == '"' || c == ':' || c == ' ' || c == '\t';
            if (!usual) {
                return -1;
            }
        }
        return -1;
    }

    private static boolean isId(byte[] bytes, int from, int to) {
        if (to - from < ID.length) {
            return false;
        }
        for (int i = 0; i < ID.length; i++) {
            if (bytes[from + i] != ID[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Writes the inserted member.
     *
     * @param bytes the same as before
     * @param at what {@link BulkLine#idAt} returned
     * @param into is long enough for the id and ten bytes more
     * @return how many bytes were written
     */
    public static int write(byte[] id, byte[] bytes, int at, byte[] into) {
        System.arraycopy(BEFORE, 0, into, 0, BEFORE.length);
        System.arraycopy(id, 0, into, BEFORE.length, id.length);
        int length = BEFORE.length + id.length;
        into[length++] = '"';
        if (bytes[space(bytes, at, bytes.length)] == '"') {
            into[length++] = ',';
        }
        return length;
    }
}
