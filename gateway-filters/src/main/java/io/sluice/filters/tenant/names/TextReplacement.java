package io.sluice.filters.tenant.names;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Replaces words in human-readable texts, such as index names. */
public final class TextReplacement {

    private TextReplacement() {}

    /**
     * Replaces names in a text.
     *
     * @param name returns the replacement of a word that is a name; null for any other word
     */
    public static String named(String text, Function<String, @Nullable String> name) {
        StringBuilder out = new StringBuilder(text.length());
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || !isNamePart(text.charAt(i))) {
                out.append(word(text.substring(start, i), name));
                int end = dateMathEnd(text, i);
                String dateMath = end < 0 ? null : name.apply(text.substring(i, end));
                if (dateMath != null) {
                    out.append(dateMath);
                    i = end - 1;
                } else if (i < text.length()) {
                    out.append(text.charAt(i));
                }
                start = i + 1;
            }
        }
        return out.toString();
    }

    /** Where date math that begins here ends, as {@code <logs-{now}>}; -1 if none does. */
    private static int dateMathEnd(String text, int from) {
        if (from == text.length() || text.charAt(from) != '<') {
            return -1;
        }
        int at = from + 1;
        while (at < text.length() && text.charAt(at) > ' ' && text.charAt(at) != '<' && text.charAt(at) != '>') {
            at++;
        }
        return at < text.length() && text.charAt(at) == '>' ? at + 1 : -1;
    }

    /** A text with another in place of a part, wherever that stands. */
    public static String replaced(String text, String part, String by) {
        StringBuilder out = new StringBuilder(text.length());
        int from = 0;
        for (int at = indexOf(text, part, 0); at >= 0; at = indexOf(text, part, from)) {
            out.append(text, from, at).append(by);
            from = at + part.length();
        }
        return out.append(text, from, text.length()).toString();
    }

    /** Whether a text has a part, which is not empty. */
    public static boolean has(String text, String part) {
        return indexOf(text, part, 0) >= 0;
    }

    /**
     * Where a part stands next; -1 if nowhere. Tenants may choose both: {@link String#indexOf(String)} takes the product of their lengths, this
     * the sum. By Knuth, Morris and Pratt, Fast pattern matching in strings (SIAM Journal on Computing 6, 1977).
     */
    private static int indexOf(String text, String part, int from) {
        if (text.length() - from < part.length()) {
            return -1;
        }
        int[] shorter = shorter(part);
        int same = 0;
        for (int at = from; at < text.length(); at++) {
            same = longer(same, part, shorter, text.charAt(at));
            if (same == part.length()) {
                return at + 1 - same;
            }
        }
        return -1;
    }

    /** For each beginning of a part, the length of the longest shorter one that it ends with. */
    private static int[] shorter(String part) {
        int[] shorter = new int[part.length() + 1];
        int same = 0;
        for (int i = 1; i < part.length(); i++) {
            same = longer(same, part, shorter, part.charAt(i));
            shorter[i + 1] = same;
        }
        return shorter;
    }

    private static int longer(int length, String part, int[] shorter, char next) {
        int same = length;
        while (same > 0 && part.charAt(same) != next) {
            same = shorter[same];
        }
        return part.charAt(same) == next ? same + 1 : same;
    }

    /** A text without a prefix wherever it begins a word; a full stop separates words. */
    static String without(String prefix, String text) {
        return without(prefix, text, false);
    }

    /** A text without a prefix wherever it begins a path of names that full stops separate, of which it is the first name. */
    static String withoutFirstPart(String prefix, String text) {
        return without(prefix, text, true);
    }

    private static String without(String prefix, String text, boolean ofPath) {
        int at = indexOf(text, prefix, 0);
        if (at < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int from = 0;
        for (; at >= 0; at = indexOf(text, prefix, at + 1)) {
            if (beginsWord(text, at) && !(ofPath && at > 0 && text.charAt(at - 1) == '.')) {
                out.append(text, from, at);
                from = at + prefix.length();
            }
        }
        return out.append(text, from, text.length()).toString();
    }

    // Index names may contain hyphens; before a name, a hyphen means exclusion.
    private static boolean beginsWord(String text, int at) {
        if (at == 0 || !isLetter(text.charAt(at - 1))) {
            return true;
        }
        return text.charAt(at - 1) == '-' && (at == 1 || text.charAt(at - 2) == ' ' || text.charAt(at - 2) == '(');
    }

    private static boolean isLetter(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-';
    }

    private static String word(String word, Function<String, @Nullable String> name) {
        if (word.isEmpty()) {
            return word;
        }
        String sign = word.startsWith("-") ? "-" : "";
        String bare = word.substring(sign.length());
        String other = name.apply(bare);
        if (other != null) {
            return sign + other;
        }
        // The full stop of a sentence may follow a name.
        String cut = bare.endsWith(".") ? name.apply(bare.substring(0, bare.length() - 1)) : null;
        return cut == null ? word : sign + cut + ".";
    }

    private static boolean isNamePart(char c) {
        return c > ' ' && c != ',' && c != '[' && c != ']' && c != '(' && c != ')' && c != '\'' && c != '"' && c != '/'
                && c != ':' && c != ';' && c != '=' && c != '<' && c != '>' && c != '{' && c != '}';
    }
}
