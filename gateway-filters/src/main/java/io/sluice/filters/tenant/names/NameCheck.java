package io.sluice.filters.tenant.names;

import io.sluice.filters.search.NamePatterns;
import org.jspecify.annotations.Nullable;

/** Checks the form of an index name before a prefix or suffix is added. */
final class NameCheck {

    private static final String FORBIDDEN = "\\/?\"<>|#:{},";
    private static final String DATE_MATH = "._-{}/+|";

    private NameCheck() {}

    /** The problem of a name or wildcard; null if valid. */
    static @Nullable String problem(String name) {
        if (NamePatterns.isDear(name)) {
            return NamePatterns.WHY;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c > '~' && NamePatterns.isHalfPair(name, i)) {
                return "an index must not have half a surrogate pair";
            }
            if (!isLetterOrDigit(c) && (c <= ' ' || FORBIDDEN.indexOf(c) >= 0 || Character.isISOControl(c))) {
                return "an index must not have a character "
                        + (c <= ' ' || c > '~' ? "U+%04X".formatted((int) c) : "'" + c + "'");
            }
        }
        return null;
    }

    /**
     * Whether the text between {@code <} and {@code >} is self-contained date math: braces match, and nothing is quoted
     * or escaped, so that it cannot swallow an added prefix or suffix.
     */
    static boolean isDateMath(String inner) {
        int depth = 0;
        for (int i = 0; i < inner.length(); i++) {
            char c = inner.charAt(i);
            boolean known = isLetterOrDigit(c) || DATE_MATH.indexOf(c) >= 0;
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (!known || depth < 0 || depth > 2 || depth == 0 && (c == '/' || c == '|' || c == '+')) {
                return false;
            }
        }
        return depth == 0;
    }

    private static boolean isLetterOrDigit(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }
}
