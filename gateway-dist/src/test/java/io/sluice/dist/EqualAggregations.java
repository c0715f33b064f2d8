package io.sluice.dist;

import static io.sluice.dist.EqualDice.a;
import static io.sluice.dist.EqualDice.o;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** A random aggregation of each type; pipelines come with the buckets that they read. */
final class EqualAggregations {

    private static final int DEPTH = 2;

    private final EqualDice dice;
    private final EqualQueries queries;
    private final boolean apart;
    private final boolean ownFields;
    private final Map<String, Supplier<ObjectNode>> types = new TreeMap<>();
    private final Map<String, Supplier<ObjectNode>> siblings = new TreeMap<>();
    private final Map<String, Supplier<ObjectNode>> parents = new TreeMap<>();
    private final List<String> allowed;
    private int depth;

    EqualAggregations(EqualDice dice, EqualQueries queries, EqualTables tables) {
        this.dice = dice;
        this.queries = queries;
        this.apart = tables.apart();
        this.ownFields = tables.ownFields();
        metrics();
        buckets();
        ranges();
        filters();
        pipelines();
        this.allowed =
                allTypes().stream().filter(tables.aggregations()::contains).toList();
    }

    private Set<String> allTypes() {
        Set<String> all = new java.util.TreeSet<>(types.keySet());
        all.addAll(siblings.keySet());
        all.addAll(parents.keySet());
        return all;
    }

    /** All types that this class generates. */
    Set<String> types() {
        return allTypes();
    }

    /** The types that the tables allow. */
    List<String> allowed() {
        return allowed;
    }

    /** Aggregations under their names, one of them of the type. */
    ObjectNode of(String type) {
        if (siblings.containsKey(type)) {
            return o("h", histogram(o()), "p", o(type, siblings.get(type).get()));
        }
        if (parents.containsKey(type)) {
            return o("h", histogram(o("p", o(type, parents.get(type).get()))));
        }
        if (type.equals("reverse_nested")) {
            ObjectNode back = o("reverse_nested", o(), "aggs", o("k", o("terms", o("field", "k"))));
            return o("in", o("nested", o("path", "items"), "aggs", o("back", back)));
        }
        depth++;
        try {
            ObjectNode aggregation = o(type, types.get(type).get());
            boolean mixed = !apart && depth > 1 && MIXED.contains(type);
            if (BUCKETS.contains(type) && depth <= DEPTH && !mixed && dice.in(2)) {
                aggregation.set(dice.of("aggs", "aggregations"), any());
            }
            dice.sometimes(aggregation, 8, "meta", o("m", dice.word()));
            return o(dice.of("one", "two", "hits", "key"), aggregation);
        } finally {
            depth--;
        }
    }

    /** Aggregations of any allowed type. */
    ObjectNode any() {
        String type = dice.of(allowed);
        return of(depth > 0 && !ownFields && OUTERMOST.contains(type) ? "geo_centroid" : type);
    }

    /** In shared indices, these are denied below other aggregations. */
    private static final Set<String> OUTERMOST =
            Set.of("geo_bounds", "variable_width_histogram", "rare_terms", "adjacency_matrix", "sampler");

    /**
     * Below other buckets, servers may assign the sub-buckets of these to the wrong bucket: adjacency_matrix expects
     * them in the order in which the outer buckets appeared, and rare_terms keeps outdated bucket numbers if no term is
     * too frequent. So the result depends on the order of documents in the index.
     */
    private static final Set<String> MIXED = Set.of("adjacency_matrix", "rare_terms");

    private static final Set<String> BUCKETS = Set.of(
            "terms",
            "rare_terms",
            "multi_terms",
            "histogram",
            "date_histogram",
            "auto_date_histogram",
            "geohash_grid",
            "geotile_grid",
            "missing",
            "range",
            "date_range",
            "ip_range",
            "geo_distance",
            "filter",
            "filters",
            "adjacency_matrix",
            "sampler",
            "diversified_sampler",
            "composite",
            "significant_terms");

    private ObjectNode histogram(ObjectNode inner) {
        inner.set("s", o("sum", o("field", "n")));
        return o("histogram", o("field", "n", "interval", 5), "aggs", inner);
    }

    private ObjectNode number(Object... more) {
        ObjectNode values = o("field", dice.of("n", "d", "obj.c", apart ? "big" : "n"));
        values.setAll(o(more));
        dice.sometimes(values, 5, "missing", 3);
        return values;
    }

    /** Makes each shard return all it has if documents are on other shards than on the tenant's own server. */
    private ObjectNode whole(ObjectNode aggregation) {
        return ownFields ? aggregation : aggregation.put("shard_size", 5000);
    }

    private ObjectNode script(ObjectNode aggregation, String script) {
        return apart ? aggregation.put("script", script) : aggregation;
    }

    private void metrics() {
        for (String type : List.of(
                "avg", "sum", "min", "max", "stats", "extended_stats", "median_absolute_deviation", "boxplot")) {
            types.put(type, this::number);
        }
        types.put("value_count", () -> o("field", dice.of("k", "tags", "maybe", apart ? "_id" : "uid", "nosuch")));
        types.put("cardinality", () -> o("field", dice.of("k", "tags", "n", "uid"), "precision_threshold", 1000));
        types.put(
                "percentiles",
                () -> dice.of(
                        number("percents", a(10, 50, 99)), number("hdr", o("number_of_significant_value_digits", 2))));
        types.put("percentile_ranks", () -> number("values", a(5, 20), "keyed", false));
        types.put("string_stats", () -> o("field", "k"));
        types.put("weighted_avg", () -> o("value", o("field", "d"), "weight", o("field", "n", "missing", 2)));
        types.put("geo_bounds", () -> o("field", "g", "wrap_longitude", true));
        types.put("geo_centroid", () -> o("field", "g"));
        types.put("matrix_stats", () -> o("fields", a("n", "d")));
        types.put(
                "scripted_metric",
                () -> !apart
                        ? o("params", o("by", 2))
                        : o(
                                "init_script",
                                "state.c = 0",
                                "map_script",
                                "state.c += params.by",
                                "combine_script",
                                "return state.c",
                                "reduce_script",
                                "long sum = 0; for (s in states) { sum += s } return sum",
                                "params",
                                o("by", 2)));
        types.put("top_hits", () -> {
            ObjectNode hits = o("size", dice.between(1, 3), "sort", a(o("n", "desc"), "uid"), "_source", dice.in(2));
            dice.sometimes(hits, 3, "highlight", o("fields", o("t", o())));
            dice.sometimes(hits, 3, "docvalue_fields", a("k", o("field", "at", "format", "epoch_millis")));
            dice.sometimes(hits, 4, "version", true);
            return hits;
        });
    }

    private void buckets() {
        types.put("terms", () -> {
            ObjectNode terms = o(
                    "field",
                    dice.of("k", "tags", "n", "_index", "kk", "b", "t.raw", "fd"),
                    "size",
                    dice.of(1, 3, 12, 100));
            dice.sometimes(
                    terms,
                    4,
                    "order",
                    dice.of(o("_key", "desc"), o("_count", "asc"), a(o("_count", "desc"), o("_key", "desc"))));
            dice.sometimes(terms, 6, "min_doc_count", dice.between(ownFields ? 0 : 1, 2));
            dice.sometimes(terms, 6, "show_term_doc_count_error", true);
            return whole(terms);
        });
        types.put("rare_terms", () -> o("field", dice.of("k", "tags"), "max_doc_count", dice.between(1, 5)));
        types.put(
                "multi_terms",
                () -> whole(o("terms", a(o("field", "k"), o("field", "b", "missing", false)), "size", 5)));
        types.put("significant_terms", () -> {
            ObjectNode terms = o("field", dice.of("tags", "k"), "min_doc_count", 1, "size", 20);
            dice.sometimes(terms, 2, dice.of("jlh", "gnd", "percentage", "chi_square"), o());
            dice.sometimes(terms, 3, "background_filter", o("range", o("n", o("lt", 20))));
            return terms;
        });
        types.put("significant_text", () -> o("field", "t", "min_doc_count", 1, "filter_duplicate_text", dice.in(2)));
        types.put(
                "histogram", () -> number("interval", dice.between(2, 9), "min_doc_count", dice.below(2), "offset", 1));
        types.put(
                "date_histogram",
                () -> dice.of(
                        o("field", "at", "calendar_interval", "month", "format", "yyyy-MM", "keyed", dice.in(2)),
                        o(
                                "field",
                                "at",
                                "fixed_interval",
                                "7d",
                                "time_zone",
                                "Europe/Paris",
                                "extended_bounds",
                                o("min", "2026-01-01", "max", "2026-03-01"))));
        types.put("auto_date_histogram", () -> o("field", "at", "buckets", dice.between(2, 9)));
        types.put("variable_width_histogram", () -> o("field", "n", "buckets", 3));
        types.put("geohash_grid", () -> whole(o("field", "g", "precision", dice.between(1, 3), "size", 100)));
        types.put(
                "geotile_grid",
                () -> o(
                        "field",
                        "g",
                        "precision",
                        dice.between(3, 6),
                        "bounds",
                        o("top_left", "4,-4", "bottom_right", "-4,4")));
        types.put("missing", () -> o("field", dice.of("maybe", "tags", "nosuch")));
        types.put("composite", () -> {
            ObjectNode composite = o(
                    "size",
                    dice.between(1, 20),
                    "sources",
                    a(
                            o(
                                    "i",
                                    o(
                                            "terms",
                                            o(
                                                    "field",
                                                    dice.of("n", "k"),
                                                    "order",
                                                    dice.of("asc", ownFields ? "desc" : "asc")))),
                            o(
                                    "w",
                                    o(
                                            "date_histogram",
                                            o("field", "at", "fixed_interval", "14d", "format", "yyyy-MM-dd"))),
                            o("m", o("terms", o("field", "maybe", "missing_bucket", true)))));
            return composite;
        });
    }

    private void ranges() {
        types.put(
                "range",
                () -> number(
                        "ranges",
                        a(o("to", 5), o("from", 5, "to", 15, "key", "some"), o("from", 15)),
                        "keyed",
                        dice.in(2)));
        types.put(
                "date_range",
                () -> o(
                        "field",
                        "at",
                        "format",
                        "yyyy-MM-dd",
                        "ranges",
                        a(o("to", dice.day()), o("from", "2026-02-01||/M"))));
        types.put("ip_range", () -> o("field", "addr", "ranges", a(o("mask", "10.0.0.0/28"), o("from", "10.0.0.16"))));
        types.put(
                "geo_distance",
                () -> o(
                        "field",
                        "g",
                        "origin",
                        dice.point(),
                        "unit",
                        "km",
                        "ranges",
                        a(o("to", 200), o("from", 200, "to", 500))));
    }

    private void filters() {
        types.put("filter", queries::any);
        types.put(
                "filters",
                () -> dice.of(
                        o("filters", o("a", queries.any(), "query", queries.any()), "other_bucket", true),
                        o("filters", a(queries.any(), queries.any()))));
        types.put("adjacency_matrix", () -> o("filters", o("a", queries.any(), "b", queries.any()), "separator", "+"));
        types.put("global", () -> o());
        types.put("nested", () -> o("path", "items"));
        types.put("reverse_nested", EqualDice::o);
        types.put("children", () -> o("type", "answer"));
        types.put("parent", () -> o("type", "answer"));
        types.put("sampler", () -> o("shard_size", 1000));
        types.put("diversified_sampler", () -> o("field", "uid", "shard_size", 1000, "max_docs_per_value", 3));
    }

    private void pipelines() {
        for (String type : List.of(
                "avg_bucket",
                "max_bucket",
                "min_bucket",
                "sum_bucket",
                "stats_bucket",
                "extended_stats_bucket",
                "percentiles_bucket")) {
            siblings.put(type, () -> o("buckets_path", dice.of("h>s", "h._count"), "gap_policy", "insert_zeros"));
        }
        parents.put("derivative", () -> o("buckets_path", "s"));
        parents.put("cumulative_sum", () -> o("buckets_path", "_count"));
        parents.put("cumulative_cardinality", () -> o("buckets_path", "s"));
        parents.put("serial_diff", () -> o("buckets_path", "s", "lag", 1));
        parents.put("moving_fn", () -> script(o("buckets_path", "s", "window", 3), "MovingFunctions.max(values)"));
        parents.put(
                "moving_avg", () -> o("buckets_path", "s", "window", 3, "model", "ewma", "settings", o("alpha", 0.5)));
        parents.put("bucket_script", () -> script(o("buckets_path", o("x", "s")), "params.x * 2"));
        parents.put("bucket_selector", () -> script(o("buckets_path", o("x", "s")), "params.x > 40"));
        parents.put("bucket_sort", () -> o("sort", a(o("s", o("order", "desc"))), "size", 3));
    }
}
