package io.sluice.api;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JSON text with holes, checked once: {@code {"bool":{"must":[@query],"filter":[{"term":{$field:$tenant}}]}}}. A {@code $name}
 * stands for a string, as key or value, and is always escaped, so that what is filled in stays data; {@code @name} stands for one
 * streamed value. White space between tokens is left out. Immutable.
 */
public final class JsonTemplate {

    private final List<Part> parts;
    private final Set<String> names;
    private final boolean hole;

    private enum Kind {
        TEXT,
        STRING,
        HOLE
    }

    /** A piece of the template: JSON as it is, or the name of a hole. */
    private record Part(Kind kind, String text) {}

    private JsonTemplate(List<Part> parts) {
        this.parts = List.copyOf(parts);
        this.names = new LinkedHashSet<>();
        for (Part part : parts) {
            if (part.kind() == Kind.STRING) {
                names.add(part.text());
            }
        }
        this.hole = parts.stream().anyMatch(part -> part.kind() == Kind.HOLE);
    }

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException if it is not exactly one JSON value with holes in places of strings ({@code $}) and values
     *     ({@code @}), or has more than one {@code @}
     */
    public static JsonTemplate parse(String text) {
        List<Part> parts = new Reader(text).read();
        if (parts.stream().filter(part -> part.kind() == Kind.HOLE).count() > 1) {
            throw new IllegalArgumentException("more than one @ in the template: " + text);
        }
        StringBuilder sample = new StringBuilder(text.length());
        for (Part part : parts) {
            sample.append(
                    switch (part.kind()) {
                        case TEXT -> part.text();
                        case STRING -> "\"\"";
                        case HOLE -> "null";
                    });
        }
        JsonText.check(sample.toString());
        return new JsonTemplate(parts.stream().map(JsonTemplate::compact).toList());
    }

    // White space is removed after the check, since it may separate tokens that must not be joined.
    private static Part compact(Part part) {
        if (part.kind() != Kind.TEXT) {
            return part;
        }
        StringBuilder out = new StringBuilder(part.text().length());
        boolean inString = false;
        for (int i = 0; i < part.text().length(); i++) {
            char c = part.text().charAt(i);
            if (inString && c == '\\') {
                out.append(c).append(part.text().charAt(++i));
                continue;
            }
            inString ^= c == '"';
            if (inString || c != ' ' && c != '\t') {
                out.append(c);
            }
        }
        return new Part(Kind.TEXT, out.toString());
    }

    /** The names of the strings to fill in. */
    public Set<String> names() {
        return Set.copyOf(names);
    }

    /** Whether there is a place for a streamed value. */
    public boolean hasHole() {
        return hole;
    }

    /**
     * Fills the strings in.
     *
     * @throws IllegalArgumentException if a value is missing or a name is unknown
     */
    public Filled fill(Map<String, String> values) {
        for (String name : values.keySet()) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException("the template has no $" + name + ", only " + names);
            }
        }
        StringBuilder out = new StringBuilder();
        byte[] before = null;
        for (Part part : parts) {
            switch (part.kind()) {
                case TEXT -> out.append(part.text());
                case STRING -> out.append(JsonText.quote(valueOf(part.text(), values)));
                case HOLE -> {
                    before = out.toString().getBytes(StandardCharsets.UTF_8);
                    out.setLength(0);
                }
            }
        }
        return new Filled(before, out.toString());
    }

    private static String valueOf(String name, Map<String, String> values) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no value for $" + name + " of the template");
        }
        return value;
    }

    /** A template whose strings are filled in; immutable. */
    public static final class Filled {

        private final byte @Nullable [] before;
        private final byte[] after;
        private final String text;

        private Filled(byte @Nullable [] before, String text) {
            this.before = before;
            this.text = text;
            this.after = text.getBytes(StandardCharsets.UTF_8);
        }

        /** Whether a place for a streamed value is left. */
        public boolean hasHole() {
            return before != null;
        }

        /** The UTF-8 before the hole, empty if there is none; not to be changed. */
        public byte[] before() {
            return before == null ? new byte[0] : before;
        }

        /** The UTF-8 after the hole, everything if there is none; not to be changed. */
        public byte[] after() {
            return after;
        }

        /**
         * The whole value.
         *
         * @throws IllegalStateException if a place for a streamed value is left
         */
        public Json json() {
            if (before != null) {
                throw new IllegalStateException("the template has an @, there is no value without what it stands for");
            }
            return Json.parse(text);
        }
    }

    /** Cuts the text at its holes. */
    private static final class Reader {
        private final String text;
        private final List<Part> parts = new ArrayList<>();
        private final StringBuilder literal = new StringBuilder();
        private int at;

        private Reader(String text) {
            this.text = text;
        }

        private List<Part> read() {
            while (at < text.length()) {
                char c = text.charAt(at);
                if (c == '"') {
                    string();
                } else if (c == '$' || c == '@') {
                    hole(c == '$' ? Kind.STRING : Kind.HOLE);
                } else {
                    other(c);
                }
            }
            flush();
            return parts;
        }

        // An author may break lines; the check sees a line break as white space.
        private void other(char c) {
            at++;
            literal.append(c == '\n' || c == '\r' ? ' ' : c);
        }

        private void string() {
            int start = at++;
            while (at < text.length() && text.charAt(at) != '"') {
                at += text.charAt(at) == '\\' ? 2 : 1;
            }
            at = Math.min(at + 1, text.length());
            literal.append(text, start, at);
        }

        private void hole(Kind kind) {
            int start = ++at;
            while (at < text.length() && isNameCharacter(text.charAt(at))) {
                at++;
            }
            if (at == start) {
                throw new IllegalArgumentException("a hole without a name at character " + start + " of: " + text);
            }
            flush();
            parts.add(new Part(kind, text.substring(start, at)));
        }

        private static boolean isNameCharacter(char c) {
            return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
        }

        private void flush() {
            if (!literal.isEmpty()) {
                parts.add(new Part(Kind.TEXT, literal.toString()));
                literal.setLength(0);
            }
        }
    }
}
