package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.filters.handle.HandleSealer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Looks ahead in a held body for what decides the route of its request. The visitors that run afterwards check every
 * value, so text that is misread here gains a client nothing. For one look at one body, whose buffer it does not own.
 */
final class HeldJson {

    private static final int IN_DOCUMENT = 3;
    private static final int MAX_TRIED = 16;

    private final ByteBuf body;
    private int next;
    private int depth;
    private int quote;
    private int close;

    private HeldJson(ByteBuf body) {
        this.body = body;
        this.next = body.readerIndex();
    }

    /** Whether the outermost object, the first one, has a member with exactly this name, written without escapes. */
    static boolean contains(ByteBuf body, String name) {
        return new HeldJson(body).value(name) >= 0;
    }

    /** Whether the first such member is an object, or an array that starts with one. */
    static boolean containsObject(ByteBuf body, String name) {
        HeldJson json = new HeldJson(body);
        int value = json.value(name);
        return value >= 0 && json.is('{', json.past('[', value));
    }

    /**
     * The value of the first member with one of the names, at any depth, or the first element if that value is an
     * array; null if there is none, or if it is not a string without escapes.
     */
    static @Nullable String first(ByteBuf body, String... names) {
        HeldJson json = new HeldJson(body);
        while (json.nextString()) {
            int value = json.isOneOf(names) ? json.behindColon(HeldJson::isNoToken) : -1;
            if (value >= 0) {
                return json.plain(json.skip(value, c -> isNoToken(c) || c == '['));
            }
        }
        return null;
    }

    /**
     * Opens the first string that has the form of a handle and can be opened; null if none can.
     *
     * @param open returns null for a string that is not a valid handle
     */
    static <T> @Nullable T firstHandle(ByteBuf body, Function<String, @Nullable T> open) {
        HeldJson json = new HeldJson(body);
        for (int tried = 0; tried < MAX_TRIED && json.nextString(); ) {
            if (json.isHandle()) {
                tried++;
                T opened = open.apply(json.text());
                if (opened != null) {
                    return opened;
                }
            }
        }
        return null;
    }

    /**
     * A document of an {@code _mget}.
     *
     * @param named whether the document names an index
     * @param index that the document names last, if written without escapes; otherwise null
     */
    record Document(boolean named, @Nullable String index) {}

    /** The documents of an {@code _mget}, in order. */
    static List<Document> documents(ByteBuf body) {
        List<Document> documents = new ArrayList<>();
        HeldJson json = new HeldJson(body);
        for (byte c = json.next(); c != 0; c = json.next()) {
            if (json.depth == IN_DOCUMENT && c == '{') {
                documents.add(new Document(false, null));
            } else if (json.depth == IN_DOCUMENT
                    && c == '"'
                    && !documents.isEmpty()
                    && json.isQuoted("_index", json.quote)) {
                int value = json.behindColon(HeldJson::isNoToken);
                if (value >= 0) {
                    documents.set(
                            documents.size() - 1,
                            new Document(true, json.plain(json.skip(value, HeldJson::isNoToken))));
                }
            }
        }
        return documents;
    }

    /**
     * Whether the body may have a sort whose first key is a field; servers keep no bounds of scores. Names with escapes
     * may mean anything.
     */
    static boolean mayBeSorted(ByteBuf body) {
        HeldJson json = new HeldJson(body);
        for (int i = body.readerIndex(); i < body.writerIndex(); i++) {
            if (json.is('\\', i) || json.isQuoted("sort", i) && !json.isSortedByScore(i + "\"sort\"".length())) {
                return true;
            }
        }
        return false;
    }

    private boolean isSortedByScore(int behindName) {
        return isQuoted("_score", past('{', past('[', past(':', behindName))));
    }

    /** Position just after the colon of the first such member of the first object; -1 if there is none. */
    private int value(String name) {
        int value = -1;
        byte c = next();
        while (value < 0 && c != 0 && depth > 0) {
            value = c == '"' && depth == 1 && isQuoted(name, quote) ? behindColon(HeldJson::isSpace) : -1;
            c = next();
        }
        return value;
    }

    private boolean nextString() {
        byte c = next();
        while (c != 0 && c != '"') {
            c = next();
        }
        return c != 0;
    }

    /** Moves past the next bracket or string and returns its first byte; 0 at the end. */
    private byte next() {
        while (next < body.writerIndex()) {
            byte c = body.getByte(next++);
            switch (c) {
                case '"' -> {
                    quote = next - 1;
                    close = endOfString(next);
                    next = close + 1;
                    return c;
                }
                case '{', '[' -> {
                    depth++;
                    return c;
                }
                case '}', ']' -> {
                    depth--;
                    return c;
                }
                default -> {}
            }
        }
        return 0;
    }

    /** Position of the closing quote of a string; the last byte of the body if it is not closed. */
    private int endOfString(int from) {
        int i = from;
        while (i < body.writerIndex() && body.getByte(i) != '"') {
            i += body.getByte(i) == '\\' ? 2 : 1;
        }
        return Math.min(i, body.writerIndex() - 1);
    }

    /** The current string, with its escapes as written. */
    private String text() {
        return text(quote, close);
    }

    private String text(int from, int to) {
        return body.toString(from + 1, Math.max(0, to - from - 1), StandardCharsets.UTF_8);
    }

    private boolean isOneOf(String... names) {
        for (String name : names) {
            if (isQuoted(name, quote)) {
                return true;
            }
        }
        return false;
    }

    private boolean isHandle() {
        return close - quote > HandleSealer.MIN_LENGTH && skip(quote + 1, HeldJson::isOfHandle) >= close;
    }

    private static boolean isSpace(int c) {
        return " \t\r\n".indexOf(c) >= 0;
    }

    /** Whether it is white space, a control character, or a byte from 0x80 on, which is negative. */
    private static boolean isNoToken(int c) {
        return c <= ' ';
    }

    private static boolean isOfHandle(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-';
    }

    /** Position after the colon that follows the current string; -1 if none does. */
    private int behindColon(IntPredicate space) {
        int colon = skip(close + 1, space);
        return is(':', colon) ? colon + 1 : -1;
    }

    /** The string at a position; null if there is none, or if it has escapes. */
    private @Nullable String plain(int at) {
        if (!is('"', at)) {
            return null;
        }
        int end = endOfString(at + 1);
        String text = text(at, end);
        return is('"', end) && text.indexOf('\\') < 0 ? text : null;
    }

    /** Whether a name in quotes, without escapes, is at a position. */
    private boolean isQuoted(String name, int at) {
        int end = at + name.length() + 1;
        return is('"', at) && is('"', end) && text(at, end).equals(name);
    }

    private boolean is(char c, int at) {
        return at < body.writerIndex() && body.getByte(at) == c;
    }

    /** The position after white space, an optional character, and white space again. */
    private int past(char c, int from) {
        int at = skip(from, HeldJson::isSpace);
        return is(c, at) ? skip(at + 1, HeldJson::isSpace) : at;
    }

    private int skip(int from, IntPredicate skipped) {
        int at = from;
        while (at < body.writerIndex() && skipped.test(body.getByte(at))) {
            at++;
        }
        return at;
    }
}
