package io.sluice.filters.tenant.body;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonKind;
import io.sluice.filters.search.NamePatterns;
import io.sluice.filters.search.NumberText;
import io.sluice.filters.search.SearchBounds;
import io.sluice.filters.search.SearchWork;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.names.FuzzyText;
import io.sluice.filters.tenant.names.Wildcards;
import org.jspecify.annotations.Nullable;

/** Judges the words, texts and regular expressions of searches. For one exchange. */
final class SearchWords {
    /** No word of an index has more bytes. */
    private static final int LONGEST_WORD = 32_766;

    private static final String LONG = "no document has such a word, and an automaton for it fills the heap of a node";
    private static final String WILD =
            "an automaton for more than " + SearchBounds.MOST_WILDCARDS + " wildcards fills the heap of a node";
    private static final String NO_TILDES = "FUZZY also needs PHRASE and ESCAPE";
    /** Why no field of a tenant's may be called so where it would count before a server's, or before the gateway's. */
    static final String OF_SERVERS = "such names are those of servers' own fields";

    private static final String MUCH = "a server compares or spreads all of them, so there must be " + SearchWork.BOUND;

    private final SearchWork work = new SearchWork();
    private final Expressions expressions = new Expressions();
    private final ExplainedHits explained = new ExplainedHits();

    /** The next search of a request begins; regular expressions count in all of them together. */
    void clear() {
        work.clear();
        explained.clear();
    }

    /** Why a value is denied; null if it is not. */
    @Nullable String problem(Reference kind, JsonCursor at) {
        if (kind == Reference.EXPRESSION) {
            return expressions.problem(at);
        }
        if (at.isOversized()) {
            return LONG;
        }
        String text = at.text();
        return switch (kind) {
            case WORD -> problem(text, work.takesWord(text.length()));
            case FUZZY_WORD -> problem(text, work.takes(text.length()) && work.spreads());
            case SHARED_TEXT -> problem(text, work.shares(text.length()));
            case HITS -> at.nameIs("explain") ? explained.explains(text) : size(text);
            case PATTERN -> Wildcards.areManyInWord(text) ? WILD : problem(text, work.takesWord(text.length()));
            case MATCHED -> NumberText.isEndless(text) ? NumberText.WHY : much(work.takes(text.length()));
            case SPREADS -> much(isOff(text) || work.spreads());
            // The high-level client of Elasticsearch 7 says -1, which is ALL.
            case SYNTAX ->
                text.equals("-1") || at.kind() == JsonKind.STRING && FuzzyText.isFoundWith(text) ? null : NO_TILDES;
            default -> throw new IllegalArgumentException(kind + " is no word");
        };
    }

    /** Why a name of the client's own is denied; null if it is not. */
    @Nullable String problem(Reference kind, String name) {
        return switch (kind) {
            case SUGGESTION -> much(work.suggests());
            case REPEATED -> SearchBounds.REPEATED.within().test(name) ? null : SearchBounds.WHY_REPEATED;
            case COMPUTED_FIELD -> name.startsWith("_") ? OF_SERVERS : problem(Reference.FIELD, name);
            case FIELD -> NamePatterns.isDear(name) ? NamePatterns.WHY : deep(name);
            case PART -> deep(name);
            default -> null;
        };
    }

    private @Nullable String size(String text) {
        return NumberText.isEndless(text) ? NumberText.WHY : explained.size(text);
    }

    /** Notes what the URL of a search says of its hits; why it is denied, null if it is not. */
    @Nullable String problemOfUrl(@Nullable String size, @Nullable String explains) {
        String problem = size == null ? null : explained.size(size);
        return problem != null || explains == null ? problem : explained.explains(explains);
    }

    private static @Nullable String deep(String name) {
        return NamePatterns.isDeep(name) ? NamePatterns.WHY_DEEP : null;
    }

    /**
     * Why a text in a language of its own is denied; null if it is not.
     *
     * @param several whether the request is for several indices with fields of different names
     */
    @Nullable String problem(Reference kind, String query, boolean several) {
        String problem = QueryTexts.problem(kind, query, several, expressions);
        boolean few = work.takesSyntax(query) && (!FuzzyText.mayStandIn(query) || work.spreads());
        return problem == null ? much(few) : problem;
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
