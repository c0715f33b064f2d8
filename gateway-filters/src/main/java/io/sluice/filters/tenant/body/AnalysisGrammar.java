package io.sluice.filters.tenant.body;

import static io.sluice.filters.tenant.body.Vocabulary.FIELD;
import static io.sluice.filters.tenant.body.Vocabulary.object;

import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.names.JavaPattern;

/**
 * Grammars of analysis: its components in the settings of an index, and the body of {@code _analyze}. Components that read files of the
 * node, or run scripts, are left out.
 */
final class AnalysisGrammar {

    private static final Rule PATTERN = new Rule.Bounded(JavaPattern::isHarmless, "a harmless one", JavaPattern.WHY);
    private static final Rule FLAGS = new Rule.Bounded(
            JavaPattern::areFlags, String.join(", ", JavaPattern.FLAGS), "it changes how a pattern is read");

    /** Components behind each other. */
    private static final int MOST_PARTS = 100;

    private static final int MOST_REPLACEMENT = 256;
    private static final Rule REPLACEMENT = new Rule.Bounded(
            text -> text.length() <= MOST_REPLACEMENT,
            "at most " + MOST_REPLACEMENT + " characters",
            "a node holds it for each place that is replaced");

    private static final Rule PATTERNS =
            new Rule.Few(PATTERN, MOST_PARTS, "a server looks for each of them in each word");

    private static final int MOST_TYPES = 1000;
    private static final int MOST_TYPE = 50;
    private static final Rule TYPE_TABLE = new Rule.Few(
            new Rule.Bounded(
                    line -> line.length() <= MOST_TYPE,
                    "at most " + MOST_TYPE + " characters",
                    "a server looks for the arrow with an expression that takes the cube of their number"),
            MOST_TYPES,
            "a server reads them all");

    private static final int MOST_SYNONYMS = 32;
    private static final int MOST_LINES = 10_000;
    private static final Rule SYNONYMS = new Rule.Few(
            new Rule.Bounded(
                    line -> line.chars().filter(c -> c == ',').count() < MOST_SYNONYMS,
                    "at most " + MOST_SYNONYMS + " words in a line",
                    "a node holds each of them for each other"),
            MOST_LINES,
            "a node holds them all");

    private static final Rule LANGUAGE = new Rule.Bounded(
            text -> text.chars().allMatch(c -> c == '_' || Character.isLetterOrDigit(c)),
            "letters, digits and underscores",
            "a server looks for files of that name");

    private AnalysisGrammar() {}

    /** The body of {@code _analyze}. */
    static ObjectRule analyzedText() {
        ObjectRule part = part().orElse(Rule.SCALAR);
        return object(Rule.SCALAR, "text", "analyzer", "normalizer", "explain", "attributes")
                .key(part, "tokenizer")
                .key(few(part), "filter", "char_filter")
                .key(FIELD, "field");
    }

    /** The value of the setting {@code analysis}. */
    static ObjectRule components() {
        ObjectRule parts = object().others(part());
        return object(parts, "analyzer", "tokenizer", "filter", "char_filter", "normalizer");
    }

    private static Rule few(Rule each) {
        return new Rule.Few(each, MOST_PARTS, "a server calls itself for each of so many");
    }

    private static ObjectRule part() {
        return object(Rule.SCALAR, "type", "tokenizer", "stopwords", "min_gram")
                .key(SYNONYMS, "synonyms")
                .key(few(Rule.SCALAR), "filter", "char_filter")
                .key(Rule.SCALAR, "max_gram", "token_chars", "custom_token_chars", "group")
                .key(PATTERN, "pattern")
                .key(PATTERNS, "patterns")
                .key(FLAGS, "flags")
                .key(REPLACEMENT, "replacement", "mappings")
                .key(LANGUAGE, "language")
                .key(Rule.SCALAR, "lowercase", "max_token_length", "min_shingle_size", "max_shingle_size")
                .key(Rule.SCALAR, "output_unigrams", "token_separator", "position_increment_gap", "preserve_original")
                .key(Rule.SCALAR, "output_unigrams_if_no_shingles", "filler_token", "tokenize_on_chars", "separator")
                .key(Rule.SCALAR, "buffer_size", "delimiter", "reverse", "skip", "min", "max", "length", "ignore_case")
                .key(Rule.SCALAR, "remove_trailing", "keywords", "keep_words", "escaped_tags", "name", "expand")
                .key(Rule.SCALAR, "lenient", "side", "articles", "articles_case", "max_output_size", "max_token_count")
                .key(Rule.SCALAR, "generate_word_parts", "generate_number_parts", "catenate_words", "catenate_numbers")
                .key(
                        Rule.SCALAR,
                        "catenate_all",
                        "split_on_case_change",
                        "split_on_numerics",
                        "stem_english_possessive")
                .key(TYPE_TABLE, "type_table")
                .key(Rule.SCALAR, "adjust_offsets", "protected_words", "common_words", "query_mode")
                .key(Rule.SCALAR, "types", "mode", "ignored_scripts")
                .key(
                        Rule.SCALAR,
                        "stem_exclusion",
                        "case_sensitive",
                        "unique",
                        "only_on_same_position",
                        "rules",
                        "version");
    }
}
