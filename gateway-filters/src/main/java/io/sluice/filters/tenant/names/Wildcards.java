package io.sluice.filters.tenant.names;

import io.sluice.filters.search.NamePatterns;
import io.sluice.filters.search.SearchBounds;

/** Bounds the wildcards in words and in the fields of texts, and the names in one list. */
public final class Wildcards {

    /**
     * Names in one list of parts of documents: Elasticsearch makes one automaton of all of them for each request, in a time that grows with the
     * square of their number and faster (7.17: 0.4 s for 1,000, 18 s for 7,000).
     */
    public static final int MOST_NAMES = 250;

    /** Characters of one list of names in a URL, twice what servers take as a whole URL unless they are told otherwise. */
    private static final int MOST_CHARACTERS = 8192;

    /** Why a list of names is not sent. */
    public static final String WHY_FEW_NAMES =
            "a list must not have more than " + MOST_NAMES + " names of parts of documents";

    private Wildcards() {}

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
        return areMore(list, MOST_NAMES);
    }

    /** Whether a list has more names than that. */
    public static boolean areMore(String list, int most) {
        return list.chars().filter(c -> c == ',').limit(most).count() >= most;
    }

    /** Whether a list in a URL has more names than are sent, or more characters. */
    public static boolean isLongList(String list) {
        return list.length() > MOST_CHARACTERS || areManyNames(list);
    }

    /** Whether the names of fields have more wildcards than are sent, in a text in Lucene's syntax. */
    static boolean areManyInFields(String text) {
        if (text.indexOf('*') < 0) {
            return false;
        }
        boolean[] found = {false};
        QueryText.withFields(text, name -> {
            found[0] |= NamePatterns.isDear(name);
            return name;
        });
        return found[0];
    }
}
