package io.sluice.filters.tenant.body;

import static io.sluice.filters.tenant.body.Vocabulary.FIELD;
import static io.sluice.filters.tenant.body.Vocabulary.REPEATED;
import static io.sluice.filters.tenant.body.Vocabulary.SHOWN_FORMAT;
import static io.sluice.filters.tenant.body.Vocabulary.object;

import io.sluice.filters.search.BatchWaits;
import io.sluice.filters.search.SearchBounds;
import io.sluice.filters.tenant.grammar.Frame;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.grammar.Tally;
import io.sluice.filters.tenant.grammar.Trait;
import io.sluice.filters.tenant.names.Wildcards;
import java.util.function.UnaryOperator;

/** Grammars of searches and other bodies with a query. For one layout; immutable once made. */
public final class SearchGrammar {

    private static final Rule SHARDS =
            Rule.denied("a server asks shards in an order that depends on the documents of others");

    /** How many times the bound of a search all searches of a request may have together: of what costs little, and of what costs much. */
    private static final int MANY = 100;

    private static final int FEW = 10;
    private static final int KEYS_TOGETHER = 10_000;
    private static final Tally KEYS = keys(SearchBounds.MOST_KEYS, "its sort");
    private static final Tally INNER_KEYS =
            keys(SearchBounds.MOST_INNER_KEYS, "sorts of inner hits and of hits of aggregations together");
    private static final int MOST_GROUPS = 3;
    private static final String GROUPS = "a collapse must not have more than " + MOST_GROUPS
            + " inner_hits, for each of which a server makes a search of each hit";
    private static final int MOST_RESCORES = 10;
    private static final Rule STATISTICS = new Rule.Tallied(
            Rule.within(
                    SearchBounds.REPEATED,
                    "nodes keep the name of a group for as long as they run, and it must have "
                            + SearchBounds.REPEATED.text()),
            new Tally(SearchBounds.MOST_GROUPS, SearchBounds.MOST_GROUPS_TOGETHER, SearchBounds.WHY_FEW_GROUPS));
    private static final int MOST_SHOWN = 250;
    private static final Tally SHOWN =
            new Tally(MOST_SHOWN, MANY * MOST_SHOWN, "at most " + MOST_SHOWN + " fields are highlighted in a search");
    private static final Rule BATCH = Rule.within(
            BatchWaits.SIZE, "a server keeps so many documents in memory until the time of a batch is over");
    private static final int MOST_BOOSTS = 1000;
    private static final String BOOSTS = "a search must not have boosts for more than " + MOST_BOOSTS + " indices";
    private static final Tally ALL_BOOSTS = new Tally(MOST_BOOSTS, FEW * MOST_BOOSTS, BOOSTS);
    private static final Rule TAG = Rule.within(SearchBounds.TAG, SearchBounds.WHY_TAG);
    private static final Rule NEVER_EXPLAINED = Rule.oneOf(
            "a server explains each of them for each hit or bucket; explain the hits of the search", "false");

    private final Vocabulary words;
    private final QueryGrammar queries;
    private final AggregationGrammar aggregations;
    private final ObjectRule query;
    private final ObjectRule scored;
    private final Rule whole;
    private final ObjectRule search;
    private final ObjectRule searchPointInTime;

    public SearchGrammar(Features features) {
        this.words = new Vocabulary(features);
        this.queries = new QueryGrammar(words);
        this.query = queries.query();
        this.aggregations = new AggregationGrammar(words, query);
        this.scored = queries.scored();
        this.whole = features.filtered() ? new Rule.Whole(Frame.QUERY, scored) : scored;
        innerHits(queries.innerHits());
        // The default name of inner hits is a field, so the response treats every such name as a field.
        queries.innerHits()
                .key(features.renamesFields() ? FIELD : REPEATED, "name")
                .key(Rule.SCALAR, "ignore_unmapped")
                .key(collapse(), "collapse");
        innerHits(aggregations.topHits());
        this.search = search();
        this.searchPointInTime = search.copy().requires(ObjectRule.Required.POINT_IN_TIME);
        if (features.filtered()) {
            completed(search, features);
            completed(searchPointInTime, features);
        }
    }

    private static void completed(ObjectRule rule, Features features) {
        rule.requires(ObjectRule.Required.NEIGHBOURS)
                .requires(ObjectRule.Required.QUERY_OF_SEARCH)
                .requires(ObjectRule.Required.POST_FILTER);
        if (features.shared()) {
            rule.requires(ObjectRule.Required.TOTAL);
        }
    }

    /** The body of {@code _search}. */
    public ObjectRule body() {
        return search;
    }

    /** The body of a search of {@code _msearch} that names indices. */
    ObjectRule indexedBody() {
        return search.copy()
                .change(
                        "pit",
                        Rule.denied("in _msearch neither path nor header may name an index beside it,"
                                + " and the body must have at most 1 MiB, a Content-Length and no Content-Encoding"));
    }

    /** The body of a search that names no index because it reads a point in time. */
    public ObjectRule pointInTimeBody() {
        return searchPointInTime;
    }

    /** One query. */
    public ObjectRule query() {
        return query;
    }

    /** One aggregation. */
    public ObjectRule aggregation() {
        return aggregations.aggregation();
    }

    /** The body of {@code _validate/query}. */
    public ObjectRule validatedQuery() {
        return required(object(whole, "query"), ObjectRule.Required.QUERY_OF_URL);
    }

    /** The bodies of {@code _count} and {@code _explain}. */
    public ObjectRule queryOnly() {
        return required(object(whole, "query"), ObjectRule.Required.QUERY);
    }

    /**
     * The body of {@code _explain}: it concerns one document, whose id already restricts it to the tenant's own index.
     */
    public ObjectRule explained() {
        return object(query, "query");
    }

    /** The body with which a point in time is opened. */
    public ObjectRule newPointInTime() {
        return object(words.ownTenant(query), "index_filter");
    }

    /** The body of {@code _field_caps}. */
    public ObjectRule fieldCaps() {
        return object(words.ownTenant(query), "index_filter")
                .key(runtime(), "runtime_mappings")
                .key(few(Rule.to(Reference.CAPABLE_FIELD)), "fields");
    }

    /** The body of {@code _delete_by_query}. */
    public ObjectRule deleteByQuery() {
        // The high-level client of Elasticsearch 7 always says false.
        ObjectRule body = byQuery().key(Rule.oneOf("a deletion shows no documents", "false"), "_source");
        return ordered(required(body, ObjectRule.Required.ONLY_QUERY));
    }

    private ObjectRule byQuery() {
        return object(whole, "query")
                .key(Rule.SCALAR, "max_docs", "conflicts")
                .key(BATCH, "size")
                .key(keys(sort(), KEYS), "sort")
                .key(slice(), "slice");
    }

    /** The body of {@code _reindex}, which copies documents between a tenant's indices of one layout. */
    public ObjectRule reindex() {
        // A script may change the index, and a source filter may drop the tenant field.
        Rule fields =
                words.features().filtered() ? Rule.denied("the tenant's own field must not be left out") : source();
        ObjectRule from = object(whole, "query")
                .key(Rule.to(Reference.OWN_INDICES), "index")
                .key(words.features().shared() ? SHARDS : keys(sort(), KEYS), "sort")
                .key(fields, "_source")
                .key(BATCH, "size")
                .key(slice(), "slice")
                .key(Rule.denied("it is in another cluster"), "remote");
        ObjectRule to = object(Rule.to(Reference.INDEX), "index")
                .key(Rule.SCALAR, "op_type", "version_type")
                .key(words.routing(), "routing")
                .key(Rule.denied("an ingest pipeline may send documents anywhere"), "pipeline");
        return object(required(from, ObjectRule.Required.QUERY), "source")
                .key(to, "dest")
                .key(Rule.SCALAR, "conflicts", "max_docs", "size")
                .key(Rule.denied("a script may send documents anywhere"), "script");
    }

    /** The body of {@code _update_by_query}. */
    public ObjectRule updateByQuery() {
        return ordered(required(byQuery().key(words.script(), "script"), ObjectRule.Required.QUERY));
    }

    /** The body of {@code _update}, and the source of an update in a bulk. */
    public ObjectRule update() {
        return object(words.document(), "doc", "upsert")
                .key(words.updateScript(), "script")
                .key(source(), "_source")
                .key(Rule.SCALAR, "doc_as_upsert", "detect_noop", "scripted_upsert", "fields", "lang")
                .key(Rule.SCALAR, "if_seq_no", "if_primary_term")
                .key(Rule.ANY, "params");
    }

    private ObjectRule ordered(ObjectRule rule) {
        return required(rule, ObjectRule.Required.POST_FILTER);
    }

    private ObjectRule required(ObjectRule rule, ObjectRule.Required what) {
        return words.features().filtered() ? rule.requires(what) : rule;
    }

    /** A document. */
    Rule document() {
        return words.document();
    }

    private static Rule boosts() {
        ObjectRule boosts = object().others(Reference.INDEX, Rule.SCALAR).atMost(ALL_BOOSTS);
        return boosts.orArrayOf(new Rule.Few(boosts, MOST_BOOSTS, BOOSTS));
    }

    private ObjectRule search() {
        ObjectRule body = hits(object());
        body.key(whole, "query");
        body.key(queries.neighbours(), "knn");
        body.key(query, "post_filter", "filter");
        body.key(aggregations.all(), "aggs", "aggregations");
        body.key(Rule.SCALAR, "timeout");
        body.key(STATISTICS, "stats");
        body.key(words.leastScoreOfHits(), "min_score");
        body.key(words.earlyEnd(), "terminate_after");
        body.key(words.total(), "track_total_hits");
        body.key(words.innerScores(), "include_named_queries_score");
        body.key(Rule.SCALAR, "search_after");
        body.key(collapse(), "collapse");
        body.key(new Rule.Few(rescore(), MOST_RESCORES, "a search must not be rescored more than 10 times"), "rescore");
        body.key(words.ownTenant(SuggestGrammar.suggest()), "suggest");
        body.key(boosts(), "indices_boost");
        body.key(
                object(Rule.to(Reference.POINT_IN_TIME), "id")
                        .key(Rule.SCALAR, "keep_alive")
                        .shows(Trait.POINT_IN_TIME),
                "pit");
        body.key(slice(), "slice");
        body.key(runtime(), "runtime_mappings");
        body.key(words.ownSwitch("it reveals shards and counts of others' documents"), "profile");
        body.key(Rule.denied("not every part of it is known to be filtered"), "rank", "retriever", "sub_searches");
        body.key(Rule.denied("it belongs to plugins that are not known"), "ext", "search_pipeline", "derived");
        return body;
    }

    /** Members that select and format hits. */
    private ObjectRule hits(ObjectRule rule) {
        boolean filtered = words.features().filtered();
        Rule shown = filtered ? Rule.SCALAR : Rule.to(Reference.HITS);
        Rule explained = filtered ? words.ownSwitch("it shows counts of the whole index") : shown;
        rule.key(shown, "size").key(explained, "explain");
        return hits(rule, keys(sort(), KEYS));
    }

    private ObjectRule innerHits(ObjectRule rule) {
        rule.key(Rule.SCALAR, "size").key(NEVER_EXPLAINED, "explain");
        return hits(rule, keys(sort(words::orderOfInnerHits, INNER_KEYS), INNER_KEYS));
    }

    private ObjectRule hits(ObjectRule rule, Rule sort) {
        ObjectRule formatted = object(FIELD, "field")
                .key(SHOWN_FORMAT, "format")
                .key(Rule.SCALAR, "include_unmapped")
                .orElse(FIELD);
        rule.key(Rule.SCALAR, "from", "track_scores", "version", "seq_no_primary_term");
        rule.key(sort, "sort");
        rule.key(source(), "_source");
        rule.key(few(formatted), "fields", "docvalue_fields");
        rule.key(few(FIELD), "stored_fields");
        rule.key(
                object().others(Reference.REPEATED, words.scripted("ignore_failure"))
                        .key(Rule.denied("a hit has its index under this name"), "_index"),
                "script_fields");
        return rule.key(highlight(), "highlight");
    }

    /** Which parts of documents are shown. */
    static ObjectRule source() {
        Rule names = few(FIELD);
        return object(names, "includes", "include", "excludes", "exclude")
                .orElse(FIELD)
                .orArrayOf(names);
    }

    // Each may be a wildcard, for which a server makes room for all fields of an index.
    private static Rule few(Rule each) {
        return new Rule.Few(each, Wildcards.MOST_NAMES, Wildcards.WHY_FEW_NAMES);
    }

    private static Tally keys(int most, String where) {
        return new Tally(
                most,
                KEYS_TOGETHER,
                "a search must not have more than " + most + " keys of " + where
                        + ", for each of which a server keeps the value of each hit, and a request not more than "
                        + KEYS_TOGETHER);
    }

    private static Rule keys(ObjectRule sort, Tally keys) {
        return new Rule.Few(sort.atMost(keys), keys.most(), keys.why());
    }

    private ObjectRule sort() {
        return sort(rule -> rule, KEYS);
    }

    /** @param byObjects what becomes of the members that order by nested objects */
    private ObjectRule sort(UnaryOperator<Rule> byObjects, Tally keys) {
        Rule path = byObjects.apply(words.features().filtered() ? Rule.to(Reference.ORDER_PATH) : FIELD);
        Rule filter = byObjects.apply(query);
        ObjectRule objects = object(words.nestedPath(), "path")
                .mayHavePath()
                .shows(Trait.NESTED_ORDER)
                .key(query, "filter")
                .key(Rule.SCALAR, "max_children");
        objects.key(words.innerOrder(objects), "nested");
        Rule nested = byObjects.apply(objects);
        Rule mode = words.features().filtered() ? Rule.to(Reference.ORDER_MODE) : Rule.SCALAR;
        ObjectRule field = object(Rule.SCALAR, "order", "unmapped_type", "numeric_type")
                .key(SHOWN_FORMAT, "format")
                .key(REPEATED, "missing")
                .key(mode, "mode")
                .key(path, "nested_path")
                .key(filter, "nested_filter")
                .key(nested, "nested")
                .mayHavePath()
                .orElse(Rule.SCALAR);
        ObjectRule script = words.scripted("type", "order", "mode")
                .key(nested, "nested")
                .key(path, "nested_path")
                .mayHavePath();
        ObjectRule distance = words.fields(PlaceGrammar.POINTS)
                .key(Rule.SCALAR, "order", "unit", "distance_type", "ignore_unmapped")
                .key(mode, "mode", "sort_mode")
                .key(Rule.SCALAR, "validation_method")
                .key(path, "nested_path")
                .key(filter, "nested_filter")
                .key(nested, "nested")
                .mayHavePath();
        return words.fields(field)
                .key(field, "_score", "_doc", "_shard_doc")
                .key(script, "_script")
                .key(distance, "_geo_distance", "_geoDistance")
                .orElse(new Rule.Tallied(FIELD, keys));
    }

    private ObjectRule highlight() {
        ObjectRule options = object(query, "highlight_query")
                .key(Rule.SCALAR, "boundary_chars", "boundary_max_scan", "boundary_scanner", "encoder", "force_source")
                .key(Rule.SCALAR, "boundary_scanner_locale", "fragmenter", "fragment_offset", "fragment_size")
                .key(
                        Rule.SCALAR,
                        "max_analyzed_offset",
                        "max_analyzer_offset",
                        "max_fragment_length",
                        "no_match_size",
                        "order")
                .key(words.highlighter(), "type")
                .key(Rule.SCALAR, "number_of_fragments", "phrase_limit", "tags_schema")
                .key(TAG, "pre_tags", "post_tags")
                // If false, the gateway's filter terms would be highlighted too.
                .key(
                        words.features().filtered() ? Rule.oneOf("it must be true", "true") : Rule.SCALAR,
                        "require_field_match")
                .key(Rule.SCALAR, "highlight_filter")
                .key(Rule.ANY, "options");
        ObjectRule field = options.copy().key(FIELD, "matched_fields");
        return options.copy().key(words.fields(field).atMost(SHOWN), "fields");
    }

    private ObjectRule collapse() {
        ObjectRule collapse = object(Rule.to(Reference.COLLAPSED_FIELD), "field")
                .key(words.hitsOfGroups(new Rule.Few(queries.innerHits(), MOST_GROUPS, GROUPS)), "inner_hits")
                .key(Rule.SCALAR, "max_concurrent_group_searches");
        return collapse.key(collapse, "collapse");
    }

    private ObjectRule rescore() {
        // Where a server looks for the documents of this query, it goes beyond the hits.
        Rule filtered = words.features().shared() ? new Rule.Whole(Frame.RESCORED, scored) : scored;
        ObjectRule rescored = object(filtered, "rescore_query")
                .key(Rule.SCALAR, "query_weight", "rescore_query_weight", "score_mode");
        return object(Rule.SCALAR, "window_size").key(rescored, "query");
    }

    private static ObjectRule slice() {
        return object(Rule.SCALAR, "id", "max")
                .key(FIELD, "field")
                .requires(ObjectRule.Required.SLICE)
                .requires(ObjectRule.Required.SLICES);
    }

    // A runtime field of type lookup reads documents of any index that it names.
    private Rule runtime() {
        String why = "a field of this type is not known to be safe";
        Rule type = Rule.oneOf(
                why, "boolean", "composite", "date", "double", "geo_point", "geo_shape", "ip", "keyword", "long");
        ObjectRule part = object(type, "type").key(Rule.SCALAR, "format");
        ObjectRule field =
                words.scripted("format").key(type, "type").key(Rule.ANY, "meta").key(object().others(part), "fields");
        return words.ownTenant(words.computedFields(field));
    }
}
