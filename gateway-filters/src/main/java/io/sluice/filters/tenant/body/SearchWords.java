package io.sluice.filters.tenant.body;

import io.sluice.api.JsonCursor;
import io.sluice.filters.search.NumberText;
import io.sluice.filters.search.SearchBounds;
import io.sluice.filters.search.SearchWork;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.names.FuzzyText;
import io.sluice.filters.tenant.names.Wildcards;
import org.jspecify.annotations.Nullable;

/** Judges the words and texts of one search. For one exchange. */
final class SearchWords {
    /** No word of an index has more bytes. */
    private static final int LONGEST_WORD = 32_766;

    private static final String LONG = "no document has such a word, and an automaton for it fills the heap of a node";
    private static final String WILD =
            "an automaton for more than " + SearchBounds.MOST_WILDCARDS + " wildcards fills the heap of a node";
    private static final String MUCH = "a server makes an automaton of each, so a search must have " + SearchWork.BOUND;

    private final SearchWork work = new SearchWork();

    /** The next search of a request begins. */
    void clear() {
        work.clear();
    }

    /** Why a value is denied; null if it is not. */
    @Nullable String problem(Reference kind, JsonCursor at) {
        if (at.isOversized()) {
            return LONG;
        }
        String text = at.text();
        return switch (kind) {
            case WORD -> problem(text, work.takesWord(text.length()));
            case FUZZY_WORD -> problem(text, work.takes(text.length()) && work.spreads());
            case PATTERN -> Wildcards.areManyInWord(text) ? WILD : problem(text, work.takesWord(text.length()));
            case MATCHED -> NumberText.isEndless(text) ? NumberText.WHY : much(work.takes(text.length()));
            case SPREADS -> much(isOff(text) || work.spreads());
            default -> throw new IllegalArgumentException(kind + " is no word");
        };
    }

    /** Why a text in a language that has fuzzy words is denied; null if it is not. */
    @Nullable String problem(String query) {
        return much(work.takes(query.length()) && (!FuzzyText.mayStandIn(query) || work.spreads()));
    }

    private static @Nullable String problem(String word, boolean few) {
        if (word.length() > LONGEST_WORD) {
            return LONG;
        }
        return NumberText.isEndless(word) ? NumberText.WHY : much(few);
    }

    private static @Nullable String much(boolean few) {
        return few ? null : MUCH;
    }

    private static boolean isOff(String text) {
        return text.equals("0") || text.equals("false") || text.equals("null");
    }
}
