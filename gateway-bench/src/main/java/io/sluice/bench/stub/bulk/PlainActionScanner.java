package io.sluice.bench.stub.bulk;

import org.jspecify.annotations.Nullable;

/**
 * Reads an action line whose strings have no escapes and whose keys are {@code _index}, {@code _id} and {@code routing}:
 * what bulk clients send nearly always. It never guesses: a line of any other form is left to a JSON parser.
 */
final class PlainActionScanner {
    private final byte[] bytes;
    private final int to;
    private int at;

    private PlainActionScanner(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.at = from;
        this.to = to;
    }

    /** True iff the line was of the plain form; {@code into} then holds it. */
    static boolean scan(byte[] bytes, int from, int to, ActionLine into) {
        return new PlainActionScanner(bytes, from, to).line(into);
    }

    private boolean line(ActionLine into) {
        if (!take('{')) {
            return false;
        }
        spaces();
        int from = at + 1;
        if (!string()) {
            return false;
        }
        BulkOperation operation = BulkOperation.of(bytes, from, at - 1);
        if (operation == null || !take(':') || !take('{')) {
            return false;
        }
        into.operation = operation;
        if (!take('}')) {
            do {
                if (!member(into)) {
                    return false;
                }
            } while (take(','));
            if (!take('}')) {
                return false;
            }
        }
        return take('}') && blankToEnd();
    }

    private boolean member(ActionLine into) {
        spaces();
        int key = at + 1;
        if (!string()) {
            return false;
        }
        Utf8Slice slot = slot(into, key, at - 1);
        if (slot == null || !take(':')) {
            return false;
        }
        spaces();
        int value = at + 1;
        if (!string()) {
            return false;
        }
        slot.set(bytes, value, at - 1);
        return true;
    }

    private @Nullable Utf8Slice slot(ActionLine into, int from, int end) {
        return switch (end - from) {
            case 3 -> bytes[from] == '_' && bytes[from + 1] == 'i' && bytes[from + 2] == 'd' ? into.id : null;
            case 6 -> matches("_index", from) ? into.index : null;
            case 7 -> matches("routing", from) ? into.routing : null;
            default -> null;
        };
    }

    private boolean matches(String ascii, int from) {
        for (int i = 0; i < ascii.length(); i++) {
            if (bytes[from + i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Moves past a string that starts here; false for another value, an escape, a control character or the end. */
    private boolean string() {
        if (at >= to || bytes[at] != '"') {
            return false;
        }
        for (at++; at < to; at++) {
            byte b = bytes[at];
            if (b == '"') {
                at++;
                return true;
            }
            if (b == '\\' || b >= 0 && b < ' ') {
                return false;
            }
        }
        return false;
    }

    private boolean take(char expected) {
        spaces();
        if (at < to && bytes[at] == expected) {
            at++;
            return true;
        }
        return false;
    }

    private void spaces() {
        while (at < to && bytes[at] == ' ') {
            at++;
        }
    }

    private boolean blankToEnd() {
        while (at < to && (bytes[at] == ' ' || bytes[at] == '\r')) {
            at++;
        }
        return at == to;
    }
}
