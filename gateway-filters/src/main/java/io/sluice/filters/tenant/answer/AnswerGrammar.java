package io.sluice.filters.tenant.answer;

import io.sluice.filters.tenant.body.Features;
import io.sluice.filters.tenant.body.OneByOne;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import io.sluice.filters.tenant.grammar.Frame;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.grammar.Trait;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Grammars of the cluster's responses, and the positions of names in them. Unknown members are left out, so that a
 * newer server cannot reveal anything unforeseen. For one layout; immutable once made.
 */
public final class AnswerGrammar {

    private static final Rule INDEX = Rule.to(Reference.INDEX);
    private static final Rule FIELD = Rule.to(Reference.FIELD);
    private static final Rule TEXT = Rule.to(Reference.TEXT);

    /** Replaces all of the cluster's report by an acknowledgement. */
    private static final ObjectRule DONE =
            new ObjectRule().key(TEXT, "canceled").others(Rule.LEFT_OUT).requires(ObjectRule.Required.ACKNOWLEDGED);

    private final Features features;
    private final ObjectRule error = new ObjectRule();
    private final ObjectRule texts = new ObjectRule();
    private final ObjectRule shards = object("total", "successful", "failed");
    private final ObjectRule hit = new ObjectRule();
    private final Map<AnswerKind, ObjectRule> plain = new EnumMap<>(AnswerKind.class);
    private final ObjectRule walked;
    private final ObjectRule walkedKeys;
    /** By index, where nothing failed. */
    private final ObjectRule namesOnly;

    private final @Nullable AnswerGrammar ofSeveral;

    /**
     * Makes the grammar of one layout.
     *
     * @param features of the layout
     */
    public AnswerGrammar(Features features) {
        this(features, false);
    }

    // If hits come from several indices that share one physical index, each hit's index is added at its end.
    private AnswerGrammar(Features features, boolean several) {
        this.features = features;
        this.ofSeveral = features.joinsIndices() && !several ? new AnswerGrammar(features, true) : null;
        if (several) {
            hit.requires(ObjectRule.Required.INDEX_OF_HIT);
        }
        // They tell how much memory all tenants take at a node.
        texts.key(Rule.LEFT_OUT, "bytes_wanted", "bytes_limit").others(texts).orElse(TEXT);
        error.key(Rule.LEFT_OUT, "bytes_wanted", "bytes_limit").others(texts).orElse(TEXT);
        if (features.shared()) {
            // On shared indices, sorted searches have a phase that the client did not ask for.
            error.key(Rule.to(Reference.PHASE), "phase");
        }
        // An index that is not the tenant's must not be searched; if one was, its name stays hidden.
        ObjectRule failedShard =
                failure().change("index", Rule.to(Reference.INDEX_OR_NOTHING)).change("node", TEXT);
        texts.key(failedShard, "failed_shards");
        error.key(failedShard, "failed_shards");
        // Whether a shard is skipped depends on the values of all tenants' documents.
        shards.key(features.shared() ? Rule.to(Reference.NUMBER_OF_OTHERS) : Rule.SCALAR, "skipped");
        shards.key(failure(), "failures");
        hits();
        documents();
        searches();
        this.walked = failing(search(aggregations(false)));
        this.walkedKeys = failing(search(aggregations(true)));
        indices();
        // Names of indices stand beside the error, and an index may have its name.
        this.namesOnly = known(AnswerKind.BY_INDEX).copy();
        for (ObjectRule rule : plain.values()) {
            failing(rule);
        }
    }

    // Names with an underscore are those of copies of a write that failed.
    private ObjectRule failure() {
        return object("shard", "_shard", "primary", "status", "id")
                .key(INDEX, "index", "_index")
                .key(error, "reason", "cause")
                .key(Rule.LEFT_OUT, "node", "_node");
    }

    private static ObjectRule object(String... scalars) {
        return new ObjectRule().key(Rule.SCALAR, scalars);
    }

    private ObjectRule failing(ObjectRule rule) {
        return rule.key(error, "error").key(Rule.SCALAR, "status");
    }

    /**
     * The grammar of a response.
     *
     * @param traits of the request
     */
    public Rule of(AnswerKind kind, int status, Set<Trait> traits) {
        if (ofSeveral != null && traits.contains(Trait.SEVERAL_INDICES)) {
            return ofSeveral.of(kind, status, traits);
        }
        ObjectRule rule = plain.get(kind);
        if (kind == AnswerKind.SEARCH && !traits.isEmpty()) {
            rule = searchWith(traits);
        }
        if (kind == AnswerKind.MSEARCH && !traits.isEmpty()) {
            return object("took")
                    .key(searchWith(traits).copy().shows(Trait.RESULT), "responses")
                    .key(error, "error")
                    .key(Rule.SCALAR, "status");
        }
        if (kind == AnswerKind.BY_INDEX && status < 300) {
            return namesOnly;
        }
        if (kind == AnswerKind.DELETED_INDEX) {
            return deleted(status);
        }
        if (kind == AnswerKind.SOURCE) {
            return status < 300 ? source() : failing(new ObjectRule());
        }
        return rule == null ? failing(new ObjectRule()) : rule;
    }

    // In the nested layout, the cluster was asked to delete documents instead.
    private ObjectRule deleted(int status) {
        if (!features.joinsIndices()) {
            return known(AnswerKind.ACKNOWLEDGED);
        }
        return status < 300 ? DONE : known(AnswerKind.BY_QUERY);
    }

    private ObjectRule searchWith(Set<Trait> traits) {
        if (traits.contains(Trait.INDEX_BUCKETS)) {
            return walkedKeys;
        }
        return traits.contains(Trait.TOP_HITS) ? walked : known(AnswerKind.SEARCH);
    }

    private ObjectRule known(AnswerKind kind) {
        ObjectRule rule = plain.get(kind);
        if (rule == null) {
            throw new IllegalStateException("no grammar for " + kind);
        }
        return rule;
    }

    /** A document as the client indexed it. */
    private Rule source() {
        return features.filtered()
                ? new Rule.Whole(Frame.SOURCE, new ObjectRule().others(Reference.MARK, Rule.ANY))
                : Rule.ANY;
    }

    /** An object with a member for each field that the client knows. */
    private ObjectRule named(Rule value) {
        return named(Reference.FIELD, value);
    }

    private ObjectRule named(Reference field, Rule value) {
        ObjectRule fields = new ObjectRule();
        return features.filtered() ? fields.others(field, value) : fields.others(value);
    }

    private ObjectRule perField() {
        ObjectRule fields = named(Rule.ANY).key(INDEX, "_index");
        return features.filtered() ? fields.key(Rule.LEFT_OUT, "_id").key(FIELD, "_ignored") : fields;
    }

    private ObjectRule shows(ObjectRule rule, Trait trait) {
        return features.filtered() ? rule.shows(trait) : rule;
    }

    private ObjectRule metadata() {
        return object("_type", "_version", "_seq_no", "_primary_term", "found")
                .key(features.filtered() ? FIELD : Rule.SCALAR, "_ignored")
                .key(features.routed() ? Rule.LEFT_OUT : Rule.SCALAR, "_routing")
                .key(INDEX, "_index")
                .key(Rule.to(Reference.ID), "_id")
                .key(source(), "_source")
                .key(perField(), "fields");
    }

    private ObjectRule hitList() {
        return object("max_score")
                .key(object("value", "relation").orElse(Rule.SCALAR), "total")
                .key(hit, "hits");
    }

    private void hits() {
        ObjectRule list = new ObjectRule().key(hitList(), "hits");
        ObjectRule inner = features.renamesFields() ? named(list) : new ObjectRule().others(list);
        // The field of an inner part is named from the outer one on, so no index name stands before it.
        ObjectRule within = object("offset", "field");
        within.key(within, "_nested");
        ObjectRule part = object("offset").key(FIELD, "field").key(within, "_nested");
        shows(part, Trait.PART);
        shows(hit.keys(metadata()), Trait.HIT);
        hit.key(Rule.SCALAR, "_score")
                .key(Rule.ANY, "sort", "matched_queries")
                .key(part, "_nested")
                .key(perField(), "highlight", "ignored_field_values")
                .key(Rule.ANY, "_explanation")
                // Both exist if a hit is explained. A node's id reveals no more than a profile does.
                .key(features.filtered() ? Rule.LEFT_OUT : TEXT, "_shard")
                .key(features.filtered() ? Rule.LEFT_OUT : Rule.SCALAR, "_node")
                .key(inner, "inner_hits");
    }

    private void documents() {
        plain.put(AnswerKind.DOCUMENT, metadata());
        ObjectRule written = object(
                        "_type", "_version", "_seq_no", "_primary_term", "result", "forced_refresh", "receipt")
                .key(INDEX, "_index")
                .key(Rule.to(Reference.ID), "_id")
                .key(shards, "_shards")
                .key(metadata(), "get");
        plain.put(AnswerKind.WRITTEN, written);
        ObjectRule item = failing(written.copy());
        plain.put(
                AnswerKind.BULK,
                object("took", "errors", "ingest_took")
                        .key(
                                shows(new ObjectRule().key(item, "index", "create", "update", "delete"), Trait.RESULT),
                                "items"));
        ObjectRule got = metadata().key(error, "error").shows(Trait.RESULT);
        plain.put(AnswerKind.MGET, new ObjectRule().key(got, "docs"));
        ObjectRule terms = object("_type", "_version", "found", "took")
                .key(INDEX, "_index")
                .key(Rule.to(Reference.ID), "_id")
                .key(Rule.ANY, "term_vectors");
        plain.put(AnswerKind.TERM_VECTORS, terms);
        plain.put(
                AnswerKind.SEVERAL_TERM_VECTORS,
                new ObjectRule().key(terms.copy().key(error, "error"), "docs"));
    }

    private ObjectRule search(Rule aggregations) {
        ObjectRule option =
                hit.copy().key(Rule.ANY, "text", "highlighted", "score", "freq", "collate_match", "contexts");
        ObjectRule suggestion = object("text", "offset", "length").key(option, "options");
        ObjectRule search = object("took", "timed_out");
        // It reveals how many shards could not be skipped, whichever tenants' documents they hold.
        search.key(features.shared() ? Rule.LEFT_OUT : Rule.SCALAR, "num_reduce_phases");
        search.key(earlyEnd(), "terminated_early");
        if (!features.filtered()) {
            search.key(texts, "profile");
        }
        return search.key(Rule.to(Reference.SCROLL), "_scroll_id")
                .key(Rule.to(Reference.POINT_IN_TIME), "pit_id")
                .key(shards, "_shards")
                .key(hitList(), "hits")
                .key(aggregations, "aggregations")
                .key(new ObjectRule().others(suggestion), "suggest");
    }

    /** It reveals whether segments follow the last one that was looked at, whichever tenants' documents they hold. */
    private Rule earlyEnd() {
        return features.shared() ? Rule.LEFT_OUT : Rule.SCALAR;
    }

    private void searches() {
        ObjectRule search = search(features.shared() ? OneByOne.hideIn(new ObjectRule().others(Rule.ANY)) : Rule.ANY);
        plain.put(AnswerKind.SEARCH, search);
        plain.put(AnswerKind.MSEARCH, object("took").key(failing(search.copy()).shows(Trait.RESULT), "responses"));
        plain.put(
                AnswerKind.COUNT,
                object("count").key(earlyEnd(), "terminated_early").key(shards, "_shards"));
        ObjectRule explained = object("shard", "valid").key(INDEX, "index").key(TEXT, "explanation", "error");
        plain.put(AnswerKind.VALIDATION, object("valid").key(shards, "_shards").key(explained, "explanations"));
        plain.put(
                AnswerKind.EXPLANATION,
                object("_type", "matched")
                        .key(INDEX, "_index")
                        .key(Rule.to(Reference.ID), "_id")
                        .key(features.renamesFields() ? explanation() : Rule.ANY, "explanation")
                        .key(metadata(), "get"));
        ObjectRule capability = object("type", "metadata_field", "searchable", "aggregatable", "time_series_dimension")
                .key(Rule.SCALAR, "time_series_metric")
                .key(INDEX, "indices", "non_searchable_indices", "non_aggregatable_indices", "non_dimension_indices")
                .key(Rule.LEFT_OUT, "metric_conflicts_indices")
                .key(Rule.ANY, "meta");
        ObjectRule fields = named(Reference.CAPABLE_FIELD, new ObjectRule().others(capability));
        ObjectRule failed = new ObjectRule().key(INDEX, "indices").key(failing(new ObjectRule()), "failure");
        plain.put(
                AnswerKind.FIELD_CAPS,
                object("failed_indices")
                        .key(INDEX, "indices")
                        .key(fields, "fields")
                        .key(failed, "failures"));
        ObjectRule failure = object("status", "shard", "_type", "type")
                .key(Rule.to(Reference.ID), "id")
                .key(INDEX, "index")
                .key(error, "cause", "reason")
                .key(Rule.LEFT_OUT, "node");
        plain.put(
                AnswerKind.BY_QUERY,
                object("took", "timed_out", "total", "updated", "created", "deleted", "batches", "version_conflicts")
                        .key(Rule.SCALAR, "noops", "throttled", "throttled_millis", "throttled_until")
                        .key(Rule.SCALAR, "throttled_until_millis", "requests_per_second")
                        .key(Rule.SCALAR, "slice_id")
                        .key(TEXT, "canceled")
                        .key(Rule.ANY, "retries")
                        .key(slice(), "slices")
                        .key(failure, "failures"));
        plain.put(
                AnswerKind.POINT_IN_TIME,
                object("creation_time", "succeeded", "num_freed")
                        .key(Rule.to(Reference.POINT_IN_TIME), "id", "pit_id")
                        .key(shards, "_shards")
                        .key(object("successful").key(Rule.to(Reference.POINT_IN_TIME), "pit_id"), "pits"));
    }

    /** What became of one of several changes of aliases, in Elasticsearch 8. */
    private ObjectRule actionResult() {
        return object("status")
                .key(object("type").key(INDEX, "indices", "aliases"), "action")
                .key(error, "error");
    }

    /** The result of one slice of an update or delete by query, or why there is none. */
    private ObjectRule slice() {
        return object("slice_id", "total", "updated", "created", "deleted", "batches", "version_conflicts", "noops")
                .key(Rule.SCALAR, "throttled", "throttled_millis", "throttled_until", "throttled_until_millis")
                .key(Rule.SCALAR, "requests_per_second", "canceled", "type")
                .key(TEXT, "reason")
                .key(error, "caused_by", "root_cause", "suppressed", "failed_shards")
                .key(Rule.ANY, "retries");
    }

    /**
     * Aggregations that contain hits, or whose buckets are indices: every value is visited. Clients choose the names of
     * aggregations and keyed buckets, which may also be {@code hits}, {@code buckets} or {@code key}.
     */
    private ObjectRule aggregations(boolean indexKeys) {
        ObjectRule inside = new ObjectRule();
        ObjectRule bucket = new ObjectRule();
        ObjectRule hits = new ObjectRule();
        ObjectRule list = new ObjectRule();
        hits.key(list, "hits").key(bucket, "buckets").others(inside).orElse(Rule.ANY);
        // What is no object is no document: clients choose what "meta" holds.
        list.key(list, "hits").key(bucket, "buckets").others(inside).orElse(Rule.ANY);
        list.orArrayOf(hit.copy().orElse(Rule.ANY));
        inside.key(hits, "hits").key(bucket, "buckets").others(inside).orElse(Rule.ANY);
        bucket.key(indexKeys ? inside.copy().orElse(Rule.to(Reference.BUCKET)) : inside, "key")
                .key(hits, "hits")
                .key(bucket, "buckets")
                .others(bucket)
                .orElse(Rule.ANY);
        ObjectRule named = new ObjectRule().others(inside);
        return features.shared() ? OneByOne.hideIn(named) : named;
    }

    /** The explanation of a score, in texts that name fields. */
    private static ObjectRule explanation() {
        ObjectRule explanation = object("value").key(TEXT, "description");
        return explanation.key(explanation, "details");
    }

    private Rule mappings() {
        return switch (features) {
            case Features.IndexPerTenant unused -> Rule.ANY;
            case Features.Shared unused -> named(Rule.ANY).key(named(Rule.ANY), "properties");
            case Features.Nested unused -> {
                Rule properties = new Rule.Whole(Frame.SHOWN_PROPERTIES, new ObjectRule().others(mappedIndex()));
                yield new Rule.Whole(
                        Frame.SHOWN_MAPPING,
                        new ObjectRule().key(properties, "properties").others(Rule.ANY));
            }
        };
    }

    /** The mapping of an index that is a field of the physical index. */
    private static ObjectRule mappedIndex() {
        return mapped().copy().key(Rule.LEFT_OUT, "type");
    }

    /** A mapping or a field in it, with references to other fields by their full paths. */
    private static ObjectRule mapped() {
        ObjectRule field = new ObjectRule();
        ObjectRule fields = new ObjectRule().others(field);
        ObjectRule context = new ObjectRule().key(FIELD, "path").others(Rule.ANY);
        return field.key(FIELD, "path", "copy_to")
                .key(fields, "properties", "fields")
                .key(context, "contexts")
                .others(Rule.ANY);
    }

    private void indices() {
        // In the nested layout, an operation on the physical index names none of the tenant's indices in its failures.
        Rule failing = features.joinsIndices() ? Rule.to(Reference.INDEX_OR_NOTHING) : INDEX;
        ObjectRule failed = failure().change("index", failing);
        plain.put(AnswerKind.REFRESHED, new ObjectRule().key(shards.copy().change("failures", failed), "_shards"));
        ObjectRule aliases = new ObjectRule().others(Reference.INDEX_OR_NOTHING, Rule.ANY);
        ObjectRule one = new ObjectRule()
                .key(mappings(), "mappings")
                .key(aliases, "aliases")
                .key(AdministrationAnswers.settings(), "settings")
                .key(Rule.ANY, "defaults");
        ObjectRule byIndex = new ObjectRule();
        byIndex.key(error.copy().others(Rule.LEFT_OUT), "_shards").others(Reference.INDEX, one);
        plain.put(AnswerKind.BY_INDEX, byIndex);
        plain.put(
                AnswerKind.ACKNOWLEDGED,
                object("acknowledged", "shards_acknowledged", "succeeded", "num_freed", "errors")
                        .key(INDEX, "index")
                        .key(actionResult(), "action_results")
                        .key(shards, "_shards"));
        ObjectRule row = new ObjectRule().others(TEXT);
        CatTable.INDEX.forEach(column -> row.key(INDEX, column));
        plain.put(AnswerKind.ROWS, row);
        plain.putAll(new AdministrationAnswers(features, shards, error).rules());
        plain.put(
                AnswerKind.SERVER,
                object("name", "cluster_name", "cluster_uuid", "tagline").key(Rule.ANY, "version"));
    }
}
