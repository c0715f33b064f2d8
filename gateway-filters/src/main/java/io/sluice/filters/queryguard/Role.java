package io.sluice.filters.queryguard;

import io.sluice.filters.search.Bound;
import io.sluice.filters.search.DeepText;
import io.sluice.filters.search.GeoShapes;
import io.sluice.filters.search.NamePatterns;
import io.sluice.filters.search.SearchBounds;
import org.jspecify.annotations.Nullable;

/** What a place of a body means to the rules. */
enum Role {
    /** Nothing; what is inside may. */
    PLAIN,
    /** Nothing, and nothing inside does either. */
    SKIPPED,
    /** A query that may have others inside. */
    QUERY,
    /** Sources of intervals. */
    INTERVALS,
    /** Named aggregations. */
    AGGREGATION_LEVEL,
    /** One aggregation. */
    AGGREGATION,
    /** An aggregation that makes far more buckets than others where it does not say how many. */
    GRID,
    /** A source of a composite aggregation, which has the type of an aggregation. */
    SOURCE,
    /** A script. */
    SCRIPT,
    /** What makes a script one that is not stored. */
    SCRIPT_SOURCE,
    /** The id of a stored script. */
    SCRIPT_ID,
    /** A pattern with wildcards. */
    PATTERN,
    /** A prefix. */
    PREFIX,
    /** A regular expression, whatever its form. */
    REGEXP,
    /** The text of one. */
    EXPRESSION,
    /** The terms that an aggregation includes: a text is a regular expression, a list is not. */
    INCLUDED_TERMS,
    /** A fuzzy query, whatever its form. */
    FUZZY,
    /** How fuzzy a match is. */
    FUZZINESS,
    /** A text whose last word is a prefix. */
    LAST_WORD,
    /** The text of a match, whose words may be fuzzy. */
    MATCHED,
    /** A word that is looked for. */
    WORD,
    /** A word, or a text of words, that stands for others like it. */
    FUZZY_WORD,
    /** Whether the case of a word matters. */
    ANY_CASE,
    /** A match of several fields. */
    MULTI_MATCH,
    /** Its text. */
    MULTI_TEXT,
    /** Its type, by which the last word may be a prefix. */
    MULTI_TYPE,
    /** A text in Lucene's syntax. */
    TEXT,
    /** The type of the matches in it. */
    TEXT_TYPE,
    /** The text of a simple query string. */
    SIMPLE_TEXT,
    /** What it takes for operators. */
    SIMPLE_FLAGS,
    /** A shape, perhaps as text. */
    SHAPE,
    /** A shape on the globe, perhaps as text, or a part of one. */
    GLOBE_SHAPE,
    /** Places, or what a shape is made of. */
    IN_SHAPE,
    /** A list of values. */
    VALUES,
    /** How the values of such a list are written. */
    VALUE_TYPE,
    /** How many hits. */
    SIZE,
    /** A search for neighbours. */
    NEIGHBOURS,
    /** Fields of which each is compared with each. */
    OF_MATRIX,
    /** The hits of a query within each hit. */
    INNER_HITS,
    /** Points from which distances are measured, or a part of them. */
    POINTS,
    /** How many hits of a batch, which begins nowhere. */
    BATCH,
    /** After how many hits. */
    FROM,
    /** How many buckets. */
    BUCKETS,
    /** A value that has a bound by its name. */
    AMOUNT,
    /** How many clauses must match, or an object of such values. */
    MINIMUM,
    /** How many hits a sampler looks at. */
    SAMPLED,
    /** How many suggestions for a word. */
    SUGGESTIONS,
    /** How many completions. */
    COMPLETIONS,
    /** Named suggestions. */
    SUGGESTION_LEVEL,
    /** A text that all suggestions share. */
    SHARED_TEXT,
    /** A phrase to correct. */
    PHRASE,
    /** How many corrections of one. */
    CORRECTIONS,
    /** How many words it may have. */
    WORDS_OF_PHRASE,
    /** How many words of a phrase may be wrong. */
    ERRORS,
    /** How long a search may take. */
    TIMEOUT,
    /** How long something is kept open. */
    KEEP_ALIVE,
    /** The indices that are searched. */
    INDICES,
    /** Names of fields or indices, which may be patterns. */
    NAMES,
    /** An object whose members have such names. */
    BY_NAME,
    /** An object of which no member may be null. */
    NO_NULLS,
    /** A text of the client's own that the answer repeats. */
    REPEATED,
    /** The name of a query, which the answer repeats for each hit. */
    NAME,
    /** A mark around words that were found. */
    TAG,
    /** An object whose members have such names. */
    BY_REPEATED,
    /** What the answer repeats as it is. */
    META,
    /** Values that are compared with the name of an index, which may be patterns. */
    NAMES_OF_INDICES,
    /** A query in a language that is not read here. */
    KQL,
    /** A pipeline of processors that change the search, or the name of one. */
    PIPELINE,
    /** What hides a query or a script from the gateway. */
    UNREADABLE;

    /** The bound of a value with which a search can end a node; null if there is none. */
    @Nullable Bound bound(@Nullable String name) {
        return switch (this) {
            case AMOUNT, BUCKETS -> name == null ? null : SearchBounds.of(name);
            case MINIMUM -> SearchBounds.MINIMUM;
            case SAMPLED -> SearchBounds.SAMPLED;
            case SUGGESTIONS -> SearchBounds.SUGGESTIONS;
            case COMPLETIONS -> SearchBounds.COMPLETIONS;
            case CORRECTIONS -> SearchBounds.CORRECTIONS;
            case WORDS_OF_PHRASE -> SearchBounds.WORDS_OF_PHRASE;
            case TEXT, SIMPLE_TEXT -> DeepText.QUERY;
            case SHAPE -> DeepText.SHAPE;
            case GLOBE_SHAPE -> GeoShapes.SHAPE;
            case REPEATED, NAME -> SearchBounds.REPEATED;
            case TAG -> SearchBounds.TAG;
            case ERRORS -> SearchBounds.ERRORS;
            case INDICES, NAMES, NAMES_OF_INDICES -> NamePatterns.NAMES;
            default -> null;
        };
    }
}
