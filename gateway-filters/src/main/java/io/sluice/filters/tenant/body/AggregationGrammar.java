package io.sluice.filters.tenant.body;

import static io.sluice.filters.tenant.body.Vocabulary.FIELD;
import static io.sluice.filters.tenant.body.Vocabulary.REPEATED;
import static io.sluice.filters.tenant.body.Vocabulary.SHOWN_FORMAT;
import static io.sluice.filters.tenant.body.Vocabulary.object;

import io.sluice.filters.search.AggregationLevels;
import io.sluice.filters.search.SearchBounds;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.grammar.Tally;
import io.sluice.filters.tenant.grammar.Trait;

/** The aggregations that tenants may use, with all their parameters. */
final class AggregationGrammar {

    private static final String BOX = "geo_bounds";
    private static final String WIDTH = "variable_width_histogram";
    private static final String RARE = "rare_terms";
    private static final String SAMPLER = "sampler";
    private static final String MATRIX = "adjacency_matrix";
    // Elasticsearch 7.17 makes date buckets from the earliest to the latest date of all documents. A geo_bounds fails
    // in an empty bucket, and a variable_width_histogram in more than one.
    private static final String EMPTY_DATES = "below another aggregation it fails depending on others' documents";
    private static final String ORDER =
            "below another aggregation its own ones are mixed up depending on others' documents";

    // A server rounds dates in two ways, by how far apart all tenants' dates are; in nights in which clocks were
    // changed oddly they differ,
    // and an offset moves such a night to any date.
    private static final Rule PATH = Rule.to(Reference.BUCKETS_PATH);
    /** High-level REST clients send 0 with each aggregation. */
    private static final Rule NO_OFFSET =
            Rule.oneOf("in some time zones buckets would tell how far apart others' dates are", "0", "0ms", "0s");

    private static final Rule SAMPLED =
            Rule.within(SearchBounds.SAMPLED, "a server makes room for so many hits, and a node ends for all tenants");

    private static final int MOST = 1000;
    private static final int TOGETHER = 10 * MOST;
    private static final String COMPARED =
            "a server compares each field with each, for each document, and there must be"
                    + " at most " + SearchBounds.MOST_OF_MATRIX + " in one [matrix_stats], and "
                    + SearchBounds.MOST_OF_MATRICES
                    + " in all of a search";
    private static final Rule COMPARED_FIELDS = new Rule.Few(
            new Rule.Tallied(
                    FIELD, new Tally(SearchBounds.MOST_OF_MATRICES, 10 * SearchBounds.MOST_OF_MATRICES, COMPARED)),
            SearchBounds.MOST_OF_MATRIX,
            COMPARED);
    private static final Tally AGGREGATIONS = new Tally(
            MOST,
            TOGETHER,
            "a search must not have more than " + MOST
                    + " aggregations, for each of which a server makes room, and a request not more than " + TOGETHER);
    private static final int MOST_BUCKETS = 250;
    private static final String MANY_BUCKETS =
            "a search must not name more than " + MOST_BUCKETS + " buckets, for each of which a server makes room";
    private static final int MOST_RANGES = 250;
    private static final String MANY_RANGES = "a search must not have more than " + MOST_RANGES
            + " ranges, as a server looks at those within each other for each document";
    private static final int MOST_PAIRED = 100;
    private static final String PAIRED = "a server looks at each pair of filters, and there must be at most "
            + MOST_PAIRED + " in the adjacency_matrix of a search";
    private static final int MOST_CLUSTERS = 10_000;
    /** So many does a server make where a search does not say how many. */
    private static final int CLUSTERS_OF_A_BUCKET = 50;

    private static final String CLUSTERS = "a server moves all clusters when it makes another";
    private static final int MOST_PERCENTS = 1000;
    private static final String MANY_PERCENTS =
            "an aggregation must not have more than " + MOST_PERCENTS + " percents or values";
    private static final int MOST_SOURCES = 100;

    private static final int MOST_MEMBERS = 20;
    private static final Rule META = object().others(Reference.REPEATED, REPEATED)
            .atMost(new Tally(
                    MOST_MEMBERS,
                    100 * MOST_MEMBERS,
                    "the aggregations of a search must not have more than " + MOST_MEMBERS + " members of meta"));

    private final Vocabulary words;
    private final ObjectRule query;
    private final ObjectRule aggregation = object().nests(AggregationLevels.all());
    private final ObjectRule all =
            object().others(Reference.REPEATED, aggregation).atMost(AGGREGATIONS);
    private final ObjectRule outermost;
    private final ObjectRule topHits = object().shows(Trait.TOP_HITS);

    AggregationGrammar(Vocabulary words, ObjectRule query) {
        this.words = words;
        this.query = query;
        aggregation.key(all, "aggs", "aggregations").key(META, "meta").mayHavePath();
        metrics();
        buckets();
        ranges();
        filters();
        composite();
        siblings();
        parents();
        ObjectRule paired =
                object().others(Reference.REPEATED, query).atMost(new Tally(MOST_PAIRED, 10 * MOST_PAIRED, PAIRED));
        this.outermost = aggregation
                .copy()
                .key(box(), BOX)
                .key(width(), WIDTH)
                .key(rare(), RARE)
                .key(sampler(), SAMPLER)
                .key(matrix(paired), MATRIX);
        aggregation
                .key(notBelow(box(), EMPTY_DATES), BOX)
                .key(notBelow(width(), EMPTY_DATES), WIDTH)
                .key(notBelow(rare(), ORDER), RARE)
                .key(sampler(), SAMPLER)
                .key(notBelow(matrix(paired), ORDER), MATRIX);
    }

    /** Named top-level aggregations. */
    ObjectRule all() {
        ObjectRule named = object().others(Reference.REPEATED, outermost).atMost(AGGREGATIONS);
        return words.features().shared() ? OneByOne.addTo(named) : named;
    }

    /** One top-level aggregation. */
    ObjectRule aggregation() {
        return outermost;
    }

    private ObjectRule box() {
        return values("wrap_longitude");
    }

    private ObjectRule width() {
        return values("initial_buffer")
                .key(Rule.atMost(MOST_CLUSTERS, CLUSTERS), "shard_size")
                .key(Rule.atMost(MOST_CLUSTERS / CLUSTERS_OF_A_BUCKET, CLUSTERS), "buckets");
    }

    private Rule notBelow(Rule rule, String why) {
        return words.features().shared() ? Rule.denied(why) : rule;
    }

    private ObjectRule rare() {
        return values("max_doc_count", "precision").key(partition(), "include", "exclude");
    }

    private static ObjectRule matrix(ObjectRule filters) {
        return object(filters, "filters").key(REPEATED, "separator").key(Rule.SCALAR, "show_only_intersecting");
    }

    // Below another aggregation it needs memory by the number of all documents, too.
    private Rule sampler() {
        return words.features().shared()
                ? Rule.denied("without aggregations below it, it fails where others have documents")
                : object(SAMPLED, "shard_size");
    }

    private static Rule partition() {
        return object(Rule.SCALAR, "partition", "num_partitions").orElse(Rule.to(Reference.EXPRESSION));
    }

    /** The hits of an aggregation; the search grammar adds their rules. */
    ObjectRule topHits() {
        return topHits;
    }

    /** An aggregation over values of a field or script. */
    private ObjectRule values(String... more) {
        return object(FIELD, "field")
                .key(words.script(), "script")
                .key(SHOWN_FORMAT, "format")
                .key(Rule.SCALAR, "value_type", "valueType", "time_zone")
                .key(REPEATED, "missing")
                .key(Rule.SCALAR, more);
    }

    private ObjectRule several() {
        return object(values(), "value", "weight")
                .key(SHOWN_FORMAT, "format")
                .key(Rule.SCALAR, "value_type", "valueType");
    }

    private void metrics() {
        aggregation.key(values(), "avg", "sum", "min", "max", "value_count", "stats");
        aggregation.key(values("sigma"), "extended_stats");
        aggregation.key(values("precision_threshold", "execution_hint", "rehash"), "cardinality");
        ObjectRule percentiles = values("keyed", "compression")
                .key(new Rule.Few(Rule.SCALAR, MOST_PERCENTS, MANY_PERCENTS), "percents", "values")
                .key(object(Rule.SCALAR, "compression", "execution_hint"), "tdigest")
                .key(object(Rule.SCALAR, "number_of_significant_value_digits"), "hdr");
        aggregation.key(percentiles, "percentiles", "percentile_ranks");
        aggregation.key(values("compression"), "median_absolute_deviation", "boxplot");
        aggregation.key(values("show_distribution"), "string_stats");
        aggregation.key(several(), "weighted_avg");
        aggregation.key(values(), "geo_centroid");
        ObjectRule matrix =
                object(COMPARED_FIELDS, "fields").key(Rule.SCALAR, "mode").key(Rule.ANY, "missing");
        aggregation.key(
                words.features().renamesFields()
                        ? Rule.denied("its response names fields in places that are not translated")
                        : matrix,
                "matrix_stats");
        aggregation.key(
                object(words.script(), "init_script", "map_script", "combine_script", "reduce_script")
                        .key(Rule.ANY, "params"),
                "scripted_metric");
        aggregation.key(topHits, "top_hits");
    }

    // A server compares these with physical index names.
    private static Rule chosen() {
        return object(Rule.SCALAR, "partition", "num_partitions").orElse(Rule.to(Reference.BUCKET_CHOICE));
    }

    private void buckets() {
        ObjectRule order = object().others(Rule.SCALAR);
        // With 0, even a filtered search lists the terms of all documents of an index.
        Rule zero = words.features().shared() ? Rule.to(Reference.POSITIVE) : Rule.SCALAR;
        ObjectRule terms = values("size", "shard_size", "shard_min_doc_count", "show_term_doc_count_error")
                .key(Rule.SCALAR, "collect_mode")
                .key(words.features().shared() ? Rule.to(Reference.EXECUTION_HINT) : Rule.SCALAR, "execution_hint")
                .key(zero, "min_doc_count")
                .key(order, "order")
                .key(words.features().filtered() ? partition() : chosen(), "include", "exclude");
        aggregation.key(
                collected(
                        terms.change("field", Rule.to(Reference.BUCKET_FIELD)),
                        ObjectRule.Required.COLLECT_MODE,
                        ObjectRule.Required.EXECUTION_HINT),
                "terms");
        aggregation.key(
                collected(
                        object(values(), "terms")
                                .key(
                                        Rule.SCALAR,
                                        "size",
                                        "shard_size",
                                        "shard_min_doc_count",
                                        "show_term_doc_count_error")
                                .key(Rule.SCALAR, "collect_mode")
                                .key(zero, "min_doc_count")
                                .key(order, "order"),
                        ObjectRule.Required.COLLECT_MODE),
                "multi_terms");
        aggregation.key(significant(), "significant_terms");
        aggregation.key(significant(), "significant_text");
        ObjectRule bounds = object(Rule.SCALAR, "min", "max");
        ObjectRule histogram = values("interval", "offset", "keyed", "min_doc_count")
                .key(order, "order")
                .key(bounds, "extended_bounds", "hard_bounds");
        aggregation.key(histogram, "histogram");
        ObjectRule dates = histogram.copy().key(Rule.SCALAR, "calendar_interval", "fixed_interval");
        if (words.features().shared()) {
            dates.change(
                    "hard_bounds", Rule.denied("it fails depending on others' dates, where these are `date_nanos`"));
            dates.change("offset", NO_OFFSET);
        }
        aggregation.key(dates, "date_histogram");
        aggregation.key(
                words.features().shared()
                        ? Rule.denied("its buckets and its errors tell of others' dates")
                        : values("buckets", "minimum_interval"),
                "auto_date_histogram");
        Rule box = Rule.ANY;
        aggregation.key(values("precision", "size", "shard_size").key(box, "bounds"), "geohash_grid", "geotile_grid");
        aggregation.key(values(), "missing");
    }

    // A server's own choice depends on the values in all documents: when it looks into buckets by their number, and,
    // with global
    // ordinals, whether it counts segments side by side.
    private ObjectRule collected(ObjectRule terms, ObjectRule.Required... chosen) {
        if (words.features().shared()) {
            for (ObjectRule.Required each : chosen) {
                terms.requires(each);
            }
        }
        return terms;
    }

    // Their background set is the whole index.
    private Rule significant() {
        ObjectRule method = object(Rule.SCALAR, "include_negatives", "background_is_superset");
        return words.ownOnly(object(FIELD, "field", "source_fields")
                .key(Rule.SCALAR, "size", "shard_size", "min_doc_count", "shard_min_doc_count", "execution_hint")
                .key(SHOWN_FORMAT, "format")
                .key(Rule.SCALAR, "filter_duplicate_text", "value_type")
                .key(Rule.to(Reference.EXPRESSION), "include", "exclude")
                .key(query, "background_filter")
                .key(method, "jlh", "mutual_information", "chi_square", "gnd", "percentage")
                .key(object(words.script(), "script"), "script_heuristic"));
    }

    private void ranges() {
        ObjectRule range = object(Rule.SCALAR, "from", "to", "mask", "from_as_string", "to_as_string")
                .key(REPEATED, "key");
        Rule counted = new Rule.Tallied(range, new Tally(MOST_RANGES, 10 * MOST_RANGES, MANY_RANGES));
        ObjectRule ranges = values("keyed").key(counted, "ranges");
        aggregation.key(words.countedRanges(ranges), "range", "date_range");
        aggregation.key(ranges, "ip_range");
        aggregation.key(
                values("keyed", "unit", "distance_type")
                        .key(Rule.ANY, "origin", "point", "center", "por")
                        .key(counted, "ranges"),
                "geo_distance");
    }

    private void filters() {
        aggregation.key(query, "filter");
        Tally tally = new Tally(MOST_BUCKETS, 10 * MOST_BUCKETS, MANY_BUCKETS);
        ObjectRule named =
                object().others(Reference.REPEATED, query).atMost(tally).orArrayOf(new Rule.Tallied(query, tally));
        aggregation.key(
                object(named, "filters")
                        .key(Rule.SCALAR, "other_bucket", "keyed")
                        .key(REPEATED, "other_bucket_key"),
                "filters");
        aggregation.key(
                words.features().filtered()
                        ? Rule.denied("it counts documents that the filter does not restrict")
                        : object(),
                "global");
        aggregation.key(object(words.outerNestedPath(), "path"), "nested");
        ObjectRule back = object(words.pathBack(), "path");
        aggregation.key(words.features().filtered() ? back.shows(Trait.WAY_BACK) : back, "reverse_nested");
        aggregation.key(words.ownOnly(object(Rule.SCALAR, "type")), "children", "parent");
        aggregation.key(
                words.features().shared()
                        ? Rule.denied("documents without a value are taken for ones with the least of all tenants")
                        : values("max_docs_per_value", "execution_hint").key(SAMPLED, "shard_size"),
                "diversified_sampler");
    }

    private void composite() {
        ObjectRule source = values("order", "missing_bucket", "missing_order", "interval", "calendar_interval")
                .key(Rule.SCALAR, "fixed_interval", "offset", "precision")
                .key(Rule.ANY, "bounds");
        if (words.features().shared()) {
            source.change(
                    "missing_order",
                    Rule.denied("behind an `after` that no document has, buckets would tell whether others have it"));
        }
        ObjectRule dates = source.copy();
        ObjectRule terms = source.copy();
        if (words.features().shared()) {
            dates.change("offset", NO_OFFSET);
            terms.change(
                    "order",
                    Rule.oneOf("behind an `after` above all words of all tenants it fails in descending order", "asc"));
        }
        ObjectRule kinds =
                object(source, "histogram", "geotile_grid").key(terms, "terms").key(dates, "date_histogram");
        aggregation.key(
                object(Rule.SCALAR, "size")
                        .key(
                                new Rule.Few(
                                        object().others(kinds),
                                        MOST_SOURCES,
                                        "a composite must not have more than " + MOST_SOURCES + " sources"),
                                "sources")
                        .key(object().others(Rule.SCALAR), "after"),
                "composite");
    }

    private static ObjectRule path(String... more) {
        return object(Rule.SCALAR, "gap_policy")
                .key(SHOWN_FORMAT, "format")
                .key(PATH, "buckets_path")
                .key(Rule.SCALAR, more);
    }

    private void siblings() {
        aggregation.key(path(), "avg_bucket", "max_bucket", "min_bucket", "sum_bucket", "stats_bucket");
        aggregation.key(path("sigma"), "extended_stats_bucket");
        aggregation.key(path("percents", "keyed"), "percentiles_bucket");
    }

    private void parents() {
        ObjectRule paths = object().others(PATH).orElse(PATH);
        ObjectRule scripted = object(paths, "buckets_path")
                .key(Rule.SCALAR, "gap_policy")
                .key(SHOWN_FORMAT, "format")
                .key(words.script(), "script");
        aggregation.key(path("unit"), "derivative");
        aggregation.key(path(), "cumulative_sum", "cumulative_cardinality");
        aggregation.key(path("lag"), "serial_diff");
        aggregation.key(path("window", "shift").key(words.script(), "script"), "moving_fn");
        aggregation.key(
                path("window", "model", "minimize", "predict").key(object().others(Rule.SCALAR), "settings"),
                "moving_avg");
        aggregation.key(scripted, "bucket_script", "bucket_selector");
        Rule sort = object().others(
                        Reference.BUCKETS_PATH, object(Rule.SCALAR, "order").orElse(Rule.SCALAR))
                .orElse(PATH);
        aggregation.key(object(Rule.SCALAR, "from", "size", "gap_policy").key(sort, "sort"), "bucket_sort");
    }
}
