package io.sluice.bench.stub.bulk;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads an action line whose strings have no escapes and whose keys are {@code _index}, {@code _id} and {@code routing}:
 * what bulk clients send nearly always. It never guesses: a line of any other form is left to a JSON parser. A position below
 * zero stands for another form, and stays below zero.
 */
final class PlainActionScanner {
    private static final int NO = -1;
    private static final long INDEX = Utf8Slice.word("_index");
    private static final long ID = Utf8Slice.word("_id");
    private static final long ROUTING = Utf8Slice.word("routing");

    /** The usual line of each operation, up to the index's name, and what stands between the name and the id. */
    private static final Literal[] OPENINGS = Stream.of(BulkOperation.values())
            .map(operation -> new Literal("{\"" + operation.label() + "\":{\"_index\":\""))
            .toArray(Literal[]::new);

    private static final BulkOperation[] OPERATIONS = BulkOperation.values();
    private static final Literal BEFORE_ID = new Literal("\",\"_id\":\"");
    private static final int END = ('"') | '}' << 8 | '}' << 16 | '\n' << 24;

    private PlainActionScanner() {}

    /** The position behind the newline of the line at {@code from}; below zero if it is of another form or not whole. */
    static int scan(byte[] bytes, int from, int to, ActionLine into) {
        int end = usual(bytes, from, to, into);
        return end >= 0 ? end : any(bytes, from, to, into);
    }

    /** Reads the line that is by far the commonest, without spaces, index before id, with fewer questions. */
    private static int usual(byte[] bytes, int from, int to, ActionLine into) {
        int operation = 0;
        while (operation < OPENINGS.length && !OPENINGS[operation].at(bytes, from, to)) {
            operation++;
        }
        if (operation == OPENINGS.length) {
            return NO;
        }
        int index = from + OPENINGS[operation].length();
        int indexEnd = quote(bytes, index, to);
        if (indexEnd < 0 || !BEFORE_ID.at(bytes, indexEnd, to)) {
            return NO;
        }
        int id = indexEnd + BEFORE_ID.length();
        int idEnd = quote(bytes, id, to);
        if (idEnd < 0 || idEnd > to - Integer.BYTES || Words.intAt(bytes, idEnd) != END) {
            return NO;
        }
        into.operation = OPERATIONS[operation];
        into.index.set(bytes, index, indexEnd);
        into.id.set(bytes, id, idEnd);
        return idEnd + Integer.BYTES;
    }

    private static int any(byte[] bytes, int from, int to, ActionLine into) {
        int at = past(bytes, from, to, '{');
        int name = spaces(bytes, at, to) + 1;
        at = string(bytes, at, to);
        BulkOperation operation = at < 0 ? null : BulkOperation.of(bytes, name, at - 1);
        if (operation == null) {
            return NO;
        }
        into.operation = operation;
        at = members(bytes, past(bytes, past(bytes, at, to, ':'), to, '{'), to, into);
        return end(bytes, past(bytes, at, to, '}'), to);
    }

    /** From behind the opening bracket to behind the closing one. */
    private static int members(byte[] bytes, int from, int to, ActionLine into) {
        int none = past(bytes, from, to, '}');
        if (none >= 0) {
            return none;
        }
        int at = from;
        while (at >= 0) {
            at = member(bytes, at, to, into);
            int next = past(bytes, at, to, ',');
            if (next < 0) {
                return past(bytes, at, to, '}');
            }
            at = next;
        }
        return at;
    }

    private static int member(byte[] bytes, int from, int to, ActionLine into) {
        int key = spaces(bytes, from, to) + 1;
        int keyEnd = string(bytes, from, to);
        Utf8Slice slot = keyEnd < 0 ? null : slot(into, bytes, key, keyEnd - 1);
        if (slot == null) {
            return NO;
        }
        int at = past(bytes, keyEnd, to, ':');
        int value = spaces(bytes, at, to) + 1;
        int valueEnd = string(bytes, at, to);
        if (valueEnd >= 0) {
            slot.set(bytes, value, valueEnd - 1);
        }
        return valueEnd;
    }

    private static @Nullable Utf8Slice slot(ActionLine into, byte[] bytes, int from, int end) {
        if (end - from >= Long.BYTES) {
            return null;
        }
        long key = Words.at(bytes, from, end - from);
        return key == ID ? into.id : key == INDEX ? into.index : key == ROUTING ? into.routing : null;
    }

    /** Moves past a string; below zero for another value, an escape, a control character or the end. */
    private static int string(byte[] bytes, int from, int to) {
        int at = past(bytes, from, to, '"');
        int quote = at < 0 ? NO : quote(bytes, at, to);
        return quote < 0 ? NO : quote + 1;
    }

    /** The quote that ends the string whose letters begin here; below zero if there is anything else in between. */
    private static int quote(byte[] bytes, int from, int to) {
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long word = Words.at(bytes, at);
            long special = Words.matches(word, (byte) '"')
                    | Words.matches(word, (byte) '\\')
                    | Words.flags(Words.belowSpace(word));
            if (special != 0) {
                int first = at + Words.first(special);
                return bytes[first] == '"' ? first : NO;
            }
        }
        for (; at < to; at++) {
            byte b = bytes[at];
            if (b == '"') {
                return at;
            }
            if (b == '\\' || b >= 0 && b < ' ') {
                return NO;
            }
        }
        return NO;
    }

    /** Moves past spaces and this character. */
    private static int past(byte[] bytes, int from, int to, char expected) {
        int at = spaces(bytes, from, to);
        return at >= 0 && at < to && bytes[at] == expected ? at + 1 : NO;
    }

    private static int spaces(byte[] bytes, int from, int to) {
        int at = from;
        while (at >= 0 && at < to && bytes[at] == ' ') {
            at++;
        }
        return at;
    }

    private static int end(byte[] bytes, int from, int to) {
        int at = from;
        while (at >= 0 && at < to && (bytes[at] == ' ' || bytes[at] == '\r')) {
            at++;
        }
        return past(bytes, at, to, '\n');
    }
}
