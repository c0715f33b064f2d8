package io.sluice.filters.tenant.body;

import static io.sluice.filters.tenant.body.Vocabulary.FIELD;
import static io.sluice.filters.tenant.body.Vocabulary.NAME;
import static io.sluice.filters.tenant.body.Vocabulary.object;

import io.sluice.filters.search.SearchBounds;
import io.sluice.filters.tenant.grammar.Frame;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.grammar.Tally;
import java.util.Objects;

/**
 * The queries that tenants may send, with all their parameters. Any other is denied, even if harmless: a future
 * Elasticsearch query may name an index.
 */
final class QueryGrammar {

    private static final Rule REFERS = Rule.denied("it reads its terms from documents and indices that it names");
    private static final int MOST_PARTS = 1024;
    private static final String PARTS =
            "a query must not have more than " + MOST_PARTS + " queries or functions in a list";
    private static final Rule WORD = Rule.to(Reference.WORD);
    private static final Rule FUZZY_WORD = Rule.to(Reference.FUZZY_WORD);
    private static final Rule PATTERN = Rule.to(Reference.PATTERN);
    private static final Rule MATCHED = Rule.to(Reference.MATCHED);
    private static final Rule SPREADS = Rule.to(Reference.SPREADS);
    private static final Rule MINIMUM =
            Rule.within(SearchBounds.MINIMUM, "a server takes the square of its length in time");
    private static final Rule EXPRESSION = Rule.to(Reference.EXPRESSION);
    private static final Rule HIDES = Rule.denied("it hides a query from inspection");

    private static final Tally CLAUSES =
            new Tally(SearchBounds.MOST_CLAUSES, SearchBounds.MOST_CLAUSES_TOGETHER, SearchBounds.WHY_FEW_CLAUSES);

    private static final Tally JOINS = Tally.ofSearch(
            SearchBounds.MOST_JOINS,
            "[has_child] and [has_parent], for each of which a server keeps numbers of all parents");

    private static final Tally INNER_HITS =
            Tally.ofSearch(SearchBounds.MOST_INNER_HITS, "[inner_hits] of queries, which a server keeps for each hit");

    private static final Tally LIKED = Tally.ofSearch(
            SearchBounds.MOST_LIKED, "documents in [like] and [unlike], all of whose words a server keeps");

    private static final Tally NEIGHBOURS = Tally.ofSearch(SearchBounds.MOST_NEIGHBOURS, "searches for neighbours");

    private static final Tally EXPANDED = Tally.ofSearch(
            SearchBounds.MOST_EXPANDED,
            "sources of [intervals] that stand for many words, all of which a server opens");
    private static final Tally MULTIPLE =
            Tally.ofSearch(SearchBounds.MOST_MULTIPLE, "[span_multi], of which a server opens each word");
    private static final Tally THROUGH =
            Tally.ofSearch(SearchBounds.MOST_THROUGH, "queries for which a server goes through the words of an index");

    private final Vocabulary words;
    private final ObjectRule query = object().atMost(CLAUSES);
    private final ObjectRule scored;
    private final ObjectRule innerHits = object();
    private final Rule shown = new Rule.Tallied(innerHits, INNER_HITS);
    private final ObjectRule neighbours;

    QueryGrammar(Vocabulary words) {
        this.words = words;
        terms();
        texts();
        compounds();
        scores();
        joins();
        places();
        spans();
        neighbours = nearest();
        query.key(words.dear(neighbours), "knn");
        query.key(words.dear(words.places(intervals())), "intervals");
        query.key(
                words.dear(words.ownOnly(object(FIELD, "fields")
                        .key(
                                Rule.SCALAR,
                                "min_term_freq",
                                "max_query_terms",
                                "min_doc_freq",
                                "max_doc_freq",
                                "analyzer")
                        .key(Rule.SCALAR, "min_word_length", "max_word_length", "stop_words", "include", "boost")
                        .key(NAME, "_name")
                        .key(Rule.SCALAR, "minimum_should_match", "boost_terms", "fail_on_unsupported_field")
                        .key(new Rule.Tallied(likeThis(), LIKED), "like", "unlike"))),
                "more_like_this");
        query.key(HIDES, "wrapper", "template");
        query.key(REFERS, "percolate", "pinned", "rule", "rule_query", "type");
        scored = words.features().constantScores() ? ConstantScores.of(query) : query;
    }

    /** One query whose score counts. */
    ObjectRule scored() {
        return scored;
    }

    /** One query. */
    ObjectRule query() {
        return query;
    }

    /** Inner hits; the search grammar adds their rules. */
    ObjectRule innerHits() {
        return innerHits;
    }

    /** The kNN search. */
    ObjectRule neighbours() {
        return neighbours;
    }

    private ObjectRule named(ObjectRule rule) {
        return rule.key(words.boost(), "boost").key(NAME, "_name");
    }

    private ObjectRule compared(Rule index) {
        return named(object(index, "value", "query", "wildcard"))
                .key(Rule.SCALAR, "case_insensitive", "operator")
                .key(words.rewrite(), "rewrite")
                .orElse(index);
    }

    private void terms() {
        query.key(named(object()), "match_all", "match_none");
        ObjectRule compared = compared(words.indexValue());
        ObjectRule value = named(object(Rule.SCALAR, "wildcard"))
                .key(WORD, "value")
                .key(words.rewrite(), "rewrite")
                .key(SPREADS, "case_insensitive", "fuzziness")
                .key(Rule.SCALAR, "prefix_length", "max_expansions", "transpositions")
                .key(Rule.SCALAR, "flags", "flags_value")
                .key(Rule.SCALAR, "max_determinized_states")
                .orElse(WORD);
        Rule id = named(object(Rule.to(Reference.ID), "value")).orElse(Rule.to(Reference.ID));
        query.key(words.fields(value, compared, id), "term");
        ObjectRule pattern = named(object(PATTERN, "wildcard", "value"))
                .key(SPREADS, "case_insensitive")
                .key(words.rewrite(), "rewrite")
                .orElse(PATTERN);
        query.key(words.fields(pattern, compared).atMost(THROUGH), "wildcard");
        query.key(words.fields(value, compared(words.indexBeginning())).atMost(THROUGH), "prefix");
        query.key(
                words.fields(value.copy().change("value", EXPRESSION).orElse(EXPRESSION))
                        .atMost(THROUGH),
                "regexp");
        query.key(
                words.ownTerms(
                        words.fields(value.copy().change("value", FUZZY_WORD).orElse(FUZZY_WORD))),
                "fuzzy");
        ObjectRule lookup = words.features().shared()
                ? object().others(Rule.denied("it may name a document of another tenant"))
                : object(words.index(), "index")
                        .key(Rule.to(Reference.ID), "id")
                        .key(FIELD, "path")
                        .key(Rule.SCALAR, "routing", "store");
        // OpenSearch looks a bitmap up beside the values of all documents of a segment, and fails by what it meets.
        Rule form = words.features().filtered()
                ? Rule.denied("a bitmap is compared with the documents of others, too")
                : Rule.SCALAR;
        query.key(
                named(words.fields(lookup.orElse(Rule.SCALAR), words.indexValue(), Rule.to(Reference.ID)))
                        .key(form, "value_type"),
                "terms");
        query.key(
                words.fields(named(object(Rule.SCALAR, "terms", "minimum_should_match"))
                        .key(FIELD, "minimum_should_match_field")
                        .key(words.script(), "minimum_should_match_script")),
                "terms_set");
        query.key(
                words.bounds(
                        words.fields(named(object(Rule.SCALAR, "gt", "gte", "lt", "lte", "from", "to", "include_lower"))
                                .key(Rule.SCALAR, "include_upper", "format", "time_zone", "relation"))),
                "range");
        query.key(named(object(Rule.to(Reference.ANY_FIELD), "field")), "exists");
        query.key(named(object(Rule.to(Reference.ID), "values").key(Rule.SCALAR, "type")), "ids");
        query.key(named(object(words.script(), "script")).neverNull(), "script");
    }

    private void texts() {
        ObjectRule match = named(object(Rule.SCALAR, "operator", "prefix_length")
                        .key(MATCHED, "query")
                        .key(words.analyzer(), "analyzer"))
                .key(words.ownTerms(SPREADS), "fuzziness")
                .key(Rule.SCALAR, "max_expansions", "minimum_should_match", "fuzzy_rewrite", "lenient")
                .key(Rule.SCALAR, "fuzzy_transpositions", "zero_terms_query", "slop")
                .key(words.ownOnly(Rule.SCALAR), "cutoff_frequency")
                .key(Rule.SCALAR, "auto_generate_synonyms_phrase_query")
                .orElse(MATCHED);
        ObjectRule compared = named(object(words.indexValue(), "query"))
                .key(Rule.SCALAR, "operator", "lenient")
                .orElse(words.indexValue());
        query.key(words.fields(match, compared), "match");
        query.key(words.fields(match), "match_phrase");
        query.key(words.ownTerms(words.fields(match)), "match_phrase_prefix");
        query.key(words.fields(words.allExpansions(match)), "match_bool_prefix");
        query.key(
                words.ownOnly(
                        words.fields(named(object(Rule.SCALAR, "cutoff_frequency", "low_freq_operator", "analyzer"))
                                .key(MATCHED, "query")
                                .key(Rule.SCALAR, "high_freq_operator", "disable_coord")
                                .key(object(MINIMUM, "low_freq", "high_freq").orElse(MINIMUM), "minimum_should_match")
                                .orElse(MATCHED))),
                "common");
        ObjectRule several = named(object(Rule.SCALAR, "operator", "prefix_length")
                        .key(MATCHED, "query")
                        .key(words.analyzer(), "analyzer"))
                .key(words.matchType("bool_prefix"), "type")
                .key(words.ownTerms(SPREADS), "fuzziness")
                .key(Rule.SCALAR, "max_expansions", "minimum_should_match", "fuzzy_rewrite", "lenient")
                .key(Rule.SCALAR, "fuzzy_transpositions", "zero_terms_query", "slop")
                .key(words.ownOnly(Rule.SCALAR), "cutoff_frequency")
                .key(Rule.SCALAR, "auto_generate_synonyms_phrase_query", "tie_breaker", "use_dis_max")
                .key(FIELD, "fields");
        query.key(words.named(words.allExpansionsOfType(several)), "multi_match");
        query.key(
                words.norms(named(object(Rule.SCALAR, "operator", "minimum_should_match", "zero_terms_query"))
                        .key(MATCHED, "query")
                        .key(Rule.SCALAR, "auto_generate_synonyms_phrase_query")
                        .key(FIELD, "fields")),
                "combined_fields");
        ObjectRule string = named(
                        object(Rule.SCALAR, "default_operator", "lenient").key(words.analyzer(), "analyzer"))
                .key(Rule.SCALAR, "fuzzy_max_expansions", "fuzzy_prefix_length", "fuzzy_transpositions")
                .key(Rule.SCALAR, "analyze_wildcard", "minimum_should_match", "quote_field_suffix")
                .key(Rule.SCALAR, "auto_generate_synonyms_phrase_query")
                .key(FIELD, "fields");
        query.key(
                words.named(string.copy()
                        .key(words.exactText(Rule.to(Reference.SIMPLE_TEXT)), "query")
                        .key(words.syntax(), "flags")
                        .key(Rule.SCALAR, "all_fields", "locale", "lowercase_expanded_terms")),
                "simple_query_string");
        query.key(
                words.named(string.copy()
                        .key(words.exactText(Rule.to(Reference.QUERY_TEXT)), "query")
                        .key(FIELD, "default_field")
                        .key(Rule.SCALAR, "allow_leading_wildcard", "enable_position_increments", "fuzziness")
                        .key(Rule.SCALAR, "fuzzy_rewrite", "phrase_slop", "time_zone")
                        .key(words.analyzer(), "quote_analyzer")
                        .key(words.rewrite(), "rewrite")
                        .key(words.matchType(), "type")
                        .key(words.escaped(), "escape")
                        .key(Rule.SCALAR, "tie_breaker")
                        .key(Rule.SCALAR, "max_determinized_states")),
                "query_string");
    }

    private void compounds() {
        query.key(
                named(object(query, "must", "filter", "should", "must_not", "mustNot"))
                        .key(Rule.SCALAR, "minimum_should_match", "adjust_pure_negative"),
                "bool");
        query.key(named(object(query, "positive", "negative")).key(Rule.SCALAR, "negative_boost"), "boosting");
        query.key(named(object(query, "filter")), "constant_score");
        query.key(
                named(object(new Rule.Few(query, MOST_PARTS, PARTS), "queries")).key(Rule.SCALAR, "tie_breaker"),
                "dis_max");
    }

    private void scores() {
        ObjectRule decay = words.fields(object(Rule.ANY, "origin", "scale", "offset", "decay"))
                .key(Rule.SCALAR, "multi_value_mode");
        ObjectRule functions = object(decay, "gauss", "exp", "linear")
                .key(Rule.SCALAR, "weight")
                .key(words.scripted(), "script_score")
                .key(object(FIELD, "field").key(Rule.SCALAR, "seed"), "random_score")
                .key(object(FIELD, "field").key(Rule.SCALAR, "factor", "modifier", "missing"), "field_value_factor");
        ObjectRule function = functions.copy().key(query, "filter").key(NAME, "_name");
        query.key(
                named(functions.copy())
                        .key(query, "query")
                        .key(new Rule.Few(function, MOST_PARTS, PARTS), "functions")
                        .key(Rule.SCALAR, "score_mode", "boost_mode", "max_boost")
                        .key(words.leastScore(), "min_score"),
                "function_score");
        query.key(named(words.scripted("min_score")).key(query, "query"), "script_score");
        query.key(words.distance(named(object(FIELD, "field")).key(Rule.ANY, "origin", "pivot")), "distance_feature");
        ObjectRule curve = object(Rule.SCALAR, "pivot", "scaling_factor", "exponent");
        query.key(named(object(FIELD, "field")).key(curve, "saturation", "log", "sigmoid", "linear"), "rank_feature");
    }

    private void joins() {
        query.key(
                named(object(query, "query"))
                        .key(words.nestedPath(), "path")
                        .key(shown, "inner_hits")
                        .key(Rule.SCALAR, "score_mode", "ignore_unmapped")
                        .mayHavePath(),
                "nested");
        query.key(
                words.dear(words.ownOnly(named(object(query, "query"))
                        .key(shown, "inner_hits")
                        .key(new Rule.Tallied(Rule.SCALAR, JOINS), "type")
                        .key(Rule.SCALAR, "score_mode", "min_children", "max_children", "ignore_unmapped"))),
                "has_child");
        query.key(
                words.dear(words.ownOnly(named(object(query, "query"))
                        .key(shown, "inner_hits")
                        .key(new Rule.Tallied(Rule.SCALAR, JOINS), "parent_type")
                        .key(Rule.SCALAR, "score", "ignore_unmapped"))),
                "has_parent");
        query.key(
                words.ownOnly(named(object(Rule.to(Reference.ID), "id")).key(Rule.SCALAR, "type", "ignore_unmapped")),
                "parent_id");
    }

    private void places() {
        ObjectRule distance = named(words.fields(PlaceGrammar.PLACES))
                .key(Rule.SCALAR, "distance", "distance_type", "validation_method", "ignore_unmapped", "unit");
        query.key(distance, "geo_distance");
        query.key(
                named(words.fields(PlaceGrammar.PLACES))
                        .key(Rule.SCALAR, "validation_method", "ignore_unmapped", "type"),
                "geo_bounding_box",
                "geo_polygon");
        query.key(shaped(PlaceGrammar.GLOBE_SHAPE), "geo_shape");
        query.key(shaped(PlaceGrammar.PLANE_SHAPE), "shape");
    }

    private ObjectRule shaped(Rule shape) {
        ObjectRule field = object(shape, "shape")
                .key(Rule.SCALAR, "relation", "strategy")
                .key(Rule.denied("the shape of a document is not looked at, and may end a node"), "indexed_shape");
        return named(words.fields(field)).key(Rule.SCALAR, "ignore_unmapped");
    }

    // A kNN search picks its neighbours before any other filter applies.
    private ObjectRule nearest() {
        boolean filtered = words.features().filtered();
        ObjectRule nearest = named(object(new Rule.Tallied(FIELD, NEIGHBOURS), "field"))
                .key(Rule.ANY, "query_vector")
                .key(Rule.denied("it runs a model of the cluster"), "query_vector_builder")
                .key(Rule.SCALAR, "k", "num_candidates", "similarity")
                .key(object(Rule.SCALAR, "oversample"), "rescore_vector")
                .key(shown, "inner_hits")
                .key(filtered ? new Rule.Whole(Frame.NEIGHBOURS, query) : query, "filter");
        return filtered ? nearest.requires(ObjectRule.Required.FILTER) : nearest;
    }

    private void spans() {
        ObjectRule term = named(object(Rule.SCALAR, "value", "term")).orElse(Rule.SCALAR);
        span(words.fields(term), "span_term");
        span(words.dear(named(object(multiTerms(), "match"))), "span_multi");
        span(named(object(query, "match")).key(Rule.SCALAR, "end"), "span_first");
        span(named(object(query, "query")).key(FIELD, "field"), "span_field_masking", "field_masking_span");
        span(named(object(query, "clauses")).key(Rule.SCALAR, "slop", "in_order", "collect_payloads"), "span_near");
        span(named(object(query, "clauses")), "span_or");
        span(named(object(query, "include", "exclude")).key(Rule.SCALAR, "dist", "pre", "post"), "span_not");
        span(named(object(query, "little", "big")), "span_containing", "span_within");
        span(words.fields(Rule.SCALAR), "span_gap");
    }

    private ObjectRule multiTerms() {
        ObjectRule terms = object().atMost(MULTIPLE);
        for (String name : new String[] {"prefix", "wildcard", "fuzzy", "range", "regexp"}) {
            terms.key(Objects.requireNonNull(query.named().get(name)), name);
        }
        return terms;
    }

    private void span(Rule rule, String... names) {
        query.key(words.places(rule), names);
    }

    private Rule intervals() {
        ObjectRule source = object().atMost(CLAUSES);
        ObjectRule filter = object(source, "after", "before", "contained_by", "containing", "not_contained_by")
                .key(source, "not_containing", "not_overlapping", "overlapping")
                .key(words.script(), "script");
        source.key(
                object(Rule.SCALAR, "max_gaps", "ordered", "analyzer", "mode")
                        .key(MATCHED, "query")
                        .key(FIELD, "use_field")
                        .key(filter, "filter"),
                "match");
        source.key(expanded().key(new Rule.Tallied(WORD, EXPANDED), "prefix"), "prefix");
        source.key(expanded("max_expansions").key(new Rule.Tallied(PATTERN, EXPANDED), "pattern"), "wildcard");
        source.key(
                expanded("max_expansions", "case_insensitive", "flags", "flags_value")
                        .key(new Rule.Tallied(EXPRESSION, EXPANDED), "pattern"),
                "regexp");
        source.key(
                expanded("prefix_length", "transpositions", "fuzziness")
                        .key(new Rule.Tallied(FUZZY_WORD, EXPANDED), "term"),
                "fuzzy");
        source.key(object(source, "intervals").key(filter, "filter"), "any_of");
        source.key(
                object(source, "intervals")
                        .key(Rule.SCALAR, "max_gaps", "ordered", "mode")
                        .key(filter, "filter"),
                "all_of");
        return words.fields(named(source.copy()));
    }

    private static ObjectRule expanded(String... members) {
        return object(Rule.SCALAR, members).key(Rule.SCALAR, "analyzer").key(FIELD, "use_field");
    }

    private ObjectRule likeThis() {
        return object(words.index(), "_index")
                .key(Rule.SCALAR, "_id", "_type", "routing", "_routing", "version", "_version", "version_type")
                .key(FIELD, "fields")
                .key(Vocabulary.made(), "doc")
                .key(Rule.ANY, "per_field_analyzer")
                .key(Rule.SCALAR, "_source")
                .orElse(Rule.SCALAR);
    }
}
