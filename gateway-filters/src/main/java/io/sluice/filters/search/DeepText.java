package io.sluice.filters.search;

/**
 * Texts for whose parentheses a server's parser calls itself: a node ends whose stack is used up. Stateless.
 */
public final class DeepText {
    private static final int MOST_PARENTHESES = 1000;
    private static final int MOST_LEVELS = 10;

    /**
     * The text of a query, in Lucene's syntax or the simple one. Elasticsearch 7.17 ends with 5,000 parentheses within each other. Closing ones do
     * not count: they may stand in a phrase.
     */
    public static final Bound QUERY = new Bound(
            text -> SearchBounds.count(text, '(') <= MOST_PARENTHESES,
            "text with at most " + MOST_PARENTHESES + " opening parentheses");

    /** A shape as well-known text. OpenSearch 2.19 ends with 10,000 collections within each other. */
    public static final Bound SHAPE = new Bound(DeepText::isShape, "text with at most " + MOST_LEVELS + " levels");

    private DeepText() {}

    private static boolean isShape(String text) {
        int level = 0;
        int most = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            level += c == '(' ? 1 : c == ')' ? -1 : 0;
            most = Math.max(most, level);
        }
        return most <= MOST_LEVELS;
    }
}
