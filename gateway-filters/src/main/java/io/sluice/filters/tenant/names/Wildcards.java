package io.sluice.filters.tenant.names;

import io.sluice.filters.search.SearchBounds;

/**
 * Bounds the wildcards in one name, and names in one list. Elasticsearch compares names by trying all places for each of them
 * ({@code Regex.simpleMatch}): the time is the name's length to the power of their number, on the threads that serve everybody.
 */
public final class Wildcards {

    /** Why a name is not sent. */
    public static final String WHY = "a name must not have more than 3 wildcards";

    /**
     * Names in one list of parts of documents: Elasticsearch makes one automaton of all of them for each request, in a time that grows with the
     * square of their number and faster (7.17: 0.4 s for 1,000, 18 s for 7,000).
     */
    public static final int MOST_NAMES = 250;

    /** Why a list of names is not sent. */
    public static final String WHY_FEW_NAMES =
            "a list must not have more than " + MOST_NAMES + " names of parts of documents";

    private static final int MOST = 3;

    private Wildcards() {}

    /** Whether a name has more than are sent; several that follow each other are one. */
    public static boolean areMany(String name) {
        int found = 0;
        for (int i = name.indexOf('*'); i >= 0 && found <= MOST; i = name.indexOf('*', i + 1)) {
            found += i == 0 || name.charAt(i - 1) != '*' ? 1 : 0;
        }
        return found > MOST;
    }

    /** Whether a word has more than are sent; an escaped one counts. */
    public static boolean areManyInWord(String word) {
        return word.chars()
                        .filter(c -> c == '*' || c == '?')
                        .limit(SearchBounds.MOST_WILDCARDS + 1L)
                        .count()
                > SearchBounds.MOST_WILDCARDS;
    }

    /** Whether a list with commas has more names than are sent. */
    public static boolean areManyNames(String list) {
        return list.chars().filter(c -> c == ',').limit(MOST_NAMES).count() >= MOST_NAMES;
    }

    /** The same for the names of fields in a text in Lucene's syntax. */
    static boolean areManyInFields(String text) {
        if (!areMany(text)) {
            return false;
        }
        boolean[] found = {false};
        QueryText.withFields(text, name -> {
            found[0] |= areMany(name);
            return name;
        });
        return found[0];
    }
}
