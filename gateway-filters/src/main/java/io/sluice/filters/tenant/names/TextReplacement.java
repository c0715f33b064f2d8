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
                if (i < text.length()) {
                    out.append(text.charAt(i));
                }
                start = i + 1;
            }
        }
        return out.toString();
    }

    /** A text without a prefix wherever it begins a word. */
    static String without(String prefix, String text) {
        int at = text.indexOf(prefix);
        if (at < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int from = 0;
        for (; at >= 0; at = text.indexOf(prefix, at + 1)) {
            if (beginsWord(text, at)) {
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
