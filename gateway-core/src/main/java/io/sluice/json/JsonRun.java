package io.sluice.json;

import java.util.Arrays;

/**
 * A part of an array's element about which the visitor is not asked: members, whole inner containers and the bytes between them, up to
 * the next value that the visitor is asked about, or to the end of an object or array. Its texts and numbers may differ in the next
 * element. Mutable and reused; for one thread.
 */
final class JsonRun {

    private static final int MOST = 48;
    private static final int[] NONE = {};
    private static final boolean[] NOTHING = {};

    /** The element in which the run was seen, from the byte after its opening bracket. */
    private byte[] element = {};

    /** The position of the run in the element. */
    private int from;

    private int to;
    /** The positions of the texts and numbers of the run, and which of them have changed before. */
    private int[] starts = NONE;

    private int[] ends = NONE;
    private boolean[] changing = NOTHING;
    private int values;

    /** The raw name of the value after the run; negative if there is none. */
    private int nameFrom;

    private int nameTo;
    private int comma;
    private int kept;
    private int children;
    private int state;
    private int depthAfter;
    private int stateAfter;

    /** Begins a run at an index of the element. */
    void begin(int index) {
        from = index;
        values = 0;
        nameFrom = -1;
        comma = -1;
        kept = index;
        children = 0;
    }

    /** A string or number, as it is written; false if the run has too many. */
    boolean value(int start, int end) {
        if (values == MOST) {
            return false;
        }
        if (values == starts.length) {
            int room = Math.max(4, values * 2);
            starts = Arrays.copyOf(starts, room);
            ends = Arrays.copyOf(ends, room);
            changing = Arrays.copyOf(changing, room);
        }
        starts[values] = start;
        ends[values] = end;
        changing[values++] = false;
        return true;
    }

    /** A value of the container in which the run begins ended there. */
    void child(int end) {
        children++;
        kept = end;
    }

    /** Takes the values of a run in a container that turned out to belong to this run. */
    boolean absorb(JsonRun inner) {
        for (int i = 0; i < inner.values; i++) {
            if (!value(inner.starts[i], inner.ends[i])) {
                return false;
            }
        }
        return true;
    }

    /** Ends the run before the value or bracket that the visitor is asked or told about. */
    void end(int index, int newState, int lastComma) {
        to = index;
        state = newState;
        comma = lastComma >= from && (values == 0 || lastComma >= ends[values - 1]) ? lastComma : -1;
        if (values > 0 && ends[values - 1] == index) {
            // The byte after the run shows where a number ends.
            changing[values - 1] = true;
        }
    }

    /** The raw name of the value after the run. */
    void name(int start, int end) {
        nameFrom = start;
        nameTo = end;
    }

    /** The state of the tokenizer after that value. */
    void after(int depth, int newState) {
        depthAfter = depth;
        stateAfter = newState;
    }

    boolean isAfter(int depth, int newState) {
        return depthAfter == depth && stateAfter == newState;
    }

    void element(byte[] bytes) {
        element = bytes;
    }

    /**
     * The index after the run in [at, limit), if it is written as before except for texts and numbers; -1 if it is not, or if the
     * window ends in it.
     */
    int match(byte[] bytes, int at, int limit, JsonLimits limits) {
        int i = at;
        int done = from;
        int v = 0;
        while (true) {
            while (v < values && !changing[v]) {
                v++;
            }
            int until = v == values ? to : starts[v];
            if (until - done > limit - i) {
                return -1;
            }
            int other = Swar.mismatch(element, done, until, bytes, i);
            if (other >= 0) {
                v = valueAt(done + other);
                if (v < 0) {
                    return -1;
                }
                until = starts[v];
            }
            i += until - done;
            if (v == values) {
                return i;
            }
            i = like(element[until], bytes, i, limit, limits);
            if (i < 0) {
                return -1;
            }
            done = ends[v++];
        }
    }

    /** Notes that the value at an index of the element changes; negative if there is none. */
    private int valueAt(int index) {
        for (int v = 0; v < values; v++) {
            // A longer number differs after the end of the known one.
            if (!changing[v] && starts[v] <= index && index <= ends[v]) {
                changing[v] = true;
                return v;
            }
        }
        return -1;
    }

    /** The index after a plain value of the kind that this byte begins; -1 if there is none. */
    private static int like(byte first, byte[] bytes, int at, int limit, JsonLimits limits) {
        if (at == limit) {
            return -1;
        }
        if (first != '"') {
            int end = JsonNumbers.plain(bytes, at, limit);
            return end - at > limits.maxNumber() ? -1 : end;
        }
        if (bytes[at] != '"') {
            return -1;
        }
        int quote = Swar.special(bytes, at + 1, limit);
        return quote < limit && bytes[quote] == '"' ? quote + 1 : -1;
    }

    int from() {
        return from;
    }

    int length() {
        return to - from;
    }

    /** The number of bytes before the run's end that follow its last text or number. */
    private int fromEnd(int index) {
        return to - index;
    }

    int children() {
        return children;
    }

    /** The distance from the run's beginning to the comma before its first value; -1 if there is none. */
    int leadingComma() {
        int i = from;
        while (i < to && element[i] <= ' ') {
            i++;
        }
        return i < to && element[i] == ',' ? i - from : -1;
    }

    /** How many of the run's last bytes belong to the value after it: its comma and its name. */
    int undecided() {
        return fromEnd(kept);
    }

    boolean isNamed() {
        return nameFrom >= 0;
    }

    int nameFromEnd() {
        return fromEnd(nameFrom);
    }

    int nameLength() {
        return nameTo - nameFrom;
    }

    /** The distance from the run's last comma to its end; -1 if there is none. */
    int commaFromEnd() {
        return comma < 0 ? -1 : fromEnd(comma);
    }

    /** What the grammar allows after the run. */
    int state() {
        return state;
    }
}
