package io.sluice.filters.tenant.body;

import static io.sluice.filters.tenant.body.Vocabulary.FIELD;
import static io.sluice.filters.tenant.body.Vocabulary.REPEATED;
import static io.sluice.filters.tenant.body.Vocabulary.object;

import io.sluice.filters.search.SearchBounds;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.grammar.Tally;
import io.sluice.filters.tenant.names.JavaPattern;

/** Grammar of the suggestions that a search asks for. Stateless. */
final class SuggestGrammar {

    private static final Rule SUGGESTED_TEXT = Rule.to(Reference.FUZZY_WORD);
    private static final String ROOM = "a server makes room for so many suggestions, and a node ends for all tenants";
    private static final Rule SUGGESTED = Rule.within(SearchBounds.SUGGESTIONS, ROOM);
    private static final Rule COMPLETED = Rule.within(SearchBounds.COMPLETIONS, ROOM);
    private static final int MOST_SUGGESTIONS = 100;
    private static final Tally SUGGESTIONS = new Tally(
            MOST_SUGGESTIONS,
            10 * MOST_SUGGESTIONS,
            "a search must not have more than " + MOST_SUGGESTIONS + " suggestions");
    private static final int MOST_GENERATORS = 10;
    private static final String WAYS = "a server tries all ways to correct a text, and nothing ends it";

    private static final Tally PHRASES = new Tally(
            SearchBounds.MOST_PHRASES,
            SearchBounds.MOST_PHRASES_TOGETHER,
            WAYS + "; a search must not have more than " + SearchBounds.MOST_PHRASES
                    + " phrases, and a request not more than " + SearchBounds.MOST_PHRASES_TOGETHER);

    private SuggestGrammar() {}

    /** The suggestions of a search. */
    static ObjectRule suggest() {
        ObjectRule generator = object(FIELD, "field")
                .key(SUGGESTED, "size", "max_inspections")
                .key(Rule.SCALAR, "suggest_mode", "max_edits", "prefix_length", "min_word_length")
                .key(Rule.SCALAR, "min_doc_freq", "max_term_freq", "pre_filter", "post_filter")
                .key(Rule.SCALAR, "analyzer", "sort", "string_distance", "accuracy", "lowercase_terms");
        ObjectRule term = generator
                .copy()
                .key(SUGGESTED, "shard_size")
                .key(SUGGESTED_TEXT, "text")
                .key(Rule.SCALAR, "unigram_similarity");
        ObjectRule phrase = object(new Rule.Tallied(FIELD, PHRASES), "field")
                .key(Rule.SCALAR, "gram_size", "real_word_error_likelihood", "confidence", "separator")
                .key(Rule.within(SearchBounds.ERRORS, WAYS), "max_errors")
                .key(Rule.within(SearchBounds.CORRECTIONS, WAYS), "size", "shard_size")
                .key(Rule.within(SearchBounds.WORDS_OF_PHRASE, WAYS), "token_limit")
                .key(SUGGESTED_TEXT, "text")
                .key(Rule.SCALAR, "analyzer", "force_unigrams")
                .key(object(REPEATED, "pre_tag", "post_tag"), "highlight")
                .key(Rule.ANY, "smoothing")
                .key(new Rule.Few(generator, MOST_GENERATORS, WAYS), "direct_generator")
                .key(Rule.denied("it runs a template"), "collate");
        ObjectRule completion = object(FIELD, "field")
                .key(COMPLETED, "size", "shard_size")
                .key(Rule.SCALAR, "skip_duplicates", "analyzer")
                .key(Rule.ANY, "fuzzy", "contexts", "context")
                .key(object(Rule.SCALAR, "flags", "flags_value", "max_determinized_states"), "regex");
        ObjectRule named = object(SUGGESTED_TEXT, "text", "prefix")
                .key(new Rule.Bounded(JavaPattern::isHarmless, "a harmless one", JavaPattern.WHY), "regex")
                .key(term, "term")
                .key(phrase, "phrase")
                .key(completion, "completion");
        return object(Rule.to(Reference.SHARED_TEXT), "text")
                .others(Reference.SUGGESTION, named)
                .atMost(SUGGESTIONS);
    }
}
