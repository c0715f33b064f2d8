package io.sluice.filters.lines;

import io.sluice.api.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How the names of a line's fields become JSON. */
public enum LineFormat {
    /** A member for each field, with dots in its name. */
    DOTTED {
        @Override
        public void append(List<Field> fields, StringBuilder out) {
            char separator = '{';
            for (Field field : fields) {
                out.append(separator)
                        .append(Json.string(field.name()))
                        .append(':')
                        .append(field.json());
                separator = ',';
            }
            out.append('}');
        }
    },
    /** Objects in objects. */
    NESTED {
        @Override
        public void append(List<Field> fields, StringBuilder out) {
            Map<String, Object> root = new LinkedHashMap<>();
            for (Field field : fields) {
                List<String> names = field.path();
                Map<String, Object> object = root;
                for (String name : names.subList(0, names.size() - 1)) {
                    object = inner(object, name);
                }
                object.put(names.getLast(), field.json());
            }
            appendObject(root, out);
        }
    };

    /**
     * A field of a line.
     *
     * @param value a text, a number or JSON
     */
    public record Field(String name, Object value) {

        /** What follows is the name of a header and may have dots of its own. */
        public static final String HEADERS = "http.request.headers.";

        String json() {
            return value instanceof String text ? Json.string(text).toString() : value.toString();
        }

        List<String> path() {
            if (!name.startsWith(HEADERS)) {
                return List.of(name.split("\\."));
            }
            List<String> names = new ArrayList<>(List.of(HEADERS.split("\\.")));
            names.add(name.substring(HEADERS.length()));
            return names;
        }
    }

    /** Appends the fields as one JSON object. */
    public abstract void append(List<Field> fields, StringBuilder out);

    // The names are those of a line: none of them is that of a field and the beginning of another's.
    @SuppressWarnings("unchecked")
    private static Map<String, Object> inner(Map<String, Object> object, String name) {
        return (Map<String, Object>) object.computeIfAbsent(name, any -> new LinkedHashMap<>());
    }

    private static void appendObject(Map<?, ?> object, StringBuilder out) {
        char separator = '{';
        for (Map.Entry<?, ?> member : object.entrySet()) {
            out.append(separator)
                    .append(Json.string(member.getKey().toString()))
                    .append(':');
            if (member.getValue() instanceof Map<?, ?> inner) {
                appendObject(inner, out);
            } else {
                out.append(member.getValue());
            }
            separator = ',';
        }
        out.append('}');
    }
}
