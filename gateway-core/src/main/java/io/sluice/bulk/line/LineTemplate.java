package io.sluice.bulk.line;

import io.sluice.api.BulkField;
import io.sluice.json.Swar;
import java.util.Arrays;

/**
 * A plain line that later lines are compared with: most lines of a bulk differ from an earlier one only in the id, or in some texts, and
 * need not be parsed again. For one thread.
 */
final class LineTemplate {

    /** The fields whose text does not change how the line is read. */
    private static final BulkField[] TEXTS = {BulkField.INDEX, BulkField.ID, BulkField.ROUTING, BulkField.PIPELINE};

    private static final int LONGEST = 512;

    private byte[] bytes = new byte[LONGEST];
    private byte[] spare = new byte[LONGEST];
    /** The length of the line in bytes; 0 if there is none. */
    private int length;

    /** The number of texts of the line, in their order in the line. */
    private int texts;

    private final BulkField[] fields = new BulkField[TEXTS.length];
    private final int[] starts = new int[TEXTS.length];
    private final int[] ends = new int[TEXTS.length];
    /** Which text is the id; -1 if there is none. */
    private int id;
    /** Whether the line has other fields, whose values stay where they are in {@link #bytes}. */
    private boolean others;

    /** Whether the line [from, to), which the view shows then, is the same but for the id. */
    boolean isSame(byte[] source, int from, int to, BulkLine view) {
        if (length == 0) {
            return false;
        }
        int idFrom = id < 0 ? length : starts[id];
        int idTo = id < 0 ? length : ends[id];
        int start = from + idFrom;
        int end = to - (length - idTo);
        boolean same = (id < 0 ? end == start : end >= start)
                && Swar.mismatch(source, from, start, bytes, 0) < 0
                && Swar.mismatch(source, end, to, bytes, idTo) < 0
                && Swar.special(source, start, end) == end;
        if (same && id >= 0) {
            view.plain(BulkField.ID, true, source, start, end);
        }
        return same;
    }

    /**
     * Whether the line [from, to), which the view shows then, has the same fields with other texts. It is the template then; otherwise there
     * is none.
     */
    boolean isAlike(byte[] source, int from, int to, BulkLine view) {
        return length > 0 && !others && hasSameFields(source, from, to, view);
    }

    private boolean hasSameFields(byte[] source, int from, int to, BulkLine view) {
        int size = to - from;
        if (size > LONGEST) {
            return false;
        }
        byte[] copy = spare;
        System.arraycopy(source, from, copy, 0, size);
        int at = 0;
        int known = 0;
        for (int i = 0; i < texts; i++) {
            int plain = starts[i] - known;
            if (plain > size - at || Swar.mismatch(copy, at, at + plain, bytes, known) >= 0) {
                length = 0;
                return false;
            }
            known = ends[i];
            starts[i] = at + plain;
            at = Swar.special(copy, starts[i], size);
            ends[i] = at;
            if (at == size || copy[at] != '"') {
                length = 0;
                return false;
            }
        }
        boolean alike = Arrays.equals(copy, at, size, bytes, known, length);
        length = alike ? size : 0;
        spare = bytes;
        bytes = copy;
        for (int i = 0; i < texts && alike; i++) {
            view.plain(fields[i], true, copy, starts[i], ends[i]);
        }
        return alike;
    }

    /** Makes the line [from, to) the template if it is plain; false if it is not. */
    boolean read(byte[] source, int from, int to, PlainActionReader plain, BulkLine view) {
        length = 0;
        int size = to - from;
        if (size > LONGEST) {
            return plain.read(source, from, to, view);
        }
        System.arraycopy(source, from, bytes, 0, size);
        if (!plain.read(bytes, 0, size, view)) {
            return false;
        }
        length = size;
        texts = 0;
        id = -1;
        for (BulkField field : TEXTS) {
            if (view.onLine(field) && view.isString(field)) {
                add(field, view.plainFrom(field), view.plainTo(field));
            }
        }
        others = view.fields() > texts;
        for (int i = 0; i < texts; i++) {
            id = fields[i] == BulkField.ID ? i : id;
        }
        return true;
    }

    private void add(BulkField field, int start, int end) {
        int i = texts++;
        for (; i > 0 && starts[i - 1] > start; i--) {
            fields[i] = fields[i - 1];
            starts[i] = starts[i - 1];
            ends[i] = ends[i - 1];
        }
        fields[i] = field;
        starts[i] = start;
        ends[i] = end;
    }
}
