package io.sluice.filters.tenant.names;

import io.sluice.filters.search.DeepText;
import io.sluice.filters.search.NumberText;
import io.sluice.filters.search.SearchBounds;
import io.sluice.filters.search.SearchWork;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Finds the fields named by a query in Lucene's classic syntax, such as {@code status:200 AND _exists_:user}. Terms,
 * phrases, regular expressions and ranges stay unchanged. The tokens are those of Lucene's {@code QueryParser.jj}.
 */
public final class QueryText {

    /** Why a text is not sent that {@link #isHarmful}. */
    public static final String HARM = "it is no " + DeepText.QUERY.text() + ", or it has a word with more than "
            + SearchBounds.MOST_WILDCARDS
            + " wildcards, a field with more than 3, regular expressions that repeat too much,"
            + " fuzzy words and more than " + SearchWork.MOST_SPREAD
            + " characters, or a number with an exponent below -999";

    private static final String EXISTS = "_exists_";
    private static final String ENDS_TERM = " \t\n\r\f\u3000!():^[]\"{}~/";
    private static final String SIGNS = "+-";

    private final String text;
    private final UnaryOperator<String> fields;
    private final StringBuilder out;
    private int at;

    private QueryText(String text, UnaryOperator<String> fields) {
        this.text = text;
        this.fields = fields;
        this.out = new StringBuilder(text.length() + 32);
    }

    /**
     * The same query with translated fields.
     *
     * @param fields translates a field name or field pattern, both without escapes
     */
    public static String withFields(String text, UnaryOperator<String> fields) {
        return text.indexOf(':') < 0 ? text : new QueryText(text, fields).rewritten();
    }

    /** Whether a query may end or stall a node, which all tenants share. */
    public static boolean isHarmful(String text) {
        return !DeepText.QUERY.within().test(text)
                || hasWildWord(text)
                || NumberText.areEndlessIn(text)
                || text.length() > SearchWork.MOST_SPREAD && FuzzyText.mayStandIn(text)
                || Wildcards.areManyInFields(text)
                || costOfExpressions(text) > LuceneExpression.MOST_COST;
    }

    /** What the regular expressions of a query cost, as {@link LuceneExpression} says. */
    public static long costOfExpressions(String text) {
        return LuceneExpression.costIn(text);
    }

    // An escaped character never ends a term. In phrases and ranges there are no wildcards, and this many stand in
    // none.
    private static boolean hasWildWord(String text) {
        int found = 0;
        for (int i = 0; i < text.length() && found <= SearchBounds.MOST_WILDCARDS; i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '*' || c == '?') {
                found++;
            } else if (!isTermPart(c)) {
                found = 0;
            }
        }
        return found > SearchBounds.MOST_WILDCARDS;
    }

    /** Whether a query names a field that not every document has, or a field pattern. */
    public static boolean namesField(String text) {
        return namesAny(text, name -> !FieldNames.isOfEvery(name));
    }

    /** Whether a query names a field, or a field pattern, of some kind. */
    public static boolean namesAny(String text, Predicate<String> kind) {
        boolean[] found = {false};
        withFields(text, name -> {
            found[0] |= kind.test(name);
            return name;
        });
        return found[0];
    }

    private String rewritten() {
        while (at < text.length()) {
            char c = text.charAt(at);
            switch (c) {
                case '"' -> copyThrough('"');
                case '/' -> copyThrough('/');
                case '[', '{' -> copyRange();
                case '^' -> copyBoost();
                default -> {
                    if (isTermPart(c)) {
                        term();
                    } else {
                        copy();
                    }
                }
            }
        }
        return out.toString();
    }

    private void copy() {
        out.append(text.charAt(at++));
    }

    // A backslash escapes the next character. Unclosed text is copied to the end; the server refuses it.
    private void copyEscaped() {
        boolean escape = text.charAt(at) == '\\';
        copy();
        if (escape && at < text.length()) {
            copy();
        }
    }

    private void copyThrough(char end) {
        copy();
        while (at < text.length() && text.charAt(at) != end) {
            copyEscaped();
        }
        if (at < text.length()) {
            copy();
        }
    }

    private void copyRange() {
        copy();
        while (at < text.length() && text.charAt(at) != ']' && text.charAt(at) != '}') {
            if (text.charAt(at) == '"') {
                copyThrough('"');
            } else {
                copyEscaped();
            }
        }
    }

    // A term may directly follow the number.
    private void copyBoost() {
        copy();
        copyDigits();
        if (at < text.length() && text.charAt(at) == '.' && isDigit(at + 1)) {
            copy();
            copyDigits();
        }
    }

    private void copyDigits() {
        while (isDigit(at)) {
            copy();
        }
    }

    private boolean isDigit(int index) {
        return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }

    private static boolean isTermPart(int c) {
        return ENDS_TERM.indexOf(c) < 0;
    }

    private void term() {
        while (at < text.length() && SIGNS.indexOf(text.charAt(at)) >= 0) {
            copy();
        }
        int start = at;
        String name = read(QueryText::isTermPart);
        int end = at;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        boolean field = at < text.length() && text.charAt(at) == ':';
        at = end;
        if (!field) {
            out.append(text, start, end);
        } else if (name.equals(EXISTS)) {
            out.append(text, start, end);
            existing();
        } else if (name.equals("*") && isEverything(end)) {
            // *:* matches every document, not only those with some field.
            out.append("*:*");
            at = end + 2;
        } else {
            out.append(renamed(name, name.equals("*") ? "\\*" : text.substring(start, end)));
        }
    }

    private boolean isEverything(int colon) {
        return text.startsWith(":*", colon) && (colon + 2 == text.length() || !isTermPart(text.charAt(colon + 2)));
    }

    /** Reads while the characters match; returns the text without escapes. */
    private String read(IntPredicate isPart) {
        StringBuilder plain = new StringBuilder();
        while (at < text.length() && isPart.test(text.charAt(at))) {
            if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                at++;
            }
            plain.append(text.charAt(at++));
        }
        return plain.toString();
    }

    // A field follows, with or without quotes.
    private void existing() {
        while (at < text.length() && (text.charAt(at) == ':' || Character.isWhitespace(text.charAt(at)))) {
            copy();
        }
        boolean quoted = at < text.length() && text.charAt(at) == '"';
        if (quoted) {
            copy();
        }
        int start = at;
        String name = quoted ? read(c -> c != '"') : read(QueryText::isTermPart);
        out.append(renamed(name, text.substring(start, at)));
    }

    /**
     * A field's translated name, keeping the field as written if it is the end of that name.
     *
     * @param name without escapes
     * @param written with escapes
     */
    private String renamed(String name, String written) {
        String other = fields.apply(name);
        return other.endsWith(name)
                ? escaped(other.substring(0, other.length() - name.length())) + written
                : escaped(other);
    }

    // Escapes every character that the syntax could interpret.
    private static String escaped(String name) {
        StringBuilder out = new StringBuilder(name.length() + 8);
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean plain = Character.isLetterOrDigit(c) || c == '_' || c == '.' || c > 0x7f;
            out.append(plain ? "" : "\\").append(c);
        }
        return out.toString();
    }
}
