package io.sluice.filters.queryguard;

import io.sluice.filters.search.SearchBounds;
import java.util.ArrayList;
import java.util.List;

/**
 * The bodies of requests that search, as far as rules look into them. What is known to hold only fields and values is left alone, so that a
 * field may have any name. Whatever is not known leads to {@link #unknown}, where each name counts that means something anywhere: a query
 * of a plugin hides nothing. Immutable once made.
 */
final class Places {

    /** The member of queries that says how many clauses must match. */
    static final String MINIMUM = "minimum_should_match";

    /** The only instance. */
    static final Places ALL = new Places();

    private final List<Place> made = new ArrayList<>();
    private final Place unknown = made(new Place(Role.PLAIN));
    private final Place unknownBody = made(new Place(Role.PLAIN));
    private final Place namedIndices = made(new Place(Role.INDICES, unknownBody));
    private final Place skipped = made(new Place(Role.SKIPPED));
    private final Place script = made(new Place(Role.SCRIPT));
    private final Place repeated = role(Role.REPEATED);
    private final Place name = role(Role.NAME);
    private final Place tag = role(Role.TAG);
    private final Place scripted = plain().to(script, "script");
    private final Place unreadable = made(new Place(Role.UNREADABLE));
    private final Place amount = role(Role.AMOUNT);
    private final Place minimum = made(new Place(Role.MINIMUM));
    private final Place values = made(new Place(Role.VALUES));
    private final Place query = made(new Place(Role.QUERY, unknown));
    private final Place hits = plain();
    private final Place innerHits = made(new Place(Role.INNER_HITS, unknown));
    private final Place aggregations = made(new Place(Role.AGGREGATION_LEVEL));
    private final Place neighbours = made(new Place(Role.NEIGHBOURS, unknown)).to(name, "_name");
    private final Place rescore = plain().to(plain().to(query, "rescore_query"), "query");
    private final Place search;
    private final Place neighbourSearch;
    private final Place queryOnly;
    private final Place byQuery;
    private final Place reindex;
    private final Place update;
    private final Place scroll;
    private final Place simulation;
    private final Place ratedSearches;
    private final Place searchHeader;

    private Places() {
        script.to(role(Role.SCRIPT_ID), "id", "stored")
                .to(skipped, "params", "lang", "options")
                .to(script, "script")
                .others(role(Role.SCRIPT_SOURCE));
        neighbours.to(query, "filter").to(innerHits, "inner_hits").to(skipped, "query_vector", "query_vector_builder");
        new QueryPlaces(this).fill(query);
        Place sort = sort();
        fillHits(sort);
        innerHits.toAllOf(hits);
        Place sources = new AggregationPlaces(this).fill(aggregations, hits);
        this.search = wholeSearch();
        Place nearest =
                made(new Place(Role.NEIGHBOURS, unknown)).toAllOf(neighbours).to(role(Role.SIZE), "k");
        this.neighbourSearch = plain().toAllOf(search).to(nearest, "knn");
        this.queryOnly = plain().to(query, "query", "index_filter")
                .to(runtime(), "runtime_mappings", "derived")
                .to(skipped, "fields");
        // A server reads it as a search, of which the size is that of a batch.
        this.byQuery = plain().toAllOf(search).to(role(Role.BATCH), "size").to(script, "script");
        Place source = plain().to(query, "query")
                .to(sort, "sort")
                .to(role(Role.INDICES), "index")
                .to(role(Role.BATCH), "size")
                .to(runtime(), "runtime_mappings")
                .to(role(Role.PIPELINE), "search_pipeline")
                .to(skipped, "slice", "_source", "remote");
        this.reindex = plain().to(source, "source").to(skipped, "dest").to(script, "script");
        this.update = plain().to(script, "script").to(skipped, "doc", "upsert", "_source", "fields", "params");
        // Pipelines may have any names, also that of the documents.
        Place pipelines = made(new Place(Role.PLAIN)).to(script, "script", "if");
        this.simulation = made(new Place(Role.PLAIN, pipelines)).to(skipped, "docs");
        this.scroll = plain().to(role(Role.KEEP_ALIVE), "scroll");
        Place rated =
                plain().to(search, "request").to(skipped, "ratings", "params").to(unreadable, "template_id");
        // How many hits of each search are rated is its size.
        Place metric = made(new Place(Role.PLAIN, skipped)).to(role(Role.SIZE), "k");
        this.ratedSearches =
                plain().to(rated, "requests").to(unreadable, "templates").to(named(metric), "metric");
        this.searchHeader = made(new Place(Role.PLAIN, skipped)).to(role(Role.INDICES), "index", "indices");
        fillUnknown();
        fillUnknownBody(sources);
        made.forEach(Place::seal);
    }

    // A name is read in the way in which most places read it.
    private void fillUnknown() {
        unknown.to(name, "_name")
                .to(tag, "pre_tags", "post_tags")
                .to(script, "script", "init_script", "map_script", "combine_script", "reduce_script", "inline_script")
                .to(
                        query,
                        "query",
                        "filter",
                        "queries",
                        "must",
                        "should",
                        "must_not",
                        "positive",
                        "negative",
                        "organic")
                .to(query, "rescore_query", "highlight_query", "background_filter", "nested_filter", "post_filter")
                .to(aggregations, "aggs", "aggregations")
                .to(hits, "inner_hits", "top_hits")
                .to(unreadable, "template", "search_template")
                .to(rescore, "rescore")
                .to(made(new Place(Role.NAMES, unknown)), "fields")
                .to(amount, SearchBounds.all().keySet().toArray(String[]::new))
                .to(minimum, MINIMUM)
                .toSomeOf(
                        query,
                        "bool",
                        "wildcard",
                        "prefix",
                        "regexp",
                        "fuzzy",
                        "terms",
                        "ids",
                        "intervals",
                        "wrapper",
                        "kql",
                        "geo_shape")
                .toSomeOf(
                        query, "query_string", "simple_query_string", "multi_match", "function_score", "script_score");
        // What stands where a query is expected may be one of a plugin, or a whole search.
        query.toMissingOf(unknown);
    }

    // Aggregations and the like may have such a name too, so what is inside counts.
    private void fillUnknownBody(Place sources) {
        unknownBody
                .toAllOf(unknown)
                .to(sources, "group_by")
                .to(namedIndices, "index", "indices", "indexes", "source_index", "input_index", "index_name");
        namedIndices.toAllOf(unknownBody);
    }

    /** Whether nothing is known of what stands around this place's members, but that they may be queries or aggregations. */
    boolean isUnknown(Place place) {
        return place == unknown || place == unknownBody || place == namedIndices;
    }

    /** What is not known. */
    Place unknown() {
        return unknown;
    }

    /** Makes a place whose other members are unknown. */
    Place plain() {
        return made(new Place(Role.PLAIN, unknown)).to(name, "_name");
    }

    /** Makes a place of a role, inside of which nothing has a meaning. */
    Place role(Role role) {
        return made(new Place(role, skipped));
    }

    /** Makes a place whose members are all one place. */
    Place named(Place each) {
        return made(new Place(Role.PLAIN, each));
    }

    Place made(Place place) {
        made.add(place);
        return place;
    }

    /** Makes a place whose members have names that the answer repeats. */
    Place namedByClient(Place each) {
        return made(new Place(Role.BY_REPEATED, each));
    }

    /** A text that the answer repeats. */
    Place repeated() {
        return repeated;
    }

    /** The name of a query. */
    Place name() {
        return name;
    }

    /** A value that has a bound by its name. */
    Place amount() {
        return amount;
    }

    /** How many clauses must match. */
    Place minimum() {
        return minimum;
    }

    /** Any JSON in which names of queries and scripts count wherever they stand, and the indices that are searched outside of queries. */
    Place anyJson() {
        return unknownBody;
    }

    Place skipped() {
        return skipped;
    }

    Place script() {
        return script;
    }

    Place scripted() {
        return scripted;
    }

    Place unreadable() {
        return unreadable;
    }

    Place values() {
        return values;
    }

    Place query() {
        return query;
    }

    /** What a query shows of the parts by which a document was found. */
    Place innerHits() {
        return innerHits;
    }

    Place neighbours() {
        return neighbours;
    }

    Place search() {
        return search;
    }

    /** A body whose members are queries alone. */
    Place queryOnly() {
        return queryOnly;
    }

    /** The body of a search for nearest neighbours and nothing else. */
    Place neighbourSearch() {
        return neighbourSearch;
    }

    Place byQuery() {
        return byQuery;
    }

    Place reindex() {
        return reindex;
    }

    Place update() {
        return update;
    }

    Place scroll() {
        return scroll;
    }

    /** Pipelines of ingest that are run, with documents. */
    Place simulation() {
        return simulation;
    }

    /** The body of {@code _rank_eval}. */
    Place ratedSearches() {
        return ratedSearches;
    }

    Place searchHeader() {
        return searchHeader;
    }

    private Place sort() {
        Place nested = plain();
        nested.to(query, "filter").to(nested, "nested").to(skipped, "path");
        Place field = made(new Place(Role.PLAIN, skipped))
                .to(nested, "nested")
                .to(query, "nested_filter")
                .to(repeated, "missing")
                .to(amount, "format")
                .to(script, "script");
        Place points = made(new Place(Role.POINTS));
        Place distance = made(new Place(Role.PLAIN, points))
                .to(skipped, "order", "unit", "mode", "sort_mode", "distance_type")
                .to(skipped, "ignore_unmapped", "validation_method", "nested_path")
                .to(nested, "nested")
                .to(query, "nested_filter");
        return named(field).to(distance, "_geo_distance", "_geoDistance");
    }

    private void fillHits(Place sort) {
        Place options = highlighted();
        Place highlight = highlighted().to(made(new Place(Role.BY_NAME, options)), "fields");
        Place shown = made(new Place(Role.NAMES, skipped)).to(amount, "format").to(role(Role.NAMES), "field");
        Place collapse = plain().to(hits, "inner_hits")
                .to(amount, "max_concurrent_group_searches")
                .to(skipped, "field");
        collapse.to(collapse, "collapse");
        hits.to(sort, "sort")
                .to(role(Role.SIZE), "size")
                .to(role(Role.FROM), "from")
                .to(namedByClient(scripted), "script_fields")
                .to(highlight, "highlight")
                .to(collapse, "collapse")
                .to(shown, "fields", "docvalue_fields")
                .to(role(Role.NAMES), "stored_fields")
                .to(repeated, "name")
                .to(skipped, "_source");
    }

    private Place highlighted() {
        return made(new Place(Role.PLAIN, skipped))
                .to(query, "highlight_query")
                .to(amount, "number_of_fragments", "phrase_limit", "boundary_max_scan")
                .to(tag, "pre_tags", "post_tags");
    }

    private Place runtime() {
        Place field = made(new Place(Role.PLAIN, skipped)).to(script, "script").to(amount, "format");
        return named(field.to(named(field), "fields"));
    }

    private Place wholeSearch() {
        Place pointInTime = made(new Place(Role.PLAIN, skipped)).to(role(Role.KEEP_ALIVE), "keep_alive");
        return plain().toAllOf(hits)
                .to(query, "query", "post_filter", "filter")
                .to(aggregations, "aggs", "aggregations")
                .to(neighbours, "knn")
                .to(rescore, "rescore")
                .to(suggest(), "suggest")
                .to(runtime(), "runtime_mappings", "derived")
                .to(pointInTime, "pit")
                .to(role(Role.TIMEOUT), "timeout")
                .to(role(Role.PIPELINE), "search_pipeline")
                .to(skipped, "search_after", "indices_boost", "stats", "slice", "rank", "track_total_hits");
    }

    private Place suggest() {
        Place suggestions = role(Role.SUGGESTIONS);
        Place term = made(new Place(Role.PLAIN, skipped)).to(suggestions, "size", "shard_size", "max_inspections");
        Place completion = made(new Place(Role.PLAIN, skipped))
                .to(role(Role.FUZZY), "fuzzy")
                .to(made(new Place(Role.PLAIN, skipped)).to(amount, "max_determinized_states"), "regex")
                .to(role(Role.COMPLETIONS), "size", "shard_size");
        Place phrase = made(new Place(Role.PHRASE, skipped))
                .to(unreadable, "collate")
                .to(role(Role.CORRECTIONS), "size", "shard_size")
                .to(role(Role.WORDS_OF_PHRASE), "token_limit")
                .to(role(Role.ERRORS), "max_errors")
                .to(amount, "gram_size")
                .to(made(new Place(Role.PLAIN, skipped)).to(repeated, "pre_tag", "post_tag"), "highlight")
                .to(term, "direct_generator");
        Place suggestion = plain().to(phrase, "phrase")
                .to(completion, "completion")
                .to(role(Role.REGEXP), "regex")
                .to(term, "term")
                .to(role(Role.FUZZY_WORD), "text", "prefix");
        // With an object, the name of the shared text is that of a suggestion.
        Place shared = made(new Place(Role.SHARED_TEXT, unknown)).toAllOf(suggestion);
        return made(new Place(Role.SUGGESTION_LEVEL, suggestion)).to(shared, "text");
    }
}
