package io.sluice.filters.tenant.answer;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Parses a JSON response of {@code _cat}: an array of objects whose members are strings or null. For one text; not
 * thread-safe.
 */
final class FlatRows {

    private final String text;
    private int at;

    private FlatRows(String text) {
        this.text = text;
    }

    /** The rows of a response, which is not needed afterwards. */
    static FlatRows of(ByteBuf json) {
        return new FlatRows(json.toString(StandardCharsets.UTF_8));
    }

    /**
     * Reads the rows from the first to the last, each with its members in order; the map is lent for the call.
     *
     * @throws IllegalArgumentException if the text is anything else
     */
    void forEach(Consumer<Map<String, String>> reader) {
        Map<String, String> row = new LinkedHashMap<>();
        at = 0;
        boolean first = true;
        expect('[');
        while (!isNext(']')) {
            if (!first) {
                expect(',');
            }
            first = false;
            row.clear();
            read(row);
            reader.accept(row);
        }
        expect(']');
    }

    private void read(Map<String, String> row) {
        expect('{');
        while (!isNext('}')) {
            if (!row.isEmpty()) {
                expect(',');
            }
            String name = string();
            expect(':');
            String value = value();
            row.put(name, value == null ? "" : value);
        }
        expect('}');
    }

    private @Nullable String value() {
        skip();
        if (text.startsWith("null", at)) {
            at += "null".length();
            return null;
        }
        return string();
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            out.append(c == '\\' ? escaped() : c);
        }
        expect('"');
        return out.toString();
    }

    private char escaped() {
        char c = at < text.length() ? text.charAt(at++) : ' ';
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                at += 4;
                if (at > text.length()) {
                    throw unexpected();
                }
                yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            default -> throw unexpected();
        };
    }

    private boolean isNext(char c) {
        skip();
        return at < text.length() && text.charAt(at) == c;
    }

    private void expect(char c) {
        if (!isNext(c)) {
            throw unexpected();
        }
        at++;
    }

    private void skip() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("not the rows of a table, at character " + at);
    }
}
