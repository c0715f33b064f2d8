package io.sluice.bulk;

import io.sluice.api.BulkField;
import io.sluice.api.BulkOperation;
import io.sluice.json.Swar;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads action lines in the form that nearly all clients write: known keys once each and without escapes, values that are ASCII
 * strings without escapes, whole numbers, true, false or null. Gives up on everything else. Stateless but for a position; for one
 * thread.
 */
final class PlainActionReader {

    private static final BulkOperation[] OPERATIONS = BulkOperation.values();
    private static final BulkField[] FIELDS = BulkField.values();
    private static final byte[][] OPERATION_KEYS = keys(OPERATIONS);
    private static final byte[][] FIELD_KEYS = keys(FIELDS);
    private static final int MAX_DIGITS = 18;

    private byte[] bytes = {};
    private int at;
    private int to;

    private static byte[][] keys(Object[] constants) {
        byte[][] keys = new byte[constants.length][];
        for (int i = 0; i < constants.length; i++) {
            String key = constants[i] instanceof BulkField field ? field.key() : ((BulkOperation) constants[i]).key();
            keys[i] = key.getBytes(StandardCharsets.US_ASCII);
        }
        return keys;
    }

    /** Reads [from, to) into the line; false if it is not in the plain form, and then the line's content is undefined. */
    boolean read(byte[] source, int from, int end, BulkLine line) {
        bytes = source;
        at = from;
        to = end;
        line.begin(source);
        if (!take('{')) {
            return false;
        }
        int operation = key(OPERATION_KEYS);
        if (operation < 0 || !take(':') || !take('{')) {
            return false;
        }
        line.action(OPERATIONS[operation]);
        return fields(line) && take('}') && space() == to;
    }

    private boolean fields(BulkLine line) {
        if (take('}')) {
            return true;
        }
        int seen = 0;
        do {
            int field = key(FIELD_KEYS);
            if (field < 0 || (seen & 1 << field) != 0 || !take(':') || !value(FIELDS[field], line)) {
                return false;
            }
            seen |= 1 << field;
        } while (take(','));
        return take('}');
    }

    private boolean value(BulkField field, BulkLine line) {
        int i = space();
        if (i == to) {
            return false;
        }
        byte c = bytes[i];
        if (c == '"') {
            int end = Swar.special(bytes, i + 1, to);
            if (end == to || bytes[end] != '"') {
                return false;
            }
            line.value(field).plain(true, i + 1, end);
            at = end + 1;
            return field != BulkField.DYNAMIC_TEMPLATES;
        }
        int end = c >= '0' && c <= '9' ? digits(i) : word(i);
        if (end < 0) {
            return false;
        }
        if (c != 'n') {
            line.value(field).plain(false, i, end);
        }
        at = end;
        return c == 'n' || field != BulkField.DYNAMIC_TEMPLATES;
    }

    private int digits(int from) {
        int i = from;
        while (i < to && bytes[i] >= '0' && bytes[i] <= '9') {
            i++;
        }
        boolean whole = i == from + 1 || bytes[from] != '0' && i - from <= MAX_DIGITS;
        return whole && i < to && (bytes[i] == ',' || bytes[i] == '}' || bytes[i] == ' ') ? i : -1;
    }

    private int word(int from) {
        return is(from, "true") || is(from, "null") ? from + 4 : is(from, "false") ? from + 5 : -1;
    }

    private boolean is(int from, String word) {
        if (to - from < word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (bytes[from + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The position of the key that stands here among the known ones; -1 for any other. */
    private int key(byte[][] known) {
        if (!take('"')) {
            return -1;
        }
        int start = at;
        int end = Swar.special(bytes, start, to);
        if (end == to || bytes[end] != '"') {
            return -1;
        }
        at = end + 1;
        for (int i = 0; i < known.length; i++) {
            byte[] key = known[i];
            if (key.length == end - start && Arrays.equals(key, 0, key.length, bytes, start, end)) {
                return i;
            }
        }
        return -1;
    }

    private boolean take(char c) {
        int i = space();
        if (i < to && bytes[i] == c) {
            at = i + 1;
            return true;
        }
        return false;
    }

    private int space() {
        while (at < to && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r')) {
            at++;
        }
        return at;
    }
}
