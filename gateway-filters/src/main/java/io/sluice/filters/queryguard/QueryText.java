package io.sluice.filters.queryguard;

import io.sluice.filters.search.LuceneEscape;

/**
 * Finds what is costly in the text of a query. A {@code query_string} and {@code ?q=} are cut into tokens as Lucene's {@code QueryParser.jj}
 * cuts them; what a server would refuse may be read in any way. Of a {@code simple_query_string} everything counts that some of its flags
 * could make an operator.
 */
final class QueryText {

    /** What {@link #shortest} is where there is no prefix. */
    static final int NO_PREFIX = Integer.MAX_VALUE;

    private static final String SPACES = " \t\n\r\u3000";
    private static final String ENDS_TERM = SPACES + "!():^[]\"{}~/";
    private static final String ENDS_SIMPLE = " \t\n\r\f\u000b\u3000\"()+|~";

    private final String text;
    private int at;
    private boolean leadingWildcard;
    private boolean regexp;
    private boolean fuzzy;
    private int shortest = NO_PREFIX;
    private int terms;
    private int mostWildcards;

    private QueryText(String text) {
        this.text = text;
    }

    /** Reads a text in Lucene's syntax. */
    static QueryText classic(String text) {
        QueryText read = new QueryText(text);
        read.classic();
        return read;
    }

    /** Reads the text of a {@code simple_query_string}. */
    static QueryText simple(String text) {
        QueryText read = new QueryText(text);
        // The server cuts off no other spaces.
        if (!text.trim().equals("*")) {
            read.simple();
        }
        return read;
    }

    /** Reads the pattern of a {@code wildcard} query. */
    static QueryText pattern(String text) {
        QueryText read = new QueryText(text);
        read.wildcards(0, text.length(), false);
        return read;
    }

    /** The text itself. */
    String text() {
        return text;
    }

    boolean hasLeadingWildcard() {
        return leadingWildcard;
    }

    boolean hasRegexp() {
        return regexp;
    }

    boolean isFuzzy() {
        return fuzzy;
    }

    /** The number of characters of the shortest prefix; a wildcard's prefix ends before it. */
    int shortest() {
        return shortest;
    }

    /** The number of terms, phrases and ranges. */
    int terms() {
        return terms;
    }

    /** The most wildcards that one term has. */
    int mostWildcards() {
        return mostWildcards;
    }

    private void classic() {
        boolean quoted = false;
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean space = SPACES.indexOf(c) >= 0;
            switch (c) {
                case '"' -> {
                    terms++;
                    quoted();
                }
                case '/' -> {
                    terms++;
                    regexp = true;
                    at = longest('/', at);
                }
                case '[', '{' -> {
                    terms++;
                    range();
                }
                case '^' -> number();
                case '~' -> {
                    fuzzy |= !quoted;
                    behindTilde();
                }
                default -> {
                    if (ENDS_TERM.indexOf(c) < 0) {
                        term();
                    } else {
                        at++;
                    }
                }
            }
            quoted = c == '"' || quoted && space;
        }
    }

    // A backslash escapes the next character, as nowhere else but in terms.
    private void quoted() {
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at++;
    }

    /**
     * The end of the longest token between two delimiters, where one with a backslash before it may be either part or end; just behind the
     * first delimiter if no other follows.
     */
    private int longest(char delimiter, int from) {
        int end = from + 1;
        for (int i = from + 1; i < text.length(); i++) {
            if (text.charAt(i) == delimiter) {
                end = i + 1;
                if (text.charAt(i - 1) != '\\' || i - 1 == from) {
                    return end;
                }
            }
        }
        return end;
    }

    // In a range a bound in quotes is the longer one of two tokens, and a backslash escapes nothing.
    private void range() {
        at++;
        while (at < text.length() && text.charAt(at) != ']' && text.charAt(at) != '}') {
            char c = text.charAt(at);
            if (SPACES.indexOf(c) >= 0) {
                at++;
            } else {
                int plain = at;
                while (plain < text.length() && " ]}".indexOf(text.charAt(plain)) < 0) {
                    plain++;
                }
                at = c == '"' ? Math.max(plain, longest('"', at)) : plain;
            }
        }
        at++;
    }

    // How much of the text behind it belongs to the tilde differs between versions of Lucene; a wildcard may begin what
    // follows.
    private void behindTilde() {
        int start = ++at;
        skipTerm();
        if (at > start) {
            int before = shortest;
            shortest = NO_PREFIX;
            wildcards(start, at, true);
            leadingWildcard |= shortest != NO_PREFIX;
            shortest = shortest == NO_PREFIX ? before : 0;
        }
    }

    // A term may directly follow the number.
    private void number() {
        at++;
        digits();
        if (at + 1 < text.length() && text.charAt(at) == '.' && isDigit(at + 1)) {
            at++;
            digits();
        }
    }

    private void digits() {
        while (isDigit(at)) {
            at++;
        }
    }

    private boolean isDigit(int index) {
        return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }

    private void term() {
        while (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
            at++;
        }
        int start = at;
        skipTerm();
        if (at > start) {
            terms++;
            // Alone it stands for every document that has the field.
            if (at > start + 1 || text.charAt(start) != '*') {
                wildcards(start, at, true);
            }
        }
    }

    private void skipTerm() {
        while (at < text.length() && ENDS_TERM.indexOf(text.charAt(at)) < 0) {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at = Math.min(at, text.length());
    }

    private void wildcards(int from, int to, boolean inSyntax) {
        int length = 0;
        int found = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c == '*' || c == '?') {
                leadingWildcard |= i == from;
                shortest = Math.min(shortest, length);
                mostWildcards = Math.max(mostWildcards, ++found);
            }
            if (c == '\\') {
                i++;
                int code = inSyntax ? LuceneEscape.codeAt(text, i, to) : -1;
                i += code < 0 ? 0 : LuceneEscape.CODE_DIGITS;
                c = code >= 0 ? (char) code : i < to ? text.charAt(i) : c;
            }
            length += Character.isLowSurrogate(c) ? 0 : 1;
        }
    }

    private void simple() {
        boolean quoted = false;
        while (at < text.length()) {
            if (isSimpleEnd(at)) {
                // Behind a quotation mark it is the slop of a phrase.
                fuzzy |= text.charAt(at) == '~' && !quoted;
                quoted = text.charAt(at) == '"';
                at++;
                continue;
            }
            quoted = false;
            int start = at;
            boolean escaped = false;
            while (at < text.length() && (escaped || !isSimpleEnd(at))) {
                escaped = text.charAt(at) == '\\' && !escaped;
                at++;
            }
            terms++;
            simpleTerm(start, escaped);
        }
    }

    private void simpleTerm(int from, boolean open) {
        int start = from;
        while (start < at && text.charAt(start) == '-') {
            start++;
        }
        int escapes = 0;
        for (int i = start; i < at - 1; i++) {
            escapes += text.charAt(i) == '\\' ? 1 : 0;
        }
        boolean ends = at > start && text.charAt(at - 1) == '*' && !open;
        if (ends && !isEscaped(at - 1, start)) {
            shortest = Math.min(shortest, Math.max(0, text.codePointCount(start, at - 1) - escapes));
        }
    }

    private boolean isEscaped(int index, int start) {
        int escapes = 0;
        while (index - escapes > start && text.charAt(index - 1 - escapes) == '\\') {
            escapes++;
        }
        return escapes % 2 == 1;
    }

    private boolean isSimpleEnd(int index) {
        return ENDS_SIMPLE.indexOf(text.charAt(index)) >= 0;
    }

    /** The number of letters and digits at the end of a text, which an analyzer may take for its last word. */
    static int lastWord(String text) {
        int end = text.length();
        while (end > 0 && !Character.isLetterOrDigit(text.codePointBefore(end))) {
            end -= Character.charCount(text.codePointBefore(end));
        }
        int length = 0;
        while (end > 0 && Character.isLetterOrDigit(text.codePointBefore(end))) {
            end -= Character.charCount(text.codePointBefore(end));
            length++;
        }
        return length;
    }
}
