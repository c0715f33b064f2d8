package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.filters.tenant.handle.HandleSealer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first string of a kind in held JSON, to determine the request's tenant. The visitors that run afterwards
 * verify it, so text that is misread here gains a client nothing.
 */
final class FirstValues {

    private static final int MAX_TRIED = 16;

    private FirstValues() {}

    /**
     * The value of the first member with one of the names, or the first element if that value is an array; null if
     * there is none, or if it is not a string without escapes.
     */
    static @Nullable String of(ByteBuf json, String... names) {
        List<String> wanted = List.of(names);
        int end = json.writerIndex();
        for (int i = json.readerIndex(); i < end; i++) {
            if (json.getByte(i) == '"') {
                int close = TopLevelNames.endOfString(json, i);
                int value = wanted.contains(text(json, i, close)) ? valueBehind(json, close + 1) : -1;
                if (value >= 0) {
                    return plain(json, skip(json, value, c -> c <= ' ' || c == '['));
                }
                i = close;
            }
        }
        return null;
    }

    /**
     * Opens the first string that has the form of a handle and can be opened; null if none can.
     *
     * @param open returns null for a string that is not a valid handle
     */
    static <T> @Nullable T ofHandle(ByteBuf json, Function<String, @Nullable T> open) {
        int tried = 0;
        int end = json.writerIndex();
        for (int i = json.readerIndex(); i < end && tried < MAX_TRIED; i++) {
            if (json.getByte(i) == '"') {
                int close = TopLevelNames.endOfString(json, i);
                if (close - i > HandleSealer.MIN_LENGTH && isHandle(json, i + 1, close)) {
                    tried++;
                    T opened = open.apply(text(json, i, close));
                    if (opened != null) {
                        return opened;
                    }
                }
                i = close;
            }
        }
        return null;
    }

    private static boolean isHandle(ByteBuf json, int from, int to) {
        for (int i = from; i < to; i++) {
            byte c = json.getByte(i);
            if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-')) {
                return false;
            }
        }
        return true;
    }

    private static String text(ByteBuf json, int quote, int close) {
        return json.toString(quote + 1, Math.max(0, close - quote - 1), StandardCharsets.UTF_8);
    }

    /** Whether a string is exactly the text, byte for byte. */
    static boolean isText(ByteBuf json, int quote, int close, String text) {
        return close - quote - 1 == text.length() && text(json, quote, close).equals(text);
    }

    /**
     * Position of the value of the member whose name ends just before; -1 if the string before is not a member's name.
     */
    static int valueBehind(ByteBuf json, int from) {
        int colon = skip(json, from, c -> c <= ' ');
        return colon < json.writerIndex() && json.getByte(colon) == ':' ? skip(json, colon + 1, c -> c <= ' ') : -1;
    }

    private static int skip(ByteBuf json, int from, IntPredicate skipped) {
        int at = from;
        while (at < json.writerIndex() && skipped.test(json.getByte(at))) {
            at++;
        }
        return at;
    }

    /** The string at a position; null if there is none, or if it has escapes. */
    static @Nullable String plain(ByteBuf json, int at) {
        if (at >= json.writerIndex() || json.getByte(at) != '"') {
            return null;
        }
        int close = TopLevelNames.endOfString(json, at);
        String text = text(json, at, close);
        return json.getByte(close) != '"' || text.indexOf('\\') >= 0 ? null : text;
    }
}
