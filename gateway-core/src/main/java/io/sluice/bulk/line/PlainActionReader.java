package io.sluice.bulk.line;

import io.sluice.api.BulkField;
import io.sluice.api.BulkOperation;
import io.sluice.bulk.verdict.BulkControls;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.json.Swar;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads action lines in the form that nearly all clients write: known keys once each and without escapes, values that are ASCII
 * strings without escapes, whole numbers, true, false or null. Gives up on everything else, including what servers may refuse.
 * For one thread.
 */
final class PlainActionReader {

    private static final BulkOperation[] OPERATIONS = BulkOperation.values();
    private static final BulkField[] FIELDS = BulkField.values();
    private static final byte[][] OPERATION_KEYS = keys(OPERATIONS);
    private static final byte[][] FIELD_KEYS = keys(FIELDS);
    private static final long[] OPERATION_BEGINNINGS = beginnings(OPERATION_KEYS);
    private static final long[] FIELD_BEGINNINGS = beginnings(FIELD_KEYS);
    private static final int MAX_DIGITS = 18;

    /** Whether {@code _type} may be given. */
    private final boolean types;
    /** Whether {@code _index} may be given. */
    private final boolean explicitIndex;

    private byte[] bytes = {};
    private int at;
    private int to;

    PlainActionReader(BulkGrammar grammar) {
        this.types = grammar.has(BulkGrammar.Trait.TYPES);
        this.explicitIndex = !grammar.has(BulkGrammar.Trait.INDEX_IN_PATH_ONLY);
    }

    private static byte[][] keys(Object[] constants) {
        byte[][] keys = new byte[constants.length][];
        for (int i = 0; i < constants.length; i++) {
            String key = constants[i] instanceof BulkField field ? field.key() : ((BulkOperation) constants[i]).key();
            keys[i] = key.getBytes(StandardCharsets.US_ASCII);
        }
        return keys;
    }

    private static long[] beginnings(byte[][] keys) {
        return Arrays.stream(keys)
                .mapToLong(key -> Swar.beginning(key, 0, key.length))
                .toArray();
    }

    /** Reads [from, to) into the line; false if it is not in the plain form, in which case the line's content is undefined. */
    boolean read(byte[] source, int from, int end, BulkLine line) {
        bytes = source;
        at = from;
        to = end;
        line.begin();
        if (!take('{')) {
            return false;
        }
        int operation = key(OPERATION_KEYS, OPERATION_BEGINNINGS);
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
            int field = key(FIELD_KEYS, FIELD_BEGINNINGS);
            if (field < 0 || (seen & 1 << field) != 0 || !take(':') || !value(FIELDS[field], line)) {
                return false;
            }
            seen |= 1 << field;
        } while (take(','));
        return take('}');
    }

    private boolean value(BulkField field, BulkLine line) {
        int i = space();
        if (i == to || field == BulkField.INDEX && !explicitIndex) {
            return false;
        }
        byte c = bytes[i];
        if (c == '"') {
            int end = Swar.special(bytes, i + 1, to);
            if (end == to || bytes[end] != '"') {
                return false;
            }
            at = end + 1;
            line.plain(field, true, bytes, i + 1, end);
            return takesText(field, i + 1, end, line.controls());
        }
        boolean number = c >= '0' && c <= '9';
        int end = number ? digits(i) : word(i);
        if (end < 0) {
            return false;
        }
        at = end;
        if (c == 'n') {
            return true;
        }
        line.plain(field, false, bytes, i, end);
        return number ? takesNumber(field, i, end, line.controls()) : takesBoolean(field);
    }

    private boolean takesText(BulkField field, int from, int end, BulkControls controls) {
        return switch (field) {
            case INDEX, ID, ROUTING, PIPELINE, OP_TYPE -> true;
            case TYPE -> types && end > from;
            case VERSION_TYPE -> versionType(from, end, controls);
            default -> false;
        };
    }

    private boolean versionType(int from, int end, BulkControls controls) {
        if (end - from == "external".length() && is(from, "external")) {
            controls.versionType(BulkControls.VersionType.EXTERNAL);
            return true;
        }
        if (end - from == "external_gte".length() && is(from, "external_gte")) {
            controls.versionType(BulkControls.VersionType.EXTERNAL_GTE);
            return true;
        }
        return false;
    }

    private boolean takesNumber(BulkField field, int from, int end, BulkControls controls) {
        switch (field) {
            case INDEX, ID, ROUTING, PIPELINE, OP_TYPE -> {
                return true;
            }
            case VERSION -> controls.version(number(from, end));
            case IF_SEQ_NO -> controls.rawSeqNo(number(from, end));
            case IF_PRIMARY_TERM -> controls.rawPrimaryTerm(number(from, end));
            case RETRY_ON_CONFLICT -> {
                long times = number(from, end);
                controls.retryOnConflict((int) times);
                return times <= Integer.MAX_VALUE;
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private long number(int from, int end) {
        long number = 0;
        for (int i = from; i < end; i++) {
            number = number * 10 + bytes[i] - '0';
        }
        return number;
    }

    private static boolean takesBoolean(BulkField field) {
        return switch (field) {
            case INDEX, ID, ROUTING, PIPELINE, OP_TYPE, REQUIRE_ALIAS -> true;
            default -> false;
        };
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
    private int key(byte[][] known, long[] beginnings) {
        if (!take('"')) {
            return -1;
        }
        int start = at;
        int end = Swar.special(bytes, start, to);
        if (end == to || bytes[end] != '"') {
            return -1;
        }
        at = end + 1;
        long beginning = Swar.beginning(bytes, start, end);
        for (int i = 0; i < known.length; i++) {
            if (beginnings[i] == beginning && Arrays.equals(known[i], 0, known[i].length, bytes, start, end)) {
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
