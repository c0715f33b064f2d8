package io.sluice.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A path with variables, as routes and filters write it: {@code /{index}/_bulk}. Literals and segments are
 * compared decoded ({@code /a%40b} is {@code /a@b}), but one that starts with {@code _} is an endpoint, which has no escapes. A
 * variable takes one segment, decoded once; in the first place it takes no endpoint, that is nothing that starts with {@code _}
 * except {@code _all}. A last segment {@code **} takes the rest, also none. Immutable.
 */
public final class PathPattern {

    private static final String REST = "**";

    private final String text;
    private final Part[] parts;
    private final boolean open;

    /** Either a literal, decoded, or the name of a variable. */
    private record Part(String text, boolean variable) {

        boolean matches(RequestTarget target, int segment) {
            String raw = target.rawSegments().get(segment);
            if (variable) {
                return segment > 0 || isName(raw);
            }
            // Most literals are endpoints, and most segments others: these are told apart without a look at each
            // character.
            if (text.startsWith("_")) {
                return raw.equals(text) && raw.indexOf('%') < 0;
            }
            return raw.indexOf('%') < 0 ? raw.equals(text) : PercentCoding.decodes(raw, text);
        }
    }

    private PathPattern(String text, Part[] parts, boolean open) {
        this.text = text;
        this.parts = parts;
        this.open = open;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it does not start with {@code /}, a variable is empty or repeated, a brace stands inside
     *     a segment, {@code **} is not last, a segment has another {@code *}, {@code ?} or {@code #} or is a dot segment, or a
     *     literal's escapes are malformed
     */
    public static PathPattern parse(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("a path pattern must start with '/': " + text);
        }
        List<Part> parts = new ArrayList<>();
        boolean open = false;
        for (String segment : text.substring(1).split("/")) {
            if (open) {
                throw new IllegalArgumentException("'**' must be the last segment: " + text);
            }
            open = segment.equals(REST);
            if (!open && !segment.isEmpty()) {
                Part part = part(segment, text);
                if (part.variable() && parts.contains(part)) {
                    throw new IllegalArgumentException("variable " + part.text() + " stands twice in: " + text);
                }
                parts.add(part);
            }
        }
        return new PathPattern(text, parts.toArray(Part[]::new), open);
    }

    private static Part part(String segment, String text) {
        boolean variable = segment.length() > 2 && segment.startsWith("{") && segment.endsWith("}");
        String name = variable ? segment.substring(1, segment.length() - 1) : segment;
        if (name.indexOf('{') >= 0 || name.indexOf('}') >= 0 || name.equals(REST)) {
            throw new IllegalArgumentException("a variable must fill its segment, as in /{index}/_search: " + text);
        }
        if (!variable && isNoLiteral(name)) {
            throw new IllegalArgumentException("'" + name + "' would be compared as it stands, and is no pattern; "
                    + "{name} takes any segment, '**' at the end all that follow: " + text);
        }
        return new Part(variable ? name : PercentCoding.decode(name, false), variable);
    }

    // A wildcard within a name would be compared as it stands, and a rule that denies would deny nothing.
    private static boolean isNoLiteral(String segment) {
        return segment.equals(".")
                || segment.equals("..")
                || segment.indexOf('*') >= 0
                || segment.indexOf('?') >= 0
                || segment.indexOf('#') >= 0;
    }

    /** Whether the pattern matches the target's path. A path whose escapes are malformed matches no variable. */
    public boolean matches(RequestTarget target) {
        List<String> raw = target.rawSegments();
        if (open ? raw.size() < parts.length : raw.size() != parts.length) {
            return false;
        }
        for (int i = 0; i < parts.length; i++) {
            if (!parts[i].matches(target, i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The variables' values in the pattern's order, or null if the pattern does not match.
     *
     * @throws IllegalArgumentException if it matches and an escape is malformed or does not decode to UTF-8
     */
    public @Nullable Map<String, String> match(RequestTarget target) {
        if (!matches(target)) {
            return null;
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].variable()) {
                values.put(parts[i].text(), target.segments().get(i));
            }
        }
        return values;
    }

    // Elasticsearch's index names never start with an underscore, its endpoints always do.
    private static boolean isName(String rawSegment) {
        return rawSegment.charAt(0) != '_' || rawSegment.equals("_all");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PathPattern pattern && text.equals(pattern.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
