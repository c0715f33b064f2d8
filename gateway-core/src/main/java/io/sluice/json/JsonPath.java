package io.sluice.json;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonNames;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The position of an editor: the open containers, and the current name and value. Names are decoded. Mutable; visitors see it as
 * their cursor. For one thread.
 */
final class JsonPath implements JsonCursor {

    private static final byte[] NOTHING = {};
    private static final int IN_WINDOW = 0;
    private static final int IN_COPY = 1;
    private static final int IN_NAMES = 2;

    private final JsonTokenizer tokenizer;
    private final JsonLimits limits;

    private static final JsonFrame[] NO_FRAMES = {};

    private JsonFrame[] frames = NO_FRAMES;
    /** The innermost of the frames; meaningless while there is none. */
    private JsonFrame top = new JsonFrame();

    private int depth;
    /** The decoded names of the open containers, one after another. */
    private byte[] names = NOTHING;

    private int namesTo;

    /** Whether the cursor is at a container that has ended; if not, it is at the tokenizer's value. */
    private boolean closed;

    private boolean object;
    private boolean oversized;
    /** The position of the decoded name of the current value. */
    private int namePlace = IN_WINDOW;

    private int nameFrom;
    private int nameLength = -1;
    private boolean nameEscaped;
    private byte[] nameCopy = NOTHING;
    private byte[] text = NOTHING;

    JsonPath(JsonTokenizer tokenizer, JsonLimits limits) {
        this.tokenizer = tokenizer;
        this.limits = limits;
    }

    void reset() {
        depth = 0;
        namesTo = 0;
        nameLength = -1;
    }

    /** Drops buffers that a large text made grow. */
    void release() {
        names = kept(names);
        nameCopy = kept(nameCopy);
        text = kept(text);
    }

    private static byte[] kept(byte[] array) {
        return array.length > JsonTokenizer.MOST_KEPT ? NOTHING : array;
    }

    /** The frame of the innermost open container; there must be one. */
    JsonFrame top() {
        return top;
    }

    /** The position of the innermost open container among its siblings. */
    int topIndex() {
        return depth < 2 ? 0 : frames[depth - 2].child;
    }

    /** Takes the tokenizer's current name; it stays in the tokenizer's window until {@link #keepName}. */
    void takeName() {
        nameEscaped = tokenizer.isEscaped();
        nameFrom = tokenizer.contentFrom();
        nameLength = tokenizer.contentLength();
        namePlace = IN_WINDOW;
        if (nameEscaped) {
            nameCopy = room(nameCopy, nameLength);
            nameLength = JsonStrings.unescape(tokenizer.content(), nameFrom, nameLength, nameCopy);
            nameFrom = 0;
            namePlace = IN_COPY;
        } else if (!tokenizer.isContentInWindow()) {
            copyName(tokenizer.content());
        }
    }

    /** Copies the name, since its window ends before its value has come. */
    void keepName() {
        if (nameLength >= 0 && namePlace == IN_WINDOW) {
            copyName(tokenizer.window());
        }
    }

    private void copyName(byte[] from) {
        nameCopy = room(nameCopy, nameLength);
        System.arraycopy(from, nameFrom, nameCopy, 0, nameLength);
        nameFrom = 0;
        namePlace = IN_COPY;
    }

    private byte[] nameBytes() {
        return namePlace == IN_WINDOW ? tokenizer.window() : namePlace == IN_COPY ? nameCopy : names;
    }

    void forgetName() {
        nameLength = -1;
    }

    boolean hasName() {
        return nameLength >= 0;
    }

    /** Takes the tokenizer's current value. */
    void takeValue(JsonToken token) {
        closed = false;
        oversized = token == JsonToken.OVERSIZED
                || token == JsonToken.STRING && tokenizer.contentLength() > limits.maxScalar();
    }

    /** Enters the current container. */
    JsonFrame push() {
        if (depth == frames.length) {
            frames = Arrays.copyOf(frames, Math.max(8, depth * 2));
        }
        JsonFrame frame = frames[depth];
        if (frame == null) {
            frame = new JsonFrame();
            frames[depth] = frame;
        }
        if (nameLength < 0) {
            frame.open(-1, -1, false);
        } else {
            int to = namesTo + nameLength;
            if (to > names.length) {
                names = Arrays.copyOf(names, Math.max(64, to * 2));
            }
            System.arraycopy(nameBytes(), nameFrom, names, namesTo, nameLength);
            frame.open(namesTo, to, nameEscaped);
            namesTo = to;
            nameLength = -1;
        }
        depth++;
        top = frame;
        return frame;
    }

    /** Returns to the innermost container, which becomes the current value. */
    JsonFrame pop(boolean isObject) {
        JsonFrame frame = frames[--depth];
        if (depth > 0) {
            top = frames[depth - 1];
        }
        closed = true;
        object = isObject;
        oversized = false;
        if (frame.nameFrom >= 0) {
            namePlace = IN_NAMES;
            nameFrom = frame.nameFrom;
            nameLength = frame.nameTo - frame.nameFrom;
            nameEscaped = frame.nameEscaped;
            namesTo = frame.nameFrom;
        } else {
            nameLength = -1;
        }
        return frame;
    }

    @Override
    public JsonKind kind() {
        return closed ? object ? JsonKind.OBJECT : JsonKind.ARRAY : tokenizer.kind();
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public @Nullable String name() {
        return nameLength < 0 ? null : JsonStrings.text(nameBytes(), nameFrom, nameLength, nameEscaped);
    }

    @Override
    public boolean nameIs(String other) {
        return nameLength >= 0 && JsonStrings.equals(nameBytes(), nameFrom, nameLength, other);
    }

    @Override
    public boolean nameStartsWith(String begin) {
        return nameLength >= 0 && JsonStrings.startsWith(nameBytes(), nameFrom, nameLength, begin);
    }

    @Override
    public int nameIn(JsonNames set) {
        return nameLength < 0 ? -1 : set.indexOf(nameBytes(), nameFrom, nameLength);
    }

    @Override
    public @Nullable String nameAt(int level) {
        if (level == depth) {
            return name();
        }
        JsonFrame frame = frameAt(level);
        return frame.nameFrom < 0
                ? null
                : JsonStrings.text(names, frame.nameFrom, frame.nameTo - frame.nameFrom, frame.nameEscaped);
    }

    @Override
    public boolean nameAtIs(int level, String other) {
        if (level == depth) {
            return nameIs(other);
        }
        JsonFrame frame = frameAt(level);
        return frame.nameFrom >= 0 && JsonStrings.equals(names, frame.nameFrom, frame.nameTo - frame.nameFrom, other);
    }

    /** The container open at a level; 0 is the root. */
    JsonFrame frameAt(int level) {
        if (level < 0 || level > depth) {
            throw new IndexOutOfBoundsException("level " + level + " of a value at depth " + depth);
        }
        return frames[level];
    }

    /** The names of open containers. */
    static final class Place {
        /** One after another. */
        private final byte[] names;
        /** For each container the end of its name; negative for an element and the root. */
        private final int[] ends;

        private Place(byte[] names, int[] ends) {
            this.names = names;
            this.ends = ends;
        }
    }

    /** The names of the open containers. */
    Place here() {
        int[] ends = new int[depth];
        for (int i = 0; i < depth; i++) {
            ends[i] = frames[i].nameTo;
        }
        return new Place(Arrays.copyOf(names, namesTo), ends);
    }

    /** Whether the open containers have these names. */
    boolean isAt(Place place) {
        if (place.ends.length != depth || !Arrays.equals(place.names, 0, place.names.length, names, 0, namesTo)) {
            return false;
        }
        for (int i = 0; i < depth; i++) {
            if (place.ends[i] != frames[i].nameTo) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int index() {
        return depth == 0 ? 0 : top().child;
    }

    @Override
    public boolean isOversized() {
        return oversized;
    }

    @Override
    public String text() {
        JsonKind kind = kind();
        if (kind.isContainer()) {
            throw new IllegalStateException("an object or array has no text");
        }
        if (oversized) {
            throw new OversizedException();
        }
        int length = tokenizer.contentLength();
        if (kind != JsonKind.STRING && kind != JsonKind.NUMBER) {
            return kind == JsonKind.TRUE ? "true" : kind == JsonKind.FALSE ? "false" : "null";
        }
        if (kind == JsonKind.NUMBER || !tokenizer.isEscaped()) {
            return JsonStrings.text(tokenizer.content(), tokenizer.contentFrom(), length, false);
        }
        int decoded = decodeText(length);
        return JsonStrings.text(text, 0, decoded, true);
    }

    private int decodeText(int length) {
        text = room(text, length);
        return JsonStrings.unescape(tokenizer.content(), tokenizer.contentFrom(), length, text);
    }

    @Override
    public boolean stringIs(String content) {
        if (kind() != JsonKind.STRING) {
            return false;
        }
        if (oversized) {
            // An escape takes at most six bytes for one character, so a short text cannot be the oversized one.
            if (content.length() * 6L <= limits.maxScalar()) {
                return false;
            }
            throw new OversizedException();
        }
        int length = tokenizer.contentLength();
        if (!tokenizer.isEscaped()) {
            return JsonStrings.equals(tokenizer.content(), tokenizer.contentFrom(), length, content);
        }
        int decoded = decodeText(length);
        return JsonStrings.equals(text, 0, decoded, content);
    }

    @Override
    public int stringHash() {
        if (oversized || kind() != JsonKind.STRING) {
            return 0;
        }
        int from = tokenizer.contentFrom();
        return Swar.hash(tokenizer.content(), from, from + tokenizer.contentLength());
    }

    @Override
    public boolean stringStartsWith(String begin) {
        if (kind() != JsonKind.STRING) {
            return false;
        }
        return oversized || tokenizer.isEscaped()
                ? text().startsWith(begin)
                : JsonStrings.startsWith(
                        tokenizer.content(), tokenizer.contentFrom(), tokenizer.contentLength(), begin);
    }

    @Override
    public boolean stringContains(char ascii) {
        if (kind() != JsonKind.STRING) {
            return false;
        }
        return oversized || tokenizer.isEscaped()
                ? text().indexOf(ascii) >= 0
                : JsonStrings.contains(
                        tokenizer.content(), tokenizer.contentFrom(), tokenizer.contentLength(), (byte) ascii);
    }

    @Override
    public String pointer() {
        StringBuilder out = new StringBuilder();
        for (int level = 1; level <= depth; level++) {
            String member = nameAt(level);
            out.append('/');
            if (member == null) {
                out.append(frames[level - 1].child);
            } else {
                out.append(member.replace("~", "~0").replace("/", "~1"));
            }
        }
        return out.toString();
    }

    @Override
    public String toString() {
        return kind() + " at " + place();
    }

    private static byte[] room(byte[] array, int length) {
        return array.length >= length ? array : new byte[Math.max(64, length * 2)];
    }
}
