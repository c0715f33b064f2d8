package io.sluice.json;

import io.sluice.api.JsonKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts one JSON text (RFC 8259, UTF-8, strictly) into tokens with byte-exact offsets. Takes array windows of any size and can
 * pause at any byte; allocates nothing per token. For one thread; the window belongs to the caller and must not change before
 * {@link #next()} says {@link JsonToken#MORE}.
 */
public final class JsonTokenizer {

    // What the grammar allows next. Numbers, because storing one for each token is cheaper than storing a reference.
    private static final int VALUE = 0;
    private static final int VALUE_OR_END = 1;
    private static final int NAME = 2;
    private static final int NAME_OR_END = 3;
    private static final int COLON = 4;
    private static final int COMMA_OR_END = 5;
    private static final int DONE = 6;
    // The token that the end of a window cut, and the end of the text.
    private static final int IN_NAME = 7;
    private static final int IN_STRING = 8;
    private static final int IN_NUMBER = 9;
    private static final int IN_LITERAL = 10;
    private static final int BROKEN = 11;

    /** What the grammar allows after a value, before one, and where nothing has changed that. */
    static final int BEHIND_VALUE = COMMA_OR_END;

    static final int BEFORE_VALUE = VALUE;
    static final int AS_BEFORE = -1;

    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOTHING = {};
    /** The first byte of the byte order mark in UTF-8. */
    private static final byte BYTE_ORDER_MARK = (byte) 0xef;
    /** Larger arrays are not kept from one body to the next. */
    static final int MOST_KEPT = 4 << 10;

    private final JsonLimits limits;
    private final Utf8Strings strings = new Utf8Strings();
    private final JsonNumbers numbers = new JsonNumbers();

    private byte[] bytes = NOTHING;
    private int at;
    private int limit;
    /** The offset that corresponds to index 0 of the window. */
    private long base;

    private int state = VALUE;
    private int depth;
    private boolean[] objects = new boolean[16];
    private byte[] literal = TRUE;
    private JsonToken literalToken = JsonToken.TRUE;
    private int literalAt;

    /** The first byte of the current value, which tells its kind. */
    private byte first;

    private long tokenFrom;
    private long tokenTo;
    private long comma = -1;
    /** Whether the texts of the next values and their names must be kept across the end of a window. */
    private boolean capturing;

    /** The part of a captured token from earlier windows. */
    private byte[] carry = NOTHING;

    private int carried;
    /** Whether the token's content is in {@link #carry}; otherwise it is in the window. */
    private boolean contentCarried;

    private int contentFrom;
    private int contentLength;
    private boolean escaped;
    private boolean wholePairs;

    private int line = 1;
    private long lineFrom;
    private @Nullable JsonFailure failure;

    public JsonTokenizer(JsonLimits limits) {
        this.limits = limits;
    }

    /** Begins another text, which starts at the offset on the given line. */
    public void reset(long offset, int newLine) {
        state = VALUE;
        depth = 0;
        comma = -1;
        carried = 0;
        capturing = false;
        line = newLine;
        lineFrom = offset;
        failure = null;
        tokenFrom = offset;
        tokenTo = offset;
    }

    /** Sets the window to the bytes [from, to), which are at the offset in the body. The window before must be consumed. */
    public void feed(byte[] window, int from, int to, long offset) {
        bytes = window;
        at = from;
        limit = to;
        base = offset - from;
    }

    /** Drops the window, and buffers that a large text made grow. */
    void release() {
        feed(NOTHING, 0, 0, 0);
        carry = carry.length > MOST_KEPT ? NOTHING : carry;
    }

    /** Sets whether half a surrogate pair is refused in the strings that follow; in names it always is. */
    void refuseHalfPairs(boolean refused) {
        wholePairs = refused;
    }

    /** Sets whether the texts that follow must be kept if a window ends inside them. */
    public void capture(boolean wanted) {
        capturing = wanted;
    }

    /** The next token; {@link JsonToken#MORE} when the window is used up. */
    public JsonToken next() {
        int i = at;
        while (true) {
            if (state >= IN_NAME) {
                return resume();
            }
            if (i < limit && bytes[i] <= ' ') {
                i = skipSpace(i);
            }
            if (i == limit) {
                at = i;
                return JsonToken.MORE;
            }
            byte c = bytes[i];
            switch (state) {
                case COMMA_OR_END -> {
                    if (c != ',') {
                        return close(i, c);
                    }
                    comma = base + i++;
                    state = objects[depth] ? NAME : VALUE;
                }
                case COLON -> {
                    if (c != ':') {
                        return fail(i, "was expecting a colon to separate field name and value");
                    }
                    i++;
                    state = VALUE;
                }
                case NAME, NAME_OR_END -> {
                    if (c == '"') {
                        return string(i, IN_NAME);
                    }
                    return c == '}' && state == NAME_OR_END
                            ? close(i, c)
                            : fail(i, "was expecting double-quote to start field name");
                }
                case VALUE_OR_END -> {
                    return c == ']' ? close(i, c) : value(i, c);
                }
                case VALUE -> {
                    return value(i, c);
                }
                default -> {
                    return fail(i, "was expecting nothing after the end of the text");
                }
            }
        }
    }

    /** Skips a run that is written as before and stops at the name after it, if any; returns false, without any effect, if it is not. */
    boolean repeat(JsonRun run) {
        int end = run.match(bytes, at, limit, limits);
        if (end < 0) {
            return false;
        }
        at = end;
        if (run.state() != AS_BEFORE) {
            state = run.state();
        }
        if (run.commaFromEnd() >= 0) {
            comma = base + end - run.commaFromEnd();
        }
        if (run.isNamed()) {
            contentCarried = false;
            contentFrom = end - run.nameFromEnd();
            contentLength = run.nameLength();
            escaped = false;
            tokenFrom = base + contentFrom - 1;
            tokenTo = tokenFrom + contentLength + 2;
        }
        return true;
    }

    /** Skips to the end of the value after which this many containers are open; returns its last token, MORE or FAILED. */
    public JsonToken skipTo(int depthAfter) {
        while (true) {
            if (state == COMMA_OR_END) {
                at = leap(at);
            }
            JsonToken token = next();
            if (token == JsonToken.MORE
                    || token == JsonToken.FAILED
                    || depth == depthAfter && token != JsonToken.NAME && token != JsonToken.OVERSIZED) {
                return token;
            }
        }
    }

    /** Skips siblings that are written in the plainest way; returns the index of the first other one. */
    private int leap(int from) {
        byte[] b = bytes;
        int end = limit;
        boolean object = objects[depth];
        int done = from;
        while (true) {
            int i = done;
            if (i >= end - 1 || b[i] != ',') {
                return done;
            }
            if (object) {
                if (b[++i] != '"') {
                    return done;
                }
                int quote = Swar.special(b, i + 1, end);
                if (quote >= end - 1 || b[quote] != '"' || b[quote + 1] != ':' || quote - i > limits.maxName()) {
                    return done;
                }
                i = quote + 1;
            }
            if (++i >= end) {
                return done;
            }
            if (b[i] == '"') {
                i = Swar.special(b, i + 1, end);
                if (i == end || b[i] != '"') {
                    return done;
                }
                done = i + 1;
            } else if (b[i] <= '9' && b[i] >= '-') {
                i = JsonNumbers.plain(b, i, end);
                if (i < 0 || i - done > limits.maxNumber()) {
                    return done;
                }
                done = i;
            } else {
                return done;
            }
        }
    }

    private int skipSpace(int from) {
        byte[] b = bytes;
        int i = from;
        for (int end = limit; i < end; i++) {
            byte c = b[i];
            if (c == '\n') {
                line++;
                lineFrom = base + i + 1;
            } else if (c != ' ' && c != '\t' && c != '\r') {
                break;
            }
        }
        return i;
    }

    private JsonToken value(int i, byte c) {
        first = c;
        return switch (c) {
            case '"' -> string(i, IN_STRING);
            case '{' -> open(i, true);
            case '[' -> open(i, false);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number(i);
            case 't' -> literal(i, TRUE, JsonToken.TRUE);
            case 'f' -> literal(i, FALSE, JsonToken.FALSE);
            case 'n' -> literal(i, NULL, JsonToken.NULL);
            default ->
                fail(
                        i,
                        depth == 0 && c == BYTE_ORDER_MARK
                                ? "a byte order mark must not stand before JSON that a filter reads"
                                : "expected a valid value (a string in double quotes, a number, an object, an array, true, false or null)");
        };
    }

    private JsonToken open(int i, boolean object) {
        if (depth == limits.maxDepth()) {
            tokenFrom = base + i;
            return tooLarge("more than " + limits.maxDepth() + " nested objects and arrays");
        }
        if (++depth == objects.length) {
            objects = Arrays.copyOf(objects, depth * 2);
        }
        objects[depth] = object;
        state = object ? NAME_OR_END : VALUE_OR_END;
        tokenFrom = base + i;
        tokenTo = tokenFrom + 1;
        at = i + 1;
        return object ? JsonToken.OBJECT : JsonToken.ARRAY;
    }

    private JsonToken close(int i, byte c) {
        if (depth == 0 || c != (objects[depth] ? '}' : ']')) {
            return fail(i, objects[depth] ? "was expecting comma or '}'" : "was expecting comma or ']'");
        }
        boolean object = objects[depth--];
        tokenFrom = base + i;
        return done(i + 1, object ? JsonToken.OBJECT_END : JsonToken.ARRAY_END);
    }

    private JsonToken done(int end, JsonToken token) {
        tokenTo = base + end;
        at = end;
        state = depth == 0 ? DONE : COMMA_OR_END;
        return token;
    }

    private JsonToken string(int i, int kind) {
        tokenFrom = base + i;
        int end = Swar.special(bytes, i + 1, limit);
        if (end < limit && bytes[end] == '"') {
            contentCarried = false;
            contentFrom = i + 1;
            contentLength = end - contentFrom;
            escaped = false;
            if (kind == IN_STRING) {
                return done(end + 1, JsonToken.STRING);
            }
            if (contentLength <= limits.maxName()) {
                return endName(end + 1);
            }
        }
        carried = 0;
        strings.start(kind == IN_NAME || wholePairs);
        state = kind;
        return endString(strings.scan(bytes, end, limit), i + 1);
    }

    private JsonToken endName(int end) {
        tokenTo = base + end;
        if (end < limit && bytes[end] == ':') {
            at = end + 1;
            state = VALUE;
        } else {
            at = end;
            state = COLON;
        }
        return JsonToken.NAME;
    }

    private JsonToken endString(int end, int from) {
        if (end < 0) {
            return fail(~end, strings.reason());
        }
        boolean name = state == IN_NAME;
        int max = name ? limits.maxName() : limits.maxScalar();
        if (name && base + end - tokenFrom - (strings.isOpen() ? 1 : 2) > max) {
            return tooLarge("a field name is longer than " + max + " bytes");
        }
        if (strings.isOpen()) {
            return suspend(from, end, max);
        }
        finishContent(from, end - 1);
        escaped = strings.isEscaped();
        return name ? endName(end) : done(end, JsonToken.STRING);
    }

    private JsonToken suspend(int from, int end, int max) {
        at = end;
        if (!capturing) {
            return JsonToken.MORE;
        }
        carry(from, end);
        if (state == IN_STRING && carried > max) {
            capturing = false;
            carried = 0;
            return JsonToken.OVERSIZED;
        }
        return JsonToken.MORE;
    }

    private JsonToken number(int i) {
        tokenFrom = base + i;
        int plain = JsonNumbers.plain(bytes, i, limit);
        if (plain > 0 && plain - i <= limits.maxNumber()) {
            contentCarried = false;
            contentFrom = i;
            contentLength = plain - i;
            return done(plain, JsonToken.NUMBER);
        }
        carried = 0;
        numbers.start();
        state = IN_NUMBER;
        return endNumber(numbers.scan(bytes, i, limit), i);
    }

    private JsonToken endNumber(int end, int from) {
        if (end < 0) {
            return fail(~end, "a number is malformed");
        }
        if (base + end - tokenFrom > limits.maxNumber()) {
            return tooLarge("a number is longer than " + limits.maxNumber() + " bytes");
        }
        if (end == limit) {
            at = end;
            if (capturing) {
                carry(from, end);
            }
            return JsonToken.MORE;
        }
        finishContent(from, end);
        return done(end, JsonToken.NUMBER);
    }

    private JsonToken literal(int i, byte[] word, JsonToken token) {
        tokenFrom = base + i;
        state = IN_LITERAL;
        literal = word;
        literalToken = token;
        literalAt = 0;
        return endLiteral(i);
    }

    private JsonToken endLiteral(int from) {
        int i = from;
        while (literalAt < literal.length) {
            if (i == limit) {
                at = i;
                return JsonToken.MORE;
            }
            if (bytes[i++] != literal[literalAt++]) {
                return fail(i - 1, "unrecognized token: was expecting ('true', 'false' or 'null')");
            }
        }
        return done(i, literalToken);
    }

    private JsonToken resume() {
        if (state == BROKEN) {
            return JsonToken.FAILED;
        }
        if (at == limit) {
            return JsonToken.MORE;
        }
        return switch (state) {
            case IN_NUMBER -> endNumber(numbers.scan(bytes, at, limit), at);
            case IN_LITERAL -> endLiteral(at);
            default -> endString(strings.scan(bytes, at, limit), at);
        };
    }

    /** Ends the text: {@link JsonToken#NUMBER} if only the end showed that the number was complete, then END, EMPTY or FAILED. */
    public JsonToken finish() {
        if (state == IN_NUMBER && depth == 0 && numbers.isComplete()) {
            finishContent(limit, limit);
            return done(limit, JsonToken.NUMBER);
        }
        return switch (state) {
            case DONE -> JsonToken.END;
            case BROKEN -> JsonToken.FAILED;
            case VALUE -> depth == 0 ? JsonToken.EMPTY : fail(limit, "unexpected end of the text");
            default -> fail(limit, "unexpected end of the text");
        };
    }

    private void carry(int from, int to) {
        int length = to - from;
        if (carried + length > carry.length) {
            carry = Arrays.copyOf(carry, Math.max(64, (carried + length) * 2));
        }
        System.arraycopy(bytes, from, carry, carried, length);
        carried += length;
    }

    private void finishContent(int from, int to) {
        if (carried > 0) {
            carry(from, to);
            contentCarried = true;
            contentFrom = 0;
            contentLength = carried;
        } else {
            contentCarried = false;
            contentFrom = from;
            contentLength = to - from;
        }
    }

    private JsonToken fail(int i, String reason) {
        String what = i < limit ? "Unexpected " + describe(bytes[i]) + ": " + reason : reason;
        at = i;
        return broken(new JsonFailure(400, what, line, base + i - lineFrom + 1, i >= limit));
    }

    private JsonToken tooLarge(String reason) {
        return broken(failureAtToken(413, reason));
    }

    private JsonToken broken(JsonFailure what) {
        state = BROKEN;
        failure = what;
        return JsonToken.FAILED;
    }

    /** The failure of the current token for a reason that the caller found. */
    JsonFailure failureAtToken(int status, String reason) {
        return new JsonFailure(status, reason, line, tokenFrom - lineFrom + 1, false);
    }

    private static String describe(byte c) {
        int code = c & 0xff;
        return code > ' ' && code < 0x7f
                ? "character ('" + (char) code + "' (code " + code + "))"
                : "byte (0x" + Integer.toHexString(code) + ")";
    }

    /** Why the last token was {@link JsonToken#FAILED}. */
    public JsonFailure failure() {
        if (failure == null) {
            throw new IllegalStateException("nothing failed");
        }
        return failure;
    }

    /** The kind of the last value. */
    JsonKind kind() {
        return switch (first) {
            case '{' -> JsonKind.OBJECT;
            case '[' -> JsonKind.ARRAY;
            case '"' -> JsonKind.STRING;
            case 't' -> JsonKind.TRUE;
            case 'f' -> JsonKind.FALSE;
            case 'n' -> JsonKind.NULL;
            default -> JsonKind.NUMBER;
        };
    }

    /** How many containers are open, including one just opened, excluding one just closed. */
    public int depth() {
        return depth;
    }

    /** Whether the root value is complete. */
    boolean isDone() {
        return state == DONE;
    }

    /** What the grammar allows next, as a number to compare. */
    int state() {
        return state;
    }

    /** The number of bytes left in the window. */
    int left() {
        return limit - at;
    }

    /** A copy of bytes of the window. */
    byte[] copy(long from, long to) {
        return Arrays.copyOfRange(bytes, (int) (from - base), (int) (to - base));
    }

    /** The offset of the next byte to look at. */
    public long position() {
        return base + at;
    }

    /** The offset of the token's first byte. */
    public long tokenFrom() {
        return tokenFrom;
    }

    /** The offset after the token; meaningless for OVERSIZED. */
    public long tokenTo() {
        return tokenTo;
    }

    /** The offset of the last comma before the token. */
    long comma() {
        return comma;
    }

    /** The array that holds the raw text of a name (without quotes), string (the same) or number; valid until the next call. */
    public byte[] content() {
        return contentCarried ? carry : bytes;
    }

    /** Whether the token's content is in the window, which stays valid until all of it is consumed. */
    boolean isContentInWindow() {
        return !contentCarried;
    }

    byte[] window() {
        return bytes;
    }

    /** The name, string or number as text with escapes decoded; newly allocated. May be called as long as {@link #content} is valid. */
    public String text() {
        byte[] raw = content();
        if (!escaped) {
            return new String(raw, contentFrom, contentLength, StandardCharsets.UTF_8);
        }
        byte[] decoded = new byte[contentLength];
        int length = JsonStrings.unescape(raw, contentFrom, contentLength, decoded);
        return new String(decoded, 0, length, StandardCharsets.UTF_8);
    }

    /** The index of the raw text in {@link #content}. */
    public int contentFrom() {
        return contentFrom;
    }

    /** The length of the raw text in bytes. */
    public int contentLength() {
        return contentLength;
    }

    /** Whether the name or string has a backslash. */
    boolean isEscaped() {
        return escaped;
    }

    int line() {
        return line;
    }
}
