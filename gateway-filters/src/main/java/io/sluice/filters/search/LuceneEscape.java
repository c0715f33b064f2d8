package io.sluice.filters.search;

/** Escapes of characters by their code in Lucene's syntax, as its {@code QueryParserBase} reads them. Stateless. */
public final class LuceneEscape {

    /** The digits of a code. */
    public static final int CODE_DIGITS = 4;

    private static final int HEX = 16;

    private LuceneEscape() {}

    /**
     * The character that Lucene reads from a {@code u} and four digits behind a backslash; -1 if there is none.
     *
     * @param index where the {@code u} would be
     * @param to where the text ends
     */
    public static int codeAt(String text, int index, int to) {
        int end = index + 1 + CODE_DIGITS;
        if (end > to || text.charAt(index) != 'u') {
            return -1;
        }
        int code = 0;
        for (int i = index + 1; i < end; i++) {
            int digit = Character.digit(text.charAt(i), HEX);
            if (digit < 0) {
                return -1;
            }
            code = code * HEX + digit;
        }
        return code;
    }
}
