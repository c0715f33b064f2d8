package io.sluice.filters.tenant.body;

import static io.sluice.filters.tenant.body.Vocabulary.FIELD;
import static io.sluice.filters.tenant.body.Vocabulary.object;

import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.grammar.Tally;
import io.sluice.filters.tenant.names.JavaPattern;
import io.sluice.filters.tenant.names.Wildcards;

/**
 * Grammars of analysis: its components in the settings of an index, and the body of {@code _analyze}. Components that read files of the
 * node, or run scripts, are left out.
 */
final class AnalysisGrammar {

    private static final Rule PATTERN = new Rule.Bounded(JavaPattern::isHarmless, "a harmless one", JavaPattern.WHY);
    private static final Rule FLAGS = new Rule.Bounded(
            JavaPattern::areFlags, String.join(", ", JavaPattern.FLAGS), "it changes how a pattern is read");

    /** Components behind each other. */
    private static final int MOST_PARTS = 50;
    /** The same in {@code _analyze}, which takes turns with those of all tenants on one thread of a node. */
    private static final int MOST_PARTS_NOW = 20;

    private static final int MOST_COMPONENTS = 500;
    private static final Tally COMPONENTS = new Tally(
            MOST_COMPONENTS,
            MOST_COMPONENTS,
            "a server builds all components of an index, and there must be at most " + MOST_COMPONENTS);

    /** In analysis of an index, such as words to leave out. */
    private static final int MOST_VALUES = 50_000;

    private static final int MOST_CHARACTERS = 1 << 20;
    private static final String REST = " in analysis, which the state of the cluster keeps";
    private static final Rule.Content CONTENT = new Rule.Content(
            new Tally(MOST_VALUES, MOST_VALUES, "there must be at most " + MOST_VALUES + " values" + REST),
            new Tally(
                    MOST_CHARACTERS,
                    MOST_CHARACTERS,
                    "there must be at most " + MOST_CHARACTERS + " characters" + REST));

    /** A shorter text counts as so long. */
    private static final int LEAST_TEXT = 20;

    private static final int MOST_TEXT = 1_000_000;
    private static final int MOST_EXPLAINED = 10_000;
    private static final Tally TEXTS = new Tally(
            MOST_TEXT,
            MOST_TEXT,
            "a server keeps the texts, and explained ones after each filter: there must be at most " + MOST_TEXT
                    + " characters, and " + MOST_EXPLAINED + " with [explain]");
    private static final Rule TEXT =
            new Rule.Measured(decoded(TEXTS.why()), text -> Math.max(LEAST_TEXT, text.length()), TEXTS);
    private static final Rule EXPLAIN = new Rule.Measured(
            decoded(TEXTS.why()), text -> text.equals("false") ? 0 : MOST_TEXT - MOST_EXPLAINED, TEXTS);

    private static final int MOST_BUILT = 1_000_000;
    /** What a server builds of synonyms: about 4 bytes for each, in somewhat less than a microsecond. */
    private static final Tally BUILT = new Tally(
            MOST_BUILT,
            MOST_BUILT,
            "a server builds the synonyms of a filter again wherever an analyzer names it: the squares of the numbers of words in"
                    + " their lines must be at most " + MOST_BUILT + " in all");

    private static final int MOST_PATTERNS = 100;
    private static final int MOST_REPLACEMENT = 256;
    private static final Rule REPLACEMENT = new Rule.Bounded(
            text -> text.length() <= MOST_REPLACEMENT,
            "at most " + MOST_REPLACEMENT + " characters",
            "a node holds it for each place that is replaced");

    private static final Rule PATTERNS =
            new Rule.Few(PATTERN, MOST_PATTERNS, "a server looks for each of them in each word");

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
    /** So many characters count as one. */
    private static final int CHARACTERS = 64;

    private static final Rule SYNONYMS = new Rule.Few(
            new Rule.Built(
                    new Rule.Bounded(
                            line -> words(line) <= MOST_SYNONYMS,
                            "at most " + MOST_SYNONYMS + " words in a line",
                            "a node holds each of them for each other"),
                    line -> words(line) * words(line) + line.length() / CHARACTERS,
                    BUILT),
            MOST_LINES,
            "a node holds them all");

    /** A list of components may also be one text, with commas. */
    private static final Rule NAMES = new Rule.Bounded(
            text -> !Wildcards.areMore(text, MOST_PARTS),
            "at most " + MOST_PARTS + " names",
            "a server calls itself for each of so many");

    private static final Rule LANGUAGE = new Rule.Bounded(
            text -> text.chars().allMatch(c -> c == '_' || Character.isLetterOrDigit(c)),
            "letters, digits and underscores",
            "a server looks for files of that name");

    /**
     * At some letters, koelnerphonetik and haasephonetik double the variants of a word; daitch_mokotoff copies its rest at each letter, and
     * beider_morse tries all languages.
     */
    private static final Rule ENCODER = Rule.oneOf(
            "others make very many variants of a word, or take very long for it",
            "metaphone",
            "double_metaphone",
            "soundex",
            "refined_soundex",
            "caverphone1",
            "caverphone2",
            "cologne",
            "nysiis");

    /** Some of them may be of an earlier request, so no request shows whether they lead back. */
    private static final Rule MULTIPLEXED = Rule.denied(
            "a server calls itself for filters that name filters, without end where one leads back to itself");

    private static final Rule SUBWORD = Rule.atMost(50, "a server looks for each part of a word up to this length");

    private AnalysisGrammar() {}

    /** The body of {@code _analyze}. */
    static ObjectRule analyzedText() {
        ObjectRule part = part(NAMES).orElse(Rule.SCALAR);
        return object(Rule.SCALAR, "analyzer", "normalizer", "attributes")
                .key(TEXT, "text")
                .key(EXPLAIN, "explain")
                .key(part, "tokenizer")
                .key(few(part, MOST_PARTS_NOW), "filter", "char_filter")
                .key(FIELD, "field");
    }

    /** The value of the setting {@code analysis}. */
    static Rule analysis() {
        ObjectRule parts =
                object().others(part(new Rule.Built(NAMES, null, BUILT))).atMost(COMPONENTS);
        return new Rule.Kept(object(parts, "analyzer", "tokenizer", "filter", "char_filter", "normalizer"), CONTENT);
    }

    private static Rule few(Rule each, int most) {
        return new Rule.Few(each, most, "a server calls itself for each of so many");
    }

    /** Anything but a text that is too long to be counted. */
    private static Rule decoded(String why) {
        return new Rule.Bounded(text -> true, "at most 32 KB", why);
    }

    private static int words(String line) {
        return (int) line.chars().filter(c -> c == ',').count() + 1;
    }

    /** @param names of components behind each other */
    private static ObjectRule part(Rule names) {
        return object(Rule.SCALAR, "type", "tokenizer", "stopwords", "min_gram")
                .key(SYNONYMS, "synonyms")
                .key(few(names, MOST_PARTS), "filter", "char_filter")
                .key(MULTIPLEXED, "filters")
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
                .key(Rule.SCALAR, "all", "replace", "decompound_mode", "discard_punctuation", "use_romaji", "stoptags")
                .key(ENCODER, "encoder")
                .key(Rule.SCALAR, "word_list", "min_word_size", "min_subword_size", "only_longest_match")
                .key(SUBWORD, "max_subword_size")
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
