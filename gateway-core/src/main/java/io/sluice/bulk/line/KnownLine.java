package io.sluice.bulk.line;

import io.sluice.api.BulkEdit;
import io.sluice.api.BulkField;
import io.sluice.json.JsonBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An action line that was read: what later lines are compared with, its view, and how it is written with changes. Mutable and reused; for
 * one thread.
 */
final class KnownLine {

    private static final byte[] NOTHING = {};

    private final LineTemplate template = new LineTemplate();
    private final BulkLine view;

    /** The changes with which the line was written last; null if it was not. */
    private @Nullable BulkEdit edit;

    private int revision;
    /** The line as it was written twice with these changes; empty if it was not. */
    private byte[] written = NOTHING;

    /** The position in it of the line's id, which differs from line to line; negative if that is not written. */
    private int idFrom;

    private int idTo;

    KnownLine(BulkLine view) {
        this.view = view;
    }

    BulkLine view() {
        return view;
    }

    /** Whether the line [from, to), which the view shows then, is the known one but for the id. */
    boolean isSame(byte[] source, int from, int to) {
        return template.isSame(source, from, to, view);
    }

    /** Reads the line [from, to), which is known then, if it is plain; false if it is not. */
    boolean read(byte[] source, int from, int to, PlainActionReader plain) {
        edit = null;
        written = NOTHING;
        return template.isAlike(source, from, to, view) || template.read(source, from, to, plain, view);
    }

    /** Writes the line that the view shows with changes; without a line feed. */
    @SuppressWarnings("ReferenceEquality")
    void write(BulkEdit changes, JsonBuffer out) {
        if (edit != changes || revision != changes.revision()) {
            edit = changes;
            revision = changes.revision();
            written = NOTHING;
            view.write(changes, out);
        } else if (written.length == 0) {
            view.write(changes, out);
            keep(out);
        } else if (idFrom < 0) {
            out.clear().raw(written, 0, written.length);
        } else {
            out.clear().raw(written, 0, idFrom);
            view.writeId(out);
            out.raw(written, idTo, written.length - idTo);
        }
    }

    private void keep(JsonBuffer out) {
        written = out.toBytes();
        idFrom = view.writtenId();
        idTo = idFrom + view.utf8Length(BulkField.ID);
    }
}
