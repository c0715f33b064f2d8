package io.sluice.filters.lines;

import io.sluice.filters.lines.LineFormat.Field;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields of one line, in their order. For one thread at a time. */
public final class LineFields {

    /** Longer texts are cut, so that a client cannot fill the log's memory with its own head. */
    public static final int MAX_TEXT = 2048;

    private final List<Field> fields = new ArrayList<>(32);

    /** Adds a text; nothing if there is none. */
    public void add(String name, @Nullable String value) {
        if (value != null) {
            fields.add(new Field(name, value.length() <= MAX_TEXT ? value : value.substring(0, MAX_TEXT) + "..."));
        }
    }

    /** Adds a number. */
    public void add(String name, long value) {
        fields.add(new Field(name, value));
    }

    /** Adds a truth value. */
    public void add(String name, boolean value) {
        fields.add(new Field(name, value));
    }

    /** Adds fields that are the same in all lines. */
    public void addAll(List<Field> more) {
        fields.addAll(more);
    }

    /** Appends them as one JSON object with its line feed; whatever is in them, it stays one line. */
    public void appendTo(StringBuilder out, LineFormat format) {
        format.append(fields, out);
        out.append('\n');
    }
}
