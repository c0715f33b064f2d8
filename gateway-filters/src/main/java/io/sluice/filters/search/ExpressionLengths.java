package io.sluice.filters.search;

/**
 * How long the regular expressions of a search are. Servers bound those of a {@code regexp} query to 1,000 characters each, but Elasticsearch 8.19
 * none in {@code include} and {@code exclude}, and OpenSearch 2.19 none in {@code intervals}: the time that an automaton takes grows with more than
 * the length, 0.4 s for 32,000 characters, and 60 of these kept a node from everybody. On one thread at a time.
 */
public final class ExpressionLengths {
    private static final int MOST_OF_ONE = 1000;
    private static final int MOST = 20_000;

    /** The bound for people. */
    public static final String BOUND =
            "at most " + MOST_OF_ONE + " characters in a regular expression, and " + MOST + " in all together";

    /** Why more are not sent. */
    public static final String WHY = "a server makes an automaton of each character, so there must be " + BOUND;

    private int characters;

    /** Adds one; whether all are still within the bound. */
    public boolean takes(int length) {
        characters = Math.min(MOST + 1, characters + Math.min(MOST + 1, length));
        return length <= MOST_OF_ONE && characters <= MOST;
    }
}
