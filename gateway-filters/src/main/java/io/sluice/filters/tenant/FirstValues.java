package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.filters.tenant.handle.HandleSealer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The first string of a kind in JSON that is held, as far as it says whose a request is. The visitors that the body goes through
 * afterwards say whether it is true: with what is misread here nothing can be had there.
 */
final class FirstValues {

    private static final int MAX_TRIED = 16;

    private FirstValues() {}

    /**
     * The string that stands under one of the names for the first time, or that an array under it begins with; null if there is none,
     * or if it is not written plainly.
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
     * What the first string with the form of a handle is opened as; null if none opens.
     *
     * @param open gives null for what is no handle
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

    /** Whether a string is written exactly so. */
    static boolean isText(ByteBuf json, int quote, int close, String text) {
        return close - quote - 1 == text.length() && text(json, quote, close).equals(text);
    }

    /** Where the value of a member stands whose name ends before; -1 if it is no member's name. */
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

    /** The string that stands there; null if there is none, or if it is not written plainly. */
    static @Nullable String plain(ByteBuf json, int at) {
        if (at >= json.writerIndex() || json.getByte(at) != '"') {
            return null;
        }
        int close = TopLevelNames.endOfString(json, at);
        String text = text(json, at, close);
        return json.getByte(close) != '"' || text.indexOf('\\') >= 0 ? null : text;
    }
}
