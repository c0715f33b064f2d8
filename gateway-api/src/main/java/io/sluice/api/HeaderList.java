package io.sluice.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Headers as a flat array of names and values. */
final class HeaderList implements Headers {
    static final HeaderList EMPTY = new HeaderList(new String[0], 0);

    private static final String TOKEN_SPECIALS = "!#$%&'*+-.^_`|~";

    private final String[] fields;
    /** How much of the array is filled. */
    private final int count;

    private HeaderList(String[] fields, int count) {
        this.fields = fields;
        this.count = count;
    }

    static HeaderList copyOf(Headers headers) {
        return headers instanceof HeaderList list ? list : copyWithout(headers, "");
    }

    static HeaderList copyWithout(Headers headers, String name) {
        String[] fields = new String[headers.size() * 2];
        return new HeaderList(fields, copy(headers, name, fields));
    }

    static HeaderList copyWith(Headers headers, String name, String value) {
        String[] fields = new String[headers.size() * 2 + 2];
        int count = copy(headers, name, fields);
        fields[count] = checkName(name);
        fields[count + 1] = checkValue(name, value);
        return new HeaderList(fields, count + 2);
    }

    /** Copies all fields but those of one name; returns how much of the array they fill. */
    private static int copy(Headers headers, String except, String[] into) {
        if (headers instanceof HeaderList list) {
            return list.copy(except, into);
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

    private int copy(String except, String[] into) {
        int copied = 0;
        int from = 0;
        for (int at = indexOf(except, 0); at >= 0; at = indexOf(except, from)) {
            System.arraycopy(fields, from, into, copied, at - from);
            copied += at - from;
            from = at + 2;
        }
        System.arraycopy(fields, from, into, copied, count - from);
        return copied + count - from;
    }

    private int indexOf(String name, int from) {
        for (int i = from; i < count; i += 2) {
            if (fields[i].equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public @Nullable String get(String name) {
        int at = indexOf(name, 0);
        return at < 0 ? null : fields[at + 1];
    }

    @Override
    public List<String> all(String name) {
        int first = indexOf(name, 0);
        if (first < 0) {
            return List.of();
        }
        int next = indexOf(name, first + 2);
        if (next < 0) {
            return List.of(fields[first + 1]);
        }
        List<String> values = new ArrayList<>();
        values.add(fields[first + 1]);
        for (; next >= 0; next = indexOf(name, next + 2)) {
            values.add(fields[next + 1]);
        }
        return values;
    }

    @Override
    public void forEach(BiConsumer<String, String> consumer) {
        for (int i = 0; i < count; i += 2) {
            consumer.accept(fields[i], fields[i + 1]);
        }
    }

    @Override
    public int size() {
        return count / 2;
    }

    @Override
    public Headers and(String name, String value) {
        String[] more = Arrays.copyOf(fields, count + 2);
        more[count] = checkName(name);
        more[count + 1] = checkValue(name, value);
        return new HeaderList(more, count + 2);
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
