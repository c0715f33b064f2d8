package io.sluice.filters.tenant.names;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The words of a text for people, among which names of indices may be. */
public final class Words {

    private Words() {}

    /**
     * A text with other names in it.
     *
     * @param name gives the other name for a word that is one; null for any other word
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
        // A sentence ends with a full stop right behind a name.
        String cut = bare.endsWith(".") ? name.apply(bare.substring(0, bare.length() - 1)) : null;
        return cut == null ? word : sign + cut + ".";
    }

    private static boolean isNamePart(char c) {
        return c > ' ' && c != ',' && c != '[' && c != ']' && c != '(' && c != ')' && c != '\'' && c != '"' && c != '/'
                && c != ':' && c != ';' && c != '=' && c != '<' && c != '>' && c != '{' && c != '}';
    }
}
