package io.sluice.bulk;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The value of one field of an action line. Mutable and reused; for one thread. */
final class BulkValue {

    private boolean string;
    /** Where the plain text is in the line, without quotes; unused where {@link #decoded} is set. */
    private int from;

    private int to;
    /** The text of a value that is not plain: decoded for a string, JSON otherwise. */
    private @Nullable String decoded;
    /** The last plain text that was asked for; bulks repeat indices and routings. */
    private String last = "";

    void plain(boolean isString, int newFrom, int newTo) {
        string = isString;
        from = newFrom;
        to = newTo;
        if (decoded != null) {
            decoded = null;
        }
    }

    void decoded(boolean isString, String text) {
        string = isString;
        decoded = text;
    }

    boolean is(byte[] line, String text) {
        if (decoded != null) {
            return decoded.equals(text);
        }
        if (text.length() != to - from) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) != line[from + i]) {
                return false;
            }
        }
        return true;
    }

    String text(byte[] line) {
        if (decoded != null) {
            return decoded;
        }
        if (!is(line, last)) {
            last = new String(line, from, to - from, StandardCharsets.ISO_8859_1);
        }
        return last;
    }

    /** How many bytes the text has in UTF-8; an unpaired surrogate counts as one, as Java encodes it. */
    int utf8Length() {
        return decoded == null ? to - from : decoded.getBytes(StandardCharsets.UTF_8).length;
    }

    int routingHash(byte[] line) {
        return decoded == null ? RoutingHash.of(line, from, to) : RoutingHash.of(decoded);
    }

    /** Writes a string that consists of the prefix and the value's text. */
    void write(byte[] line, String prefix, LineBuffer out) {
        if (decoded == null) {
            out.string(prefix, line, from, to - from);
        } else {
            out.string(prefix, decoded);
        }
    }

    void write(byte[] line, LineBuffer out) {
        if (decoded != null) {
            if (string) {
                out.string("", decoded);
            } else {
                out.raw(decoded);
            }
        } else if (string) {
            out.raw(line, from - 1, to - from + 2);
        } else {
            out.raw(line, from, to - from);
        }
    }
}
