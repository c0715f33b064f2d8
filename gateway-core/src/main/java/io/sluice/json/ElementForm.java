package io.sluice.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The written form of the last element of an array, and what the visitor decided about it. Most elements of an answer differ only in a
 * few texts and numbers. So the parts that a visitor keeps in all elements ({@link io.sluice.api.JsonSplice#always}) are compared as
 * bytes in the next element; only the rest goes through the tokenizer and the visitor. For the innermost array of objects that the
 * editor is in, or for whole texts that one visitor reads one after another; for one thread. See {@link Kind}.
 */
final class ElementForm {

    private static final int MOST_RUNS = 24;
    private static final int MOST_BYTES = 2048;
    /** The number of elements of an array that are read before one is noted: most arrays of requests have no more. */
    private static final int READ = 2;
    /** The number of elements that may differ from the one before; from then on twice as many must be like it. */
    private static final int UNLIKE = 8;
    /** The number of texts that are read before one is noted: many bulks have one document. */
    private static final int READ_TEXTS = 1;
    /** After so many texts in a row that differ from the known one, another is noted. */
    private static final int MISSES = 2;

    /** What the elements are, and how long their form is known. */
    enum Kind {
        /** Those of an array; known until its end. */
        ARRAY,
        /** Those of arrays under the same names in one text after another. */
        SAME_ARRAY,
        /** Whole texts. */
        TEXT
    }

    private enum Mode {
        /** This element is not noted. */
        IDLE,
        /** The form of this element is noted. */
        NOTING,
        /** Between two elements. */
        KNOWN,
        /** The next run is compared. */
        COMPARING,
        /** A run was written as before; the value or bracket that follows it comes next. */
        COMPARED
    }

    private final JsonTokenizer tokenizer;
    private final JsonPath path;
    private final Splicer splicer;
    private final Kind kind;
    /** Whether the elements are whole texts. */
    private final boolean texts;

    private Mode mode = Mode.IDLE;
    private boolean off = true;
    /** Whether no text may be compared. */
    private boolean unwanted = true;

    private int like;
    private int unlike;
    /** How many texts have begun, and how many of the last ones differ from the known one. */
    private int begun;

    private int missed;

    /** How many containers are open in the element. */
    private int depth;
    /** The offset after the element's opening bracket. */
    private long origin;

    private JsonRun[] runs = {};
    private int count;
    /** The run that is noted or compared. */
    private int at;

    /** Where the known array is; looked at for its first element in a text. */
    private JsonPath.@Nullable Place place;

    private boolean elsewhere;

    private boolean named;
    private int stop;
    private int stopState;
    private int stopComma;

    /** Makes a form that is not known yet. */
    ElementForm(JsonTokenizer tokenizer, JsonPath path, Splicer splicer, Kind kind) {
        this.kind = kind;
        this.texts = kind == Kind.TEXT;
        this.tokenizer = tokenizer;
        this.path = path;
        this.splicer = splicer;
    }

    /** Begins the first text. */
    void reset(boolean wanted) {
        unwanted = !wanted;
        off = unwanted;
        mode = Mode.IDLE;
        like = 0;
        unlike = 0;
        begun = 0;
        missed = 0;
    }

    /** Begins another text, which is compared with the ones before, or whose arrays are compared with theirs. */
    void text() {
        begun++;
        elsewhere = true;
        if (!texts) {
            off = unwanted;
            like = 0;
            unlike = 0;
        }
        if (mode != Mode.KNOWN) {
            mode = Mode.IDLE;
        }
    }

    /** Begins a window; the form noted in the window before is lost. */
    void window() {
        if (mode == Mode.NOTING) {
            mode = Mode.IDLE;
        }
    }

    /** The next token that the visitor must be asked or told about. */
    JsonToken next() {
        if (mode != Mode.COMPARING) {
            return tokenizer.next();
        }
        JsonRun run = runs[at];
        long began = tokenizer.position();
        if (!tokenizer.repeat(run)) {
            // An element cut by the end of the window does not count as different. Few texts are cut.
            boolean cut = !texts && tokenizer.left() <= 2 * run.length();
            differs(cut ? 0 : 1);
            return tokenizer.next();
        }
        mode = Mode.COMPARED;
        if (run.children() > 0) {
            keep(run, began);
        }
        return run.isNamed() ? JsonToken.NAME : tokenizer.next();
    }

    private void keep(JsonRun run, long began) {
        JsonFrame frame = path.top();
        frame.child += run.children();
        int comma = frame.filled ? -1 : run.leadingComma();
        if (comma >= 0) {
            // The value before it was left out.
            splicer.keepTo(began + comma);
            splicer.dropTo(began + comma + 1);
        }
        frame.filled = true;
        splicer.keepTo(tokenizer.position() - run.undecided());
    }

    // Two forms may take turns, so the known one is kept for the next element.
    private void differs(int times) {
        mode = kind == Kind.ARRAY ? Mode.IDLE : Mode.KNOWN;
        missed++;
        unlike += times;
    }

    /** Whether the value is an element, before the editor goes into it. */
    boolean isElement(JsonToken token) {
        return token == JsonToken.OBJECT && !path.hasName() && path.depth() == 0 == texts;
    }

    /** The editor has gone into an element. */
    void element() {
        // An object that is unwrapped keeps one member; the visitor is not asked about the others.
        if (off || path.top().unwrap != null) {
            return;
        }
        if (mode == Mode.KNOWN && depth == path.depth() && missed < MISSES && isKnownHere()) {
            mode = Mode.COMPARING;
            at = 0;
        } else if (unlike > UNLIKE && unlike > like / 2) {
            off = true;
            mode = Mode.IDLE;
        } else if (texts ? begun > READ_TEXTS : path.topIndex() >= READ) {
            mode = Mode.NOTING;
            missed = 0;
            elsewhere = false;
            place = kind == Kind.SAME_ARRAY ? path.here() : null;
            depth = path.depth();
            origin = tokenizer.tokenTo();
            path.top().run = -1;
            count = 0;
            begin(0);
        }
    }

    private boolean isKnownHere() {
        if (elsewhere && !texts) {
            if (place == null || !path.isAt(place)) {
                return false;
            }
            elsewhere = false;
        }
        return true;
    }

    private void begin(int index) {
        if (count == MOST_RUNS || index > MOST_BYTES) {
            giveUp();
            return;
        }
        if (count == runs.length) {
            runs = Arrays.copyOf(runs, Math.max(8, count * 2));
        }
        at = count++;
        if (runs[at] == null) {
            runs[at] = new JsonRun();
        }
        runs[at].begin(index);
        named = false;
    }

    /** The form is unknown. */
    void giveUp() {
        if (kind != Kind.ARRAY && mode != Mode.NOTING && mode != Mode.IDLE) {
            differs(1);
        } else if (mode != Mode.IDLE) {
            mode = Mode.IDLE;
            unlike++;
        }
    }

    /** Stops comparing in this text: what is kept of an element depends on its content. */
    void switchOff() {
        off = true;
        mode = Mode.IDLE;
    }

    private int index(long offset) {
        return offset < origin ? -1 : (int) Math.min(offset - origin, Integer.MAX_VALUE);
    }

    /** The editor has a name. */
    void name() {
        if (mode != Mode.NOTING) {
            return;
        }
        if (tokenizer.isEscaped() || !tokenizer.isContentInWindow()) {
            giveUp();
            return;
        }
        named = true;
        stop = index(tokenizer.position());
        stopState = tokenizer.state();
        stopComma = index(tokenizer.comma());
        int quote = index(tokenizer.tokenFrom());
        runs[at].name(quote + 1, quote + 1 + tokenizer.contentLength());
    }

    /** The editor has a value, or a bracket that closes. */
    void stop(boolean closing) {
        if (mode != Mode.NOTING || named) {
            return;
        }
        JsonRun run = runs[at];
        stop = index(tokenizer.tokenFrom());
        stopComma = index(tokenizer.comma());
        if (closing) {
            stopState = run.children() > 0 ? JsonTokenizer.BEHIND_VALUE : JsonTokenizer.AS_BEFORE;
        } else {
            stopState = stopComma >= run.from() ? JsonTokenizer.BEFORE_VALUE : JsonTokenizer.AS_BEFORE;
        }
    }

    /** The visitor was asked about the value or told about the bracket, and the editor has passed it. */
    void asked() {
        if (mode == Mode.NOTING) {
            split();
        } else if (mode == Mode.COMPARED) {
            if (runs[at].isAfter(path.depth(), tokenizer.state())) {
                mode = Mode.COMPARING;
                at++;
            } else {
                giveUp();
            }
        }
    }

    private void split() {
        JsonRun run = runs[at];
        if (!named) {
            run.name(-1, -1);
        }
        run.end(stop, stopState, stopComma);
        run.after(path.depth(), tokenizer.state());
        begin(index(tokenizer.position()));
    }

    /** The visitor keeps this value and all similar ones. */
    void always(JsonToken token) {
        if (mode != Mode.NOTING) {
            asked();
            return;
        }
        switch (token) {
            case OBJECT, ARRAY -> {
                int before = at;
                split();
                path.top().run = before;
            }
            case STRING, NUMBER -> {
                int end = index(tokenizer.tokenTo());
                if (runs[at].value(index(tokenizer.tokenFrom()), end)) {
                    passed(end);
                } else {
                    giveUp();
                }
            }
            case TRUE, FALSE, NULL -> passed(index(tokenizer.tokenTo()));
            default -> giveUp();
        }
    }

    private void passed(int end) {
        runs[at].child(end);
        named = false;
    }

    /** The editor has gone out of a container. */
    void closed(JsonFrame frame) {
        if (mode == Mode.NOTING && frame.run >= 0 && frame.run == at - 1) {
            merge();
        } else {
            asked();
        }
        if (mode == Mode.IDLE || path.depth() >= depth) {
            return;
        }
        if (path.depth() < depth - 1) {
            mode = kind == Kind.SAME_ARRAY && mode == Mode.KNOWN ? Mode.KNOWN : Mode.IDLE;
            elsewhere = true;
        } else if (mode == Mode.NOTING) {
            know();
        } else if (mode == Mode.COMPARING) {
            mode = Mode.KNOWN;
            missed = 0;
            like++;
        }
    }

    // The visitor was asked about nothing in the container, so it belongs to the run before it.
    private void merge() {
        JsonRun inner = runs[at--];
        count--;
        if (runs[at].absorb(inner)) {
            passed(index(tokenizer.tokenTo()));
        } else {
            giveUp();
        }
    }

    private void know() {
        if (index(tokenizer.tokenTo()) > MOST_BYTES) {
            giveUp();
            return;
        }
        byte[] element = tokenizer.copy(origin, tokenizer.tokenTo());
        for (byte c : element) {
            // Lines are counted.
            if (c == '\n') {
                off = true;
                mode = Mode.IDLE;
                return;
            }
        }
        for (int i = 0; i < count; i++) {
            runs[i].element(element);
        }
        mode = Mode.KNOWN;
    }
}
