package io.sluice.filters.tenant.body;

import static io.sluice.filters.tenant.body.Vocabulary.FIELD;
import static io.sluice.filters.tenant.body.Vocabulary.object;

import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.grammar.Tally;
import java.util.EnumMap;
import java.util.Map;

/** The grammars of all request bodies, for one layout. Immutable. */
public final class BodyGrammar {

    private static final int MOST_DOCUMENTS = 10_000;
    private static final Tally DOCUMENTS = new Tally(
            MOST_DOCUMENTS,
            MOST_DOCUMENTS,
            "a server makes objects for each document that is asked for, and there must be at most " + MOST_DOCUMENTS);
    private static final int MOST_HANDLES = 1000;

    private final Map<BodyKind, Rule> rules = new EnumMap<>(BodyKind.class);
    private final SearchGrammar searches;
    private final ObjectRule header;
    private final ObjectRule pointInTimeHeader;

    public BodyGrammar(Features features) {
        this.searches = new SearchGrammar(features);
        MappingGrammar mappings = new MappingGrammar(features);
        Vocabulary words = new Vocabulary(features);
        this.header = header(Rule.to(Reference.INDICES))
                .requires(ObjectRule.Required.INDICES)
                .requires(ObjectRule.Required.ROUTING);
        this.pointInTimeHeader = header(Rule.denied("a search of a point in time names no index"));
        ObjectRule wanted = object(Rule.to(Reference.INDEX), "_index")
                .key(Rule.to(Reference.ID), "_id")
                .key(words.routing(), "routing")
                .key(Rule.SCALAR, "_type", "version", "version_type")
                .key(SearchGrammar.source(), "_source")
                .key(FIELD, "stored_fields");
        rules.put(BodyKind.NONE, Rule.denied("there is no body here"));
        rules.put(BodyKind.DOCUMENT, searches.document());
        rules.put(BodyKind.SEARCH, searches.body());
        rules.put(BodyKind.SEARCH_ANYWHERE, searches.body());
        rules.put(BodyKind.MSEARCH, searches.indexedBody());
        rules.put(BodyKind.MGET, object(document(wanted), "docs").key(document(Rule.to(Reference.ID)), "ids"));
        rules.put(BodyKind.QUERY, searches.queryOnly());
        rules.put(BodyKind.EXPLAINED_QUERY, searches.explained());
        rules.put(BodyKind.VALIDATED_QUERY, searches.validatedQuery());
        rules.put(BodyKind.FIELD_CAPS, searches.fieldCaps());
        rules.put(BodyKind.DELETE_BY_QUERY, searches.deleteByQuery());
        rules.put(BodyKind.REINDEX, searches.reindex());
        rules.put(BodyKind.UPDATE_BY_QUERY, searches.updateByQuery());
        rules.put(BodyKind.UPDATE, searches.update());
        rules.put(BodyKind.BULK, searches.update());
        rules.put(
                BodyKind.SCROLL, object(handles(Reference.SCROLL), "scroll_id").key(Rule.SCALAR, "scroll"));
        rules.put(BodyKind.POINT_IN_TIME, object(handles(Reference.POINT_IN_TIME), "id", "pit_id"));
        rules.put(BodyKind.NEW_POINT_IN_TIME, searches.newPointInTime());
        rules.put(BodyKind.MAPPING, mappings.mappings());
        rules.put(BodyKind.ANALYSIS, AnalysisGrammar.analyzedText());
        AdministrationGrammar administration = new AdministrationGrammar(features, mappings);
        administration.rules().forEach(rules::put);
        ObjectRule terms = termVectors(words);
        ObjectRule several =
                terms.copy().key(Rule.to(Reference.INDEX), "_index").key(Rule.to(Reference.ID), "_id");
        rules.put(BodyKind.TERM_VECTORS, terms);
        rules.put(
                BodyKind.SEVERAL_TERM_VECTORS,
                object(document(several), "docs")
                        .key(document(Rule.to(Reference.ID)), "ids")
                        .key(terms, "parameters"));
    }

    private static Rule document(Rule each) {
        return new Rule.Tallied(each, DOCUMENTS);
    }

    private static Rule handles(Reference each) {
        return new Rule.Few(
                Rule.to(each),
                MOST_HANDLES,
                "a server asks all nodes of a search for each of them, and there must be at most " + MOST_HANDLES);
    }

    private static ObjectRule header(Rule indices) {
        return object(indices, "index", "indices")
                .key(Rule.SCALAR, "routing")
                .key(Rule.to(Reference.PREFERENCE), "preference")
                .key(Rule.SCALAR, "search_type", "ignore_unavailable", "expand_wildcards")
                .key(Rule.SCALAR, "allow_no_indices", "ignore_throttled", "request_cache", "ccs_minimize_roundtrips")
                .key(Rule.SCALAR, "allow_partial_search_results")
                // The high-level client of Elasticsearch 7 always sends an empty list.
                .key(
                        new Rule.Few(Rule.denied("a search is for documents of all types"), 1, "there is one type"),
                        "types")
                .others(Rule.denied("it is not known to be safe"));
    }

    private static ObjectRule termVectors(Vocabulary words) {
        ObjectRule least = object(Rule.SCALAR, "max_num_terms", "min_term_freq", "max_term_freq", "min_doc_freq")
                .key(Rule.SCALAR, "max_doc_freq", "min_word_length", "max_word_length")
                .neverList();
        return object(FIELD, "fields")
                .key(Rule.SCALAR, "offsets", "positions", "payloads", "term_statistics", "field_statistics", "dfs")
                .key(Rule.SCALAR, "routing", "version", "version_type")
                .key(words.fields(Rule.SCALAR), "per_field_analyzer")
                .key(Vocabulary.made(), "doc")
                .key(least, "filter");
    }

    /** The grammar of a body; for a bulk, that of an update's source. */
    public Rule of(BodyKind kind) {
        Rule rule = rules.get(kind);
        if (rule == null) {
            throw new IllegalStateException("no grammar for " + kind);
        }
        return rule;
    }

    /**
     * The header of one search of an {@code _msearch}, the same in all layouts. Whether it may set a routing is checked
     * once its index is known.
     */
    public ObjectRule searchHeader() {
        return header;
    }

    /** The header of a search of an {@code _msearch} that reads a point in time. */
    public ObjectRule pointInTimeHeader() {
        return pointInTimeHeader;
    }

    /** The grammar of searches. */
    public SearchGrammar searches() {
        return searches;
    }
}
