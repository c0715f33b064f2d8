package io.sluice.bulk.line;

import io.sluice.bulk.hash.RoutingHash;
import io.sluice.json.JsonBuffer;
import io.sluice.json.Swar;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The value of one field of an action line. Mutable and reused; for one thread. */
final class BulkValue {

    private static final byte[] NOTHING = {};

    private boolean string;
    /** Holds the plain text in [from, to), without quotes; unused where {@link #decoded} is set. */
    private byte[] bytes = NOTHING;

    private int from;
    private int to;
    /** The text of a value that is not plain: decoded for a string, JSON otherwise. */
    private @Nullable String decoded;
    /** The plain text, once it was asked for. */
    private @Nullable String text;
    /** The last plain text that was asked for; bulks repeat indices and routings. */
    private String last = "";

    // Storing a reference costs more than looking at it.
    @SuppressWarnings("ReferenceEquality")
    void plain(boolean isString, byte[] source, int newFrom, int newTo) {
        string = isString;
        from = newFrom;
        to = newTo;
        if (bytes != source) {
            bytes = source;
        }
        if (text != null) {
            text = null;
        }
        if (decoded != null) {
            decoded = null;
        }
    }

    /** Follows the line to another array, if the text is plain and stands in the first one. */
    @SuppressWarnings("ReferenceEquality")
    void move(byte[] source, int start, byte[] target) {
        if (bytes == source) {
            bytes = target;
            from -= start;
            to -= start;
        }
    }

    void decoded(boolean isString, String newText) {
        string = isString;
        decoded = newText;
    }

    boolean isString() {
        return string;
    }

    /** Whether it is a string that is written without escapes. */
    boolean isPlainString() {
        return string && decoded == null;
    }

    int plainFrom() {
        return from;
    }

    int plainTo() {
        return to;
    }

    boolean beginsWith(char c) {
        return decoded == null ? from < to && bytes[from] == c : !decoded.isEmpty() && decoded.charAt(0) == c;
    }

    boolean is(String other) {
        if (decoded != null) {
            return decoded.equals(other);
        }
        if (other.length() != to - from) {
            return false;
        }
        // From the end, because names of indices differ there.
        for (int i = other.length() - 1; i >= 0; i--) {
            if (other.charAt(i) != bytes[from + i]) {
                return false;
            }
        }
        return true;
    }

    int hash() {
        return decoded == null ? Swar.hash(bytes, from, to) : decoded.hashCode();
    }

    String text() {
        if (decoded != null) {
            return decoded;
        }
        if (text == null) {
            if (!is(last)) {
                last = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
            }
            text = last;
        }
        return text;
    }

    /** How many bytes the text has in UTF-8; an unpaired surrogate counts as one, as Java encodes it. */
    int utf8Length() {
        return decoded == null ? to - from : decoded.getBytes(StandardCharsets.UTF_8).length;
    }

    int routingHash() {
        return decoded == null ? RoutingHash.of(bytes, from, to) : RoutingHash.of(decoded);
    }

    /** Writes a string that consists of the prefix and the value's text. */
    void write(String prefix, JsonBuffer out) {
        if (decoded == null) {
            out.string(prefix, bytes, from, to - from);
        } else {
            out.string(prefix, decoded);
        }
    }

    /** Writes the plain text without quotes. */
    void writeText(JsonBuffer out) {
        out.raw(bytes, from, to - from);
    }

    void write(JsonBuffer out) {
        if (decoded != null) {
            if (string) {
                out.string("", decoded);
            } else {
                out.raw(decoded);
            }
        } else if (string) {
            out.raw(bytes, from - 1, to - from + 2);
        } else {
            out.raw(bytes, from, to - from);
        }
    }
}
