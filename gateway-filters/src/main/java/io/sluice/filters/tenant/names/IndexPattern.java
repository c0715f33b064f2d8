package io.sluice.filters.tenant.names;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of a tenant's index names: a name, or a prefix followed by {@code *}.
 *
 * @param head the name, or the prefix
 * @param open whether it is a prefix
 */
public record IndexPattern(String head, boolean open) {

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is neither a name nor a prefix with {@code *}
     */
    public static IndexPattern parse(String text) {
        boolean open = text.endsWith("*");
        String head = open ? text.substring(0, text.length() - 1) : text;
        boolean valid = (open || !head.isEmpty())
                && NameCheck.problem(head) == null
                && head.indexOf('*') < 0
                && (head.isEmpty() || "_.+-".indexOf(head.charAt(0)) < 0);
        if (!valid) {
            throw new IllegalArgumentException("indices must be a name, or a prefix and '*': " + text);
        }
        return new IndexPattern(head, open);
    }

    /** Whether a name without wildcards matches. */
    public boolean matches(String name) {
        return open ? name.startsWith(head) : name.equals(head);
    }

    /** Whether some name matches this pattern and another. */
    public boolean overlaps(IndexPattern other) {
        return matches(other.head) || other.matches(head);
    }

    /** Whether a name without wildcards matches one of several patterns. */
    static boolean anyMatches(List<IndexPattern> patterns, String name) {
        for (int i = 0; i < patterns.size(); i++) {
            if (patterns.get(i).matches(name)) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of several patterns matches every name with this prefix. */
    static boolean anyCovers(List<IndexPattern> patterns, String beginning) {
        return patterns.stream().anyMatch(pattern -> pattern.open && beginning.startsWith(pattern.head));
    }

    /**
     * The intersection of this pattern and a wildcard expression, as an expression.
     *
     * @return null if the intersection is empty
     * @throws IllegalArgumentException if one expression cannot describe it
     */
    public @Nullable String intersect(String wildcard) {
        int star = wildcard.indexOf('*');
        String begin = wildcard.substring(0, star);
        if (open && begin.startsWith(head)) {
            return wildcard;
        }
        if (!head.startsWith(begin)) {
            return null;
        }
        if (star == wildcard.length() - 1) {
            return toString();
        }
        throw new IllegalArgumentException("it is not clear which of the indices " + this + " are meant");
    }

    @Override
    public String toString() {
        return open ? head + "*" : head;
    }
}
