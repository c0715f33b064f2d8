package io.sluice.filters.search;

/**
 * How much text one search has a server work on. It makes automata of fuzzy words and of words whose case does not matter: one of 30,000
 * characters ended nodes of Elasticsearch 7.17, and 20 of 2,000 kept a thread of it for 20 seconds, of OpenSearch 2.19 for 40. Each
 * fuzzy word stands for 50 of the index, or for as many as the search says, and Elasticsearch 7.17 keeps 5 KB for each where all must match. A phrase of 16,000
 * words takes a second to compare, and 40 of them kept a thread for minutes. Which words an analyzer makes of a text is not known here, so all of
 * it counts. On one thread at a time.
 */
public final class SearchWork {
    /** The most characters where words are spread. */
    public static final int MOST_SPREAD = 2000;

    private static final int MOST_TEXT = 65_536;
    private static final int SHORT = 256;
    private static final int MOST_WILD = 250;

    /** The bound for people. */
    public static final String BOUND = "at most " + MOST_TEXT + " characters in the texts of a search together, and "
            + MOST_SPREAD + " where words are fuzzy or of any case, and at most " + MOST_WILD
            + " wildcards and slashes in those with a syntax";

    private int texts;
    private int words;
    private int shared;
    private int suggestions;
    private int wild;
    private boolean spread;

    /** The next search begins. */
    public void clear() {
        texts = 0;
        words = 0;
        shared = 0;
        suggestions = 0;
        wild = 0;
        spread = false;
    }

    /** Adds the characters of a text whose words are looked for; whether the search is still within the bound. */
    public boolean takes(int length) {
        texts = sum(texts, length);
        return isWithin();
    }

    /**
     * Adds a text with a syntax of its own. For each word with a wildcard in it, and each regular expression, which stands between slashes, a
     * server goes through the words of an index.
     */
    public boolean takesSyntax(String text) {
        long more = SearchBounds.count(text, '*') + SearchBounds.count(text, '?') + SearchBounds.count(text, '/');
        wild = sum(wild, Math.toIntExact(more));
        return takes(text.length());
    }

    /** Adds those of one word. There may be many that are spread by their case at most: a short one does not count. */
    public boolean takesWord(int length) {
        words = length <= SHORT ? words : sum(words, length);
        return isWithin();
    }

    /** Adds those of a text that suggestions share, each of which counts as one without a text of its own. */
    public boolean shares(int length) {
        shared = sum(shared, length);
        return spreads();
    }

    /** Adds a suggestion. */
    public boolean suggests() {
        suggestions++;
        return isWithin();
    }

    /** Something of the search is spread; whether it is still within the bound. */
    public boolean spreads() {
        spread = true;
        return isWithin();
    }

    // Does not overflow, and what is beyond the bound stays so.
    private static int sum(int some, int more) {
        return Math.min(MOST_TEXT + 1, some + Math.min(MOST_TEXT + 1, more));
    }

    private boolean isWithin() {
        long all = texts + (long) shared * Math.max(1, suggestions);
        return all <= MOST_TEXT && wild <= MOST_WILD && (!spread || all + words <= MOST_SPREAD);
    }
}
