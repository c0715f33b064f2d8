package io.sluice.bulk.line;

import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkEdit;
import io.sluice.api.BulkField;
import io.sluice.api.BulkOperation;
import io.sluice.bulk.hash.RoutingHash;
import io.sluice.bulk.verdict.BulkControls;
import io.sluice.bulk.verdict.JudgedAction;
import io.sluice.json.JsonBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One action line, read. Plain values stay where they are in the line's bytes, others are kept decoded. Mutable and reused for the
 * next line; for one thread.
 */
// Fields by ordinal: every item of every bulk goes through here.
@SuppressWarnings("EnumOrdinal")
public final class BulkLine implements JudgedAction {

    private static final BulkField[] FIELDS = BulkField.values();
    private static final int NOT_SOUGHT = -2;
    private static final int NOWHERE = -1;

    private final BulkValue[] values = new BulkValue[FIELDS.length];
    private final BulkControls controls = new BulkControls();
    private final BulkDefaults defaults;

    /** One bit for each given field, by its ordinal. */
    private int given;

    private BulkOperation action = BulkOperation.INDEX;

    /** Where an id can be inserted, counted from the line's first byte; found once for all lines of the same form. */
    private int idAt = NOT_SOUGHT;
    /** Where the text of the line's id was written last; -1 if it was not. */
    private int writtenId = NOWHERE;

    BulkLine(BulkDefaults defaults) {
        this.defaults = defaults;
        Arrays.setAll(values, ordinal -> new BulkValue());
    }

    /** Begins another line. */
    void begin() {
        given = 0;
        idAt = NOT_SOUGHT;
        controls.clear();
    }

    void action(BulkOperation operation) {
        action = operation;
    }

    /** Moves the line from an index of its array to the start of another array. */
    void move(byte[] source, int from, byte[] target) {
        for (BulkValue value : values) {
            value.move(source, from, target);
        }
    }

    /**
     * Where an id can be inserted into the action's object.
     *
     * @param bytes the line from its first byte, and what follows it up to {@code to}
     * @return the index behind the brace that opens the object; -1 where the line is written in an unusual way, or has an id
     *     already, which may be null
     */
    public int idAt(byte[] bytes, int from, int to) {
        if (idAt == NOT_SOUGHT) {
            int at = IdInsertion.at(bytes, from, to);
            idAt = at < 0 ? NOWHERE : at - from;
        }
        return idAt == NOWHERE ? -1 : from + idAt;
    }

    /** Gives a field the text [from, to) of the array, without its quotes if it is a string; valid until the array changes. */
    void plain(BulkField field, boolean string, byte[] bytes, int from, int to) {
        given |= bit(field);
        value(field).plain(string, bytes, from, to);
    }

    /** Gives a field a text: decoded for a string, JSON otherwise. */
    void decoded(BulkField field, boolean string, String text) {
        given |= bit(field);
        value(field).decoded(string, text);
    }

    @Override
    public BulkControls controls() {
        return controls;
    }

    private BulkValue value(BulkField field) {
        return values[field.ordinal()];
    }

    private static int bit(BulkField field) {
        return 1 << field.ordinal();
    }

    @Override
    public BulkOperation operation() {
        return action == BulkOperation.INDEX
                        && onLine(BulkField.OP_TYPE)
                        && value(BulkField.OP_TYPE).is("create")
                ? BulkOperation.CREATE
                : action;
    }

    @Override
    public BulkOperation action() {
        return action;
    }

    @Override
    public boolean has(BulkField field) {
        return onLine(field) || defaults.text(field) != null;
    }

    @Override
    public boolean onLine(BulkField field) {
        return (given & bit(field)) != 0;
    }

    /** The number of fields that the line gives. */
    int fields() {
        return Integer.bitCount(given);
    }

    /** Where the field's plain text begins in its array. */
    int plainFrom(BulkField field) {
        return value(field).plainFrom();
    }

    /** Where the field's plain text ends in its array. */
    int plainTo(BulkField field) {
        return value(field).plainTo();
    }

    /** Whether the field, which is given, is a string. */
    boolean isString(BulkField field) {
        return value(field).isString();
    }

    @Override
    public boolean beginsWith(BulkField field, char c) {
        if (onLine(field)) {
            return value(field).beginsWith(c);
        }
        String text = defaults.text(field);
        return text != null && !text.isEmpty() && text.charAt(0) == c;
    }

    @Override
    public int utf8Length(BulkField field) {
        return onLine(field) ? value(field).utf8Length() : 0;
    }

    @Override
    public boolean is(BulkField field, String text) {
        return onLine(field) ? value(field).is(text) : text.equals(defaults.text(field));
    }

    @Override
    public int hash(BulkField field) {
        return onLine(field) ? value(field).hash() : JudgedAction.super.hash(field);
    }

    @Override
    public @Nullable String text(BulkField field) {
        return onLine(field) ? value(field).text() : defaults.text(field);
    }

    @Override
    public int routingHash(BulkField field) {
        if (onLine(field)) {
            return value(field).routingHash();
        }
        String text = defaults.text(field);
        if (text == null) {
            throw new IllegalArgumentException(field.key() + " is not given");
        }
        return RoutingHash.of(text);
    }

    /** Writes the line anew with the changes, without a line feed. */
    public void write(BulkEdit edit, JsonBuffer out) {
        out.clear().raw("{\"").raw(action.key()).raw("\":{");
        writtenId = NOWHERE;
        boolean first = true;
        for (BulkField field : FIELDS) {
            BulkEdit.Change change = edit.change(field);
            if (!isWritten(field, change)) {
                continue;
            }
            out.raw(first ? "\"" : ",\"").raw(field.key()).raw("\":");
            first = false;
            switch (change) {
                case SET -> out.string("", edit.text(field));
                case SET_JSON -> out.raw(edit.text(field));
                case PREFIX -> prefixed(edit.text(field), field, out);
                default -> value(field).write(out);
            }
            boolean own = change == BulkEdit.Change.KEEP || change == BulkEdit.Change.PREFIX;
            if (field == BulkField.ID && own && onLine(field) && value(field).isPlainString()) {
                writtenId = out.length() - 1 - value(field).utf8Length();
            }
        }
        out.raw("}}");
    }

    /** The position of the text of the line's own id in what was written last; negative if it was not written, or not as it is. */
    int writtenId() {
        return writtenId;
    }

    /** Writes the text of the line's id, which is plain, without quotes. */
    void writeId(JsonBuffer out) {
        value(BulkField.ID).writeText(out);
    }

    private void prefixed(String prefix, BulkField field, JsonBuffer out) {
        if (onLine(field)) {
            value(field).write(prefix, out);
        } else {
            out.string(prefix, String.valueOf(defaults.text(field)));
        }
    }

    // A value from the URL is written to the line if it gets a prefix; otherwise it stays in the URL.
    private boolean isWritten(BulkField field, BulkEdit.Change change) {
        return switch (change) {
            case SET, SET_JSON -> true;
            case PREFIX -> has(field);
            case KEEP -> onLine(field);
            case REMOVE -> false;
        };
    }

    @Override
    public String toString() {
        JsonBuffer out = new JsonBuffer();
        write(new BulkEdit(), out);
        return new String(out.bytes(), 0, out.length(), StandardCharsets.UTF_8);
    }
}
