package io.sluice.filters.tenant.names;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges regular expressions that a server runs with Java's engine, such as those of analyzers. That engine calls itself for each turn
 * of a repeated group, so that a long text uses up the stack, with which a node ends; and it tries all ways in which repetitions can
 * share a text, for hours. An expression is harmless if its time grows with the text alone:
 *
 * <ul>
 *   <li>no group is repeated, but for {@code ?};
 *   <li>an unbounded repetition ends its alternative, so that nothing after it can fail, and stands in no look-around;
 *   <li>the bounds of all others, multiplied, are at most 10,000;
 *   <li>it has at most 1,000 characters, 20 levels of groups, and no back references, quotations or other flags than {@link #FLAGS}.
 * </ul>
 *
 * <p>What is not understood is not harmless. Lucene's own expressions ({@code simple_pattern}) stand in the same places; so an expression
 * must be cheap as one of these too, which end a class of characters within another one earlier.
 */
public final class JavaPattern {

    /** Why an expression is not sent. */
    public static final String WHY =
            "a regular expression must not repeat groups, or go on after an unbounded repetition,"
                    + " since a node may never come back from it; a few bounded ones such as {1,100} may be anywhere";

    /** Flags under which expressions are read as here. */
    public static final List<String> FLAGS =
            List.of("CASE_INSENSITIVE", "MULTILINE", "DOTALL", "UNICODE_CASE", "UNICODE_CHAR_CLASS", "UNIX_LINES");

    private static final int MOST_CHARACTERS = 1000;
    private static final int MOST_LEVELS = 20;
    private static final int MOST_WAYS = 10_000;
    private static final int UNBOUNDED = Integer.MAX_VALUE;

    /** Escapes for a character, a class of characters, or a place; the digits of {@code \\u} are read as characters of their own. */
    private static final String ESCAPED_LETTERS = "dDwWsSvVhHtnrfaebBAzZGu";

    private static final String QUANTIFIERS = "*+?{";
    private static final List<String> LOOK_AROUNDS = List.of("(?=", "(?!", "(?<=", "(?<!");

    private final String text;
    private int at;
    private int ways = 1;

    private JavaPattern(String text) {
        this.text = text;
    }

    /** Whether a server may run an expression for a tenant. */
    public static boolean isHarmless(String text) {
        return text.length() <= MOST_CHARACTERS
                && new JavaPattern(text).isHarmless()
                && LuceneExpression.cost(text) <= LuceneExpression.MOST_COST;
    }

    /** Whether a text is flags as servers write them, such as {@code DOTALL|UNIX_LINES}, and each of them is among {@link #FLAGS}. */
    public static boolean areFlags(String text) {
        return text.isEmpty() || FLAGS.containsAll(List.of(text.split("[|]", -1)));
    }

    private boolean isHarmless() {
        return alternatives(0) != null && at == text.length();
    }

    /** Whether one of the alternatives up to the group's end has an unbounded repetition; null if one is not harmless. */
    private @Nullable Boolean alternatives(int level) {
        boolean unbounded = false;
        while (true) {
            Boolean one = alternative(level);
            if (one == null) {
                return null;
            }
            unbounded |= one;
            if (at == text.length() || text.charAt(at) == ')') {
                return unbounded;
            }
            at++;
        }
    }

    private @Nullable Boolean alternative(int level) {
        boolean unbounded = false;
        while (at < text.length() && text.charAt(at) != '|' && text.charAt(at) != ')') {
            if (unbounded) {
                return null;
            }
            Boolean element = text.charAt(at) == '(' ? group(level + 1) : single();
            if (element == null) {
                return null;
            }
            unbounded = element;
        }
        return unbounded;
    }

    private @Nullable Boolean group(int level) {
        int begin = at;
        if (level > MOST_LEVELS || !skipHead()) {
            return null;
        }
        Boolean unbounded = alternatives(level);
        if (unbounded == null || at == text.length()) {
            return null;
        }
        at++;
        boolean looksAround = LOOK_AROUNDS.stream().anyMatch(head -> text.startsWith(head, begin));
        if (unbounded && looksAround) {
            return null;
        }
        int most = quantifier();
        return most < 0 || most > 1 ? null : unbounded;
    }

    /** Skips what stands before the first alternative of a group. */
    private boolean skipHead() {
        at++;
        if (!text.startsWith("?", at)) {
            return true;
        }
        at++;
        int head = at;
        if (text.startsWith("<", at) && !text.startsWith("<=", at) && !text.startsWith("<!", at)) {
            at++;
            while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
                at++;
            }
            return skip(">");
        }
        for (String known : List.of(":", "=", "!", "<=", "<!", ">", "i:", "i)", "s:", "m:", "u:")) {
            if (text.startsWith(known, head)) {
                // The flags of (?i) go on to the end of the group around it: a group of its own without anything in it.
                at += known.endsWith(")") ? known.length() - 1 : known.length();
                return true;
            }
        }
        return false;
    }

    private boolean skip(String wanted) {
        if (!text.startsWith(wanted, at)) {
            return false;
        }
        at += wanted.length();
        return true;
    }

    /** Whether the character, class or place here, with its quantifier, is repeated without a bound; null if it is not harmless. */
    private @Nullable Boolean single() {
        char c = text.charAt(at);
        boolean known = switch (c) {
            case '\\' -> escape();
            case '[' -> characters();
            case '*', '+', '?', '{' -> false;
            default -> {
                at++;
                yield true;
            }
        };
        if (!known) {
            return null;
        }
        int most = quantifier();
        return most < 0 ? null : (Boolean) (most == UNBOUNDED);
    }

    private boolean escape() {
        at++;
        if (at == text.length()) {
            return false;
        }
        char c = text.charAt(at++);
        if (c == 'p' || c == 'P') {
            return skipProperty();
        }
        boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
        return letter ? ESCAPED_LETTERS.indexOf(c) >= 0 : c < '0' || c > '9';
    }

    private boolean skipProperty() {
        if (!text.startsWith("{", at)) {
            at++;
            return at <= text.length();
        }
        int end = text.indexOf('}', at);
        at = end + 1;
        return end >= 0;
    }

    /** Skips a class of characters; one that begins with a closing bracket is read in more than one way. */
    private boolean characters() {
        int level = 0;
        do {
            if (at == text.length()) {
                return false;
            }
            char c = text.charAt(at);
            if (c == '\\') {
                if (!escape()) {
                    return false;
                }
                continue;
            }
            at++;
            if (c == '[') {
                level++;
                skip("^");
                if (text.startsWith("]", at)) {
                    return false;
                }
            } else if (c == '&' && text.startsWith("&]", at)) {
                return false;
            } else if (c == ']') {
                level--;
            }
        } while (level > 0);
        return true;
    }

    /** The most turns that the quantifier here allows, 1 if there is none; negative if it is not harmless. */
    private int quantifier() {
        if (at == text.length() || QUANTIFIERS.indexOf(text.charAt(at)) < 0) {
            return 1;
        }
        int most = switch (text.charAt(at++)) {
            case '?' -> 1;
            case '{' -> bounds();
            default -> UNBOUNDED;
        };
        if (most < 0) {
            return -1;
        }
        if (most != UNBOUNDED) {
            ways = (int) Math.min((long) ways * (most + 1), UNBOUNDED);
            if (ways > MOST_WAYS) {
                return -1;
            }
        }
        if (at < text.length() && (text.charAt(at) == '?' || text.charAt(at) == '+')) {
            at++;
        }
        return at < text.length() && QUANTIFIERS.indexOf(text.charAt(at)) >= 0 ? -1 : most;
    }

    /** Reads {@code 3}}, {@code 3,}} or {@code 3,5}}. */
    private int bounds() {
        int end = text.indexOf('}', at);
        if (end < 0 || end - at > 11) {
            return -1;
        }
        String inner = text.substring(at, end);
        at = end + 1;
        if (!inner.matches("[0-9]{1,5}(,[0-9]{0,5})?")) {
            return -1;
        }
        return inner.endsWith(",") ? UNBOUNDED : Integer.parseInt(inner.substring(inner.indexOf(',') + 1));
    }
}
