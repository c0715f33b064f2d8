package io.sluice.filters.search;

/**
 * The characters of one search of which a server makes automata that take other spellings, too: of fuzzy words, and of words whose case does
 * not matter. One of 30,000 characters ended nodes of Elasticsearch 7.17, and 20 of 2,000 kept a thread of it for 20 seconds, of OpenSearch
 * 2.19 for 40. Which words an analyzer makes of a text is not known here, so all of it counts.
 */
public final class Automata {
    /** The most characters of a search. */
    public static final int MOST = 5000;

    /** The bound for people. */
    public static final String BOUND = "at most " + MOST + " characters in fuzzy texts and words together";

    private static final int SHORT = 256;

    private long characters;
    private boolean spread;

    /** Forgets what was added. */
    public void clear() {
        characters = 0;
        spread = false;
    }

    /** Adds a text that may be spread; whether the search is still within the bound. */
    public boolean takes(int length) {
        characters += length;
        return isWithin();
    }

    /** Adds a single word, of which there may be many that are spread by nothing else than their case: a short one does not count. */
    public boolean takesWord(int length) {
        return length <= SHORT || takes(length);
    }

    /** Something of the search is spread; whether it is still within the bound. */
    public boolean spreads() {
        spread = true;
        return isWithin();
    }

    private boolean isWithin() {
        return !spread || characters <= MOST;
    }
}
