package io.sluice.filters.tenant.identity;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits a regular expression that consists only of plain texts and named groups, so that texts can replace its groups.
 */
final class PatternParts {

    private static final String META = ".[]()*+?{}|^$\\";

    private PatternParts() {}

    /**
     * A part of the pattern.
     *
     * @param group name of the group; null for plain text
     * @param text the group's expression, or the plain text itself
     */
    record Part(@Nullable String group, String text) {}

    /**
     * Splits a pattern; a leading {@code ^} and a trailing {@code $} are implied and ignored.
     *
     * @throws IllegalArgumentException if the pattern contains anything else
     */
    static List<Part> of(String pattern) {
        int from = pattern.startsWith("^") ? 1 : 0;
        int end = pattern.endsWith("$") && !pattern.endsWith("\\$") ? pattern.length() - 1 : pattern.length();
        List<Part> parts = new ArrayList<>();
        StringBuilder plain = new StringBuilder();
        for (int i = from; i < end; ) {
            if (pattern.charAt(i) == '(') {
                if (!plain.isEmpty()) {
                    parts.add(new Part(null, plain.toString()));
                    plain.setLength(0);
                }
                int close = endOfGroup(pattern, i);
                parts.add(group(pattern.substring(i + 1, close)));
                i = close + 1;
            } else {
                i = plainAt(pattern, i, plain);
            }
        }
        if (!plain.isEmpty()) {
            parts.add(new Part(null, plain.toString()));
        }
        return parts;
    }

    private static Part group(String inside) {
        int name = inside.startsWith("?<") ? 2 : inside.startsWith("?P<") ? 3 : -1;
        int close = inside.indexOf('>');
        if (name < 0 || close < 0) {
            throw new IllegalArgumentException("only plain text is allowed between the groups, not (" + inside + ")");
        }
        return new Part(inside.substring(name, close), inside.substring(close + 1));
    }

    /** Appends a literal character; returns the position after it. */
    private static int plainAt(String pattern, int at, StringBuilder out) {
        char c = pattern.charAt(at);
        char next = at + 1 < pattern.length() ? pattern.charAt(at + 1) : 0;
        if (c == '\\' && next != 0 && next < 128 && !Character.isLetterOrDigit(next)) {
            out.append(next);
            return at + 2;
        }
        boolean only = c == '[' && "\\^]".indexOf(next) < 0 && pattern.startsWith("]", at + 2);
        if (only) {
            out.append(next);
            return at + 3;
        }
        if (META.indexOf(c) >= 0) {
            throw new IllegalArgumentException("only plain text is allowed between the groups, not '" + c + "'");
        }
        out.append(c);
        return at + 1;
    }

    /** The text that a plain expression matches; null if it is not plain. */
    static @Nullable String plain(String expression) {
        StringBuilder out = new StringBuilder();
        try {
            for (int i = 0; i < expression.length(); ) {
                i = plainAt(expression, i, out);
            }
            return out.toString();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static int endOfGroup(String pattern, int open) {
        int depth = 0;
        for (int i = open; i < pattern.length(); i = endOfAtom(pattern, i)) {
            char c = pattern.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new IllegalArgumentException("a group is not closed: " + pattern.substring(open));
    }

    /** End position of the escape, character class or character that begins here. */
    private static int endOfAtom(String pattern, int at) {
        char c = pattern.charAt(at);
        if (c == '\\') {
            return Math.min(at + 2, pattern.length());
        }
        if (c != '[') {
            return at + 1;
        }
        int i = at + 1;
        i += i < pattern.length() && pattern.charAt(i) == '^' ? 1 : 0;
        i += i < pattern.length() && pattern.charAt(i) == ']' ? 1 : 0;
        while (i < pattern.length() && pattern.charAt(i) != ']') {
            boolean named = pattern.startsWith("[:", i);
            int close = named ? pattern.indexOf(":]", i + 2) : -1;
            i = close >= 0 ? close + 2 : pattern.charAt(i) == '\\' ? i + 2 : i + 1;
        }
        return Math.min(i + 1, pattern.length());
    }

    /**
     * False only if no text that the expression matches contains the character, which must not be a letter or digit.
     */
    static boolean mayContain(String expression, char wanted) {
        for (int i = 0; i < expression.length(); ) {
            int end = endOfAtom(expression, i);
            String atom = expression.substring(i, end);
            if (atomMayBe(atom, wanted)) {
                return true;
            }
            i = end;
        }
        return false;
    }

    private static boolean atomMayBe(String atom, char wanted) {
        char first = atom.charAt(0);
        if (first != '\\' && first != '[') {
            return first == '.' || first == wanted;
        }
        boolean known = first == '[' || "dwsDWSbBAz".indexOf(atom.charAt(atom.length() - 1)) >= 0 || !isName(atom);
        try {
            return !known || Pattern.compile(atom).matches(String.valueOf(wanted));
        } catch (PatternSyntaxException e) {
            return true;
        }
    }

    private static boolean isName(String escape) {
        return Character.isLetterOrDigit(escape.charAt(escape.length() - 1));
    }
}
