package io.sluice.filters.search;

/**
 * Numbers that stand in texts. To make a whole number of {@code "1e-600000000"}, Elasticsearch and OpenSearch divide by a power of ten with
 * as many digits, which keeps a thread for minutes; four such searches kept all threads of a node of Elasticsearch 8.19. OpenSearch
 * multiplies likewise. Stateless.
 */
public final class NumberText {

    /** Why such a text is not sent. */
    public static final String WHY = "a server computes as many digits as the exponent of a number in a text says";

    /** The least number of digits of a negative exponent that matters: no double has more than three. */
    private static final int LONG_EXPONENT = 4;
    /** The same of a positive one, where only OpenSearch computes; a word of an identifier may look like a shorter one. */
    private static final int LONG_POSITIVE_EXPONENT = 7;

    private NumberText() {}

    /** Whether a text is such a number. */
    public static boolean isEndless(String text) {
        int e = Math.max(text.lastIndexOf('e'), text.lastIndexOf('E'));
        return e > 0 && endOfExponent(text, e) == text.length() && beginOfNumber(text, e) == 0;
    }

    /** Whether such a number stands among the words of a text in Lucene's syntax, written with escapes or without. */
    public static boolean areEndlessIn(String syntax) {
        String text = syntax.indexOf('\\') < 0 ? syntax : unescaped(syntax);
        for (int e = 1; e < text.length(); e++) {
            char c = text.charAt(e);
            if (c == 'e' || c == 'E') {
                int end = endOfExponent(text, e);
                int begin = end < 0 ? -1 : beginOfNumber(text, e);
                boolean alone = begin >= 0
                        && (begin == 0 || !isPartOfWord(text.charAt(begin - 1)))
                        && (end == text.length() || !isPartOfWord(text.charAt(end)));
                if (alone) {
                    return true;
                }
            }
        }
        return false;
    }

    // Behind the digits; -1 if there are few.
    private static int endOfExponent(String text, int e) {
        char sign = e + 1 < text.length() ? text.charAt(e + 1) : ' ';
        int end = sign == '-' || sign == '+' ? e + 2 : e + 1;
        int digits = end;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return end - digits < (sign == '-' ? LONG_EXPONENT : LONG_POSITIVE_EXPONENT) ? -1 : end;
    }

    // At the sign, if there is one; -1 if there is no digit before the exponent.
    private static int beginOfNumber(String text, int e) {
        int begin = e;
        boolean digit = false;
        while (begin > 0 && (Character.isDigit(text.charAt(begin - 1)) || text.charAt(begin - 1) == '.')) {
            begin--;
            digit |= text.charAt(begin) != '.';
        }
        boolean signed = begin > 0 && (text.charAt(begin - 1) == '-' || text.charAt(begin - 1) == '+');
        return !digit ? -1 : signed ? begin - 1 : begin;
    }

    private static boolean isPartOfWord(char c) {
        return Character.isLetterOrDigit(c) || c == '.' || c == '_' || c == '-';
    }

    private static String unescaped(String syntax) {
        StringBuilder out = new StringBuilder(syntax.length());
        int i = 0;
        while (i < syntax.length()) {
            if (syntax.charAt(i) == '\\' && i + 1 < syntax.length()) {
                i++;
            }
            boolean escaped = i > 0 && syntax.charAt(i - 1) == '\\';
            int code = escaped ? LuceneEscape.codeAt(syntax, i, syntax.length()) : -1;
            out.append(code < 0 ? syntax.charAt(i) : (char) code);
            i += code < 0 ? 1 : 1 + LuceneEscape.CODE_DIGITS;
        }
        return out.toString();
    }
}
