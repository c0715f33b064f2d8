package io.sluice.filters.tenant.names;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which of a tenant's names something is for: a name, or the beginning of names with a {@code *} behind it.
 *
 * @param head the name, or its beginning
 * @param open whether anything may follow
 */
public record IndexPattern(String head, boolean open) {

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is neither a name nor a beginning with {@code *}
     */
    public static IndexPattern parse(String text) {
        boolean open = text.endsWith("*");
        String head = open ? text.substring(0, text.length() - 1) : text;
        boolean valid = (open || !head.isEmpty())
                && NameCheck.problem(head) == null
                && head.indexOf('*') < 0
                && (head.isEmpty() || "_.+-".indexOf(head.charAt(0)) < 0);
        if (!valid) {
            throw new IllegalArgumentException("indices are given as a name, or its beginning and '*': " + text);
        }
        return new IndexPattern(head, open);
    }

    /** Whether the name, without wildcards, is meant. */
    public boolean matches(String name) {
        return open ? name.startsWith(head) : name.equals(head);
    }

    /** Whether the name, without wildcards, is meant by one of several. */
    static boolean anyMatches(List<IndexPattern> patterns, String name) {
        for (int i = 0; i < patterns.size(); i++) {
            if (patterns.get(i).matches(name)) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of several patterns means every name with this beginning. */
    static boolean anyCovers(List<IndexPattern> patterns, String beginning) {
        return patterns.stream().anyMatch(pattern -> pattern.open && beginning.startsWith(pattern.head));
    }

    /**
     * What both this pattern and an expression with wildcards mean, as an expression.
     *
     * @return null if there is nothing
     * @throws IllegalArgumentException if that cannot be said in one expression
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
