package io.sluice.api;

import java.util.Arrays;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Headers as a flat array of names and values. */
final class HeaderList implements Headers {
    static final HeaderList EMPTY = new HeaderList(new String[0]);

    private static final String TOKEN_SPECIALS = "!#$%&'*+-.^_`|~";

    private final String[] fields;

    private HeaderList(String[] fields) {
        this.fields = fields;
    }

    static HeaderList copyOf(Headers headers) {
        return headers instanceof HeaderList list ? list : copyWithout(headers, "");
    }

    static HeaderList copyWithout(Headers headers, String name) {
        String[] fields = new String[headers.size() * 2];
        return of(fields, copy(headers, name, fields));
    }

    static HeaderList copyWith(Headers headers, String name, String value) {
        String[] fields = new String[headers.size() * 2 + 2];
        int count = copy(headers, name, fields);
        fields[count] = checkName(name);
        fields[count + 1] = checkValue(name, value);
        return of(fields, count + 2);
    }

    private static HeaderList of(String[] fields, int count) {
        return new HeaderList(count == fields.length ? fields : Arrays.copyOf(fields, count));
    }

    /** Copies all fields but those of one name; returns how much of the array they fill. */
    private static int copy(Headers headers, String except, String[] into) {
        if (headers instanceof HeaderList list) {
            return copy(list.fields, except, into);
        }
        int[] count = {0};
        headers.forEach((key, value) -> {
            if (!key.equalsIgnoreCase(except)) {
                into[count[0]++] = key;
                into[count[0]++] = value;
            }
        });
        return count[0];
    }

    private static int copy(String[] fields, String except, String[] into) {
        int count = 0;
        for (int i = 0; i < fields.length; i += 2) {
            if (!fields[i].equalsIgnoreCase(except)) {
                into[count++] = fields[i];
                into[count++] = fields[i + 1];
            }
        }
        return count;
    }

    @Override
    public @Nullable String get(String name) {
        for (int i = 0; i < fields.length; i += 2) {
            if (fields[i].equalsIgnoreCase(name)) {
                return fields[i + 1];
            }
        }
        return null;
    }

    @Override
    public void forEach(BiConsumer<String, String> consumer) {
        for (int i = 0; i < fields.length; i += 2) {
            consumer.accept(fields[i], fields[i + 1]);
        }
    }

    @Override
    public int size() {
        return fields.length / 2;
    }

    @Override
    public Headers and(String name, String value) {
        String[] more = Arrays.copyOf(fields, fields.length + 2);
        more[fields.length] = checkName(name);
        more[fields.length + 1] = checkValue(name, value);
        return new HeaderList(more);
    }

    private static String checkName(String name) {
        if (!isToken(name)) {
            throw new IllegalArgumentException("not a header name: " + name);
        }
        return name;
    }

    private static boolean isToken(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!isTokenCharacter(name.charAt(i))) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private static boolean isTokenCharacter(char c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || TOKEN_SPECIALS.indexOf(c) >= 0;
    }

    private static String checkValue(String name, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' && c != '\t' || c == 0x7f || c > 0xff) {
                throw new IllegalArgumentException("header " + name + " has a character that no header may have");
            }
        }
        return value;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
        return text.toString();
    }
}
