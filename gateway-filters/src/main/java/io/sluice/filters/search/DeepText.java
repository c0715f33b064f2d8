package io.sluice.filters.search;

/**
 * Texts for whose parentheses a server's parser calls itself: a node ends whose stack is used up. Stateless.
 */
public final class DeepText {
    private static final int MOST_PARENTHESES = 1000;
    private static final int MOST_WITHIN = 100;
    private static final int MOST_NESTED = 200;
    private static final int MOST_LEVELS = 10;
    private static final int LONGEST_SHAPE = 65_536;

    /** In a text with one of these, a closing parenthesis may be a part of a word, a range or an expression. */
    private static final String HIDING = "\\/[{";

    /**
     * The text of a query, in Lucene's syntax or the simple one. Search threads of Elasticsearch 7.17 and
     * OpenSearch 2.19 used up their stack with 800 parentheses within each other, or with 900 changes between
     * operators of the simple syntax, each of which is a query around all before it. They have room for 600 and
     * 700, of which the queries around the text take a part. The time grows with the third power: {@code -(a|} 200
     * times took OpenSearch 12 s in two fields, 100 times 1.4 s.
     */
    public static final Bound QUERY = new Bound(
            DeepText::isQuery,
            "text with at most " + MOST_PARENTHESES + " opening parentheses, " + MOST_WITHIN
                    + " within each other, and " + MOST_NESTED
                    + " changes between [+], [|] and words without either, where a level of parentheses counts as 2");

    /** A shape as well-known text. OpenSearch 2.19 ends with 10,000 collections within each other. */
    public static final Bound SHAPE = new Bound(
            DeepText::isShape, "text with at most " + MOST_LEVELS + " levels and " + LONGEST_SHAPE + " characters");

    private DeepText() {}

    private static boolean isShape(String text) {
        return text.length() <= LONGEST_SHAPE && levels(text) <= MOST_LEVELS;
    }

    private static boolean isQuery(String text) {
        long parentheses = SearchBounds.count(text, '(');
        if (parentheses > MOST_PARENTHESES) {
            return false;
        }
        boolean hides = SearchBounds.count(text, '"') % 2 == 1 || text.chars().anyMatch(c -> HIDING.indexOf(c) >= 0);
        long within = hides ? parentheses : levels(text);
        return within <= MOST_WITHIN && 2 * within + changes(text) <= MOST_NESTED;
    }

    // A parenthesis within quotes may be one or not: an opening one counts, a closing one does not.
    private static int levels(String text) {
        int level = 0;
        int most = 0;
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            quoted ^= c == '"';
            if (c == '(') {
                level++;
                most = Math.max(most, level);
            } else if (c == ')' && !quoted && level > 0) {
                level--;
            }
        }
        return most;
    }

    // All signs count, and each word without one before it. Which of them a server takes for operators depends on flags
    // and on what it leaves out.
    private static int changes(String text) {
        int changes = 0;
        char last = ' ';
        char before = ' ';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c)) {
                before = isSign(before) ? before : ' ';
                continue;
            }
            boolean begins = isSign(c) || isSign(before) || before == ' ' || isBracket(before);
            char operator = isSign(c) ? c : isSign(before) ? before : ' ';
            if (begins && !isBracket(c) && operator != last) {
                changes++;
                last = operator;
            }
            before = c;
        }
        return changes;
    }

    private static boolean isSign(char c) {
        return c == '+' || c == '|';
    }

    private static boolean isBracket(char c) {
        return c == '(' || c == ')' || c == '"';
    }
}
