package io.sluice.dist;

import static io.sluice.dist.EqualDice.a;
import static io.sluice.dist.EqualDice.o;
import static io.sluice.dist.EqualDocuments.MISSING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** A random query of each type. Compound queries are nested to a small depth. */
final class EqualQueries {

    private static final int DEPTH = 2;

    private final EqualDice dice;
    private final EqualDocuments documents;
    private final boolean apart;
    private final boolean ownFields;
    private final boolean keywordIndex;
    private final Map<String, Supplier<ObjectNode>> types = new TreeMap<>();
    private final List<String> allowed;
    private int depth;

    EqualQueries(EqualDice dice, EqualDocuments documents, EqualTables tables) {
        this.dice = dice;
        this.documents = documents;
        this.apart = tables.apart();
        this.ownFields = tables.ownFields();
        this.keywordIndex = tables.layout().oneIndexARequest();
        terms();
        texts();
        compounds();
        scores();
        joins();
        places();
        spans();
        this.allowed =
                types.keySet().stream().filter(tables.queries()::contains).toList();
    }

    /** All types that this class generates. */
    Set<String> types() {
        return types.keySet();
    }

    /** The types that the tables allow. */
    List<String> allowed() {
        return allowed;
    }

    /** A query of any allowed type. */
    ObjectNode any() {
        if (depth > DEPTH) {
            return o("term", o("k", dice.word()));
        }
        String type = dice.of(allowed);
        // No query by itself; what a server says of it depends on which shard answers first.
        return of(type.equals("span_gap") ? "match_all" : type);
    }

    /** A query of a type. */
    ObjectNode of(String type) {
        depth++;
        try {
            return o(type, types.get(type).get());
        } finally {
            depth--;
        }
    }

    /** One of the choices; the last ones only if no other tenant's documents have the same fields. */
    private ObjectNode where(int ownOnly, ObjectNode... choices) {
        return dice.ofFirst(ownFields ? choices.length : choices.length - ownOnly, choices);
    }

    /** An object with a script, or without where scripts are denied; a server has an error for that. */
    private ObjectNode scripted(String name, String source) {
        return apart ? o(name, o("source", source)) : o();
    }

    private ObjectNode named(ObjectNode query) {
        dice.sometimes(query, 6, "boost", dice.between(1, 5) / 2.0);
        dice.sometimes(query, 6, "_name", dice.word());
        return query;
    }

    private void add(String type, Supplier<ObjectNode> query) {
        types.put(type, () -> named(query.get()));
    }

    private void perField(String type, Supplier<ObjectNode> inner, String... fields) {
        types.put(type, () -> o(dice.of(fields), named(inner.get())));
    }

    private void terms() {
        add("match_all", () -> o());
        add("match_none", () -> o());
        types.put(
                "term",
                () -> dice.of(
                        o("k", dice.word()),
                        o("kk", o("value", dice.word(), "boost", 2)),
                        o("k", o("value", "AMBER", "case_insensitive", true)),
                        o("n", dice.below(30)),
                        o("big", 9_007_199_254_740_993L + dice.below(5)),
                        o("addr", "10.0.0.0/28"),
                        o("b", true),
                        o("_index", dice.of("logs", "orders", keywordIndex ? "log" : "l*", MISSING)),
                        o("_id", documents.id()),
                        o("obj.a", dice.word()),
                        o("n", "no number")));
        types.put(
                "terms",
                () -> named(where(
                        2,
                        o("k", a(dice.word(), dice.word())),
                        o("n", a(dice.below(30), dice.below(30), dice.below(30))),
                        o("_index", a("orders", MISSING)),
                        o("_id", a(documents.id(), documents.id())),
                        o("tags", lookup("tags", "logs", "orders")),
                        o("k", lookup("k", "logs", MISSING)))));
        types.put(
                "prefix",
                () -> dice.of(
                        o("k", dice.word().substring(0, 1)),
                        o("t.raw", o("value", dice.word().substring(0, 2), "case_insensitive", true)),
                        o("_index", "log")));
        types.put(
                "wildcard",
                () -> dice.of(
                        o("k", "*" + dice.word().substring(1, 3) + "*"),
                        o("t", o("wildcard", dice.word().substring(0, 1) + "*", "boost", 3)),
                        o("_index", o("value", "*s"))));
        perField("fuzzy", () -> o("value", dice.word().replace('e', 'a'), "fuzziness", "AUTO"), "k", "t");
        perField("regexp", () -> o("value", dice.of("[a-e].*", ".*e.", "(amber|birch)"), "flags", "ALL"), "k", "t");
        perField(
                "terms_set",
                () -> o("terms", a(dice.word(), dice.word(), dice.word()), "minimum_should_match_field", "obj.c"),
                "tags");
        types.put(
                "range",
                () -> dice.of(
                        o("n", named(o("gte", dice.below(15), "lt", 15 + dice.below(15)))),
                        o("d", o("from", 3, "to", 80.5, "include_lower", false)),
                        o("at", o("gte", dice.day() + "||-7d/d", "lte", "2026-02-20", "time_zone", "+02:00")),
                        o("at", o("gt", "15/01/2026", "format", "dd/MM/yyyy")),
                        o("k", o("gt", "c", "lte", "h")),
                        o("addr", o("gte", "10.0.0.5", "lte", "10.0.0.30")),
                        o(
                                "span",
                                o(
                                        "gte",
                                        dice.below(10),
                                        "lte",
                                        12,
                                        "relation",
                                        dice.of("within", "intersects", "contains")))));
        add("exists", () -> o("field", dice.of("maybe", "items", "obj.a", "nosuch", "link", "k*")));
        add("ids", () -> o("values", a(documents.id(), documents.id(), documents.questionId())));
        add("script", () -> scripted("script", "doc['n'].value > " + dice.below(25)));
    }

    private ObjectNode lookup(String field, String... indices) {
        return o("index", documents.indices().named(indices), "id", documents.id(), "path", field);
    }

    private void texts() {
        types.put(
                "match",
                () -> where(
                        1,
                        o("t", dice.words(1, 3)),
                        o(
                                "tv",
                                named(o(
                                        "query",
                                        dice.words(1, 4),
                                        "operator",
                                        dice.of("and", "or"),
                                        "zero_terms_query",
                                        "all"))),
                        o("t", o("query", dice.words(3, 5), "minimum_should_match", "2<75%")),
                        o("_index", "logs"),
                        o("n", o("query", "none", "lenient", dice.in(2))),
                        o("t", o("query", dice.word().replace('a', 'o'), "fuzziness", 1, "prefix_length", 1))));
        perField("match_phrase", () -> o("query", dice.words(1, 3), "slop", dice.below(4)), "t", "tv");
        perField(
                "match_phrase_prefix",
                () -> o("query", dice.word() + " " + dice.word().substring(0, 1), "max_expansions", 20),
                "t",
                "tv");
        perField(
                "match_bool_prefix",
                () -> o("query", dice.word() + " " + dice.word().substring(0, 2)),
                "t",
                "tv");
        perField(
                "common", () -> o("query", dice.words(2, 3), "cutoff_frequency", 0.2, "low_freq_operator", "and"), "t");
        add(
                "multi_match",
                () -> o(
                        "query",
                        dice.words(1, 3),
                        "fields",
                        a("t^2", "tv", dice.of("fd", "k", "t*")),
                        "lenient",
                        true,
                        "type",
                        dice.of("best_fields", "most_fields", "cross_fields", "phrase", "bool_prefix")));
        add(
                "combined_fields",
                () -> o("query", dice.words(1, 3), "fields", a("t", "tv^2"), "operator", dice.of("or", "and")));
        add(
                "simple_query_string",
                () -> o(
                        "query",
                        dice.word() + " + " + dice.word() + "* | -" + dice.word(),
                        "fields",
                        a("t", "tv^3", "obj.*"),
                        "lenient",
                        true));
        add(
                "query_string",
                () -> o(
                        "query",
                        dice.of(
                                "t:" + dice.word() + " AND NOT k:" + dice.word(),
                                "n:[3 TO 20] OR at:{2026-01-10 TO *}",
                                dice.word() + (ownFields ? "~1 \"" : " \"") + dice.words(2, 2) + "\"~3",
                                "_exists_:maybe tv:" + dice.word().substring(0, 2) + "*",
                                "t:(unclosed"),
                        "default_field",
                        "t"));
        types.put(
                "intervals",
                () -> o(
                        dice.of("t", "tv"),
                        where(
                                2,
                                named(o(
                                        "match",
                                        o(
                                                "query",
                                                dice.words(2, 3),
                                                "max_gaps",
                                                dice.below(5),
                                                "ordered",
                                                dice.in(2)))),
                                o("all_of", notContaining(o("match", o("query", dice.word())))),
                                o(
                                        "any_of",
                                        o(
                                                "intervals",
                                                a(
                                                        o("match", o("query", dice.word())),
                                                        seldom("prefix", o("prefix", "a"))))),
                                o(
                                        "all_of",
                                        notContaining(
                                                seldom("wildcard", o("pattern", "*e*")),
                                                seldom("fuzzy", o("term", dice.word())))))));
        add(
                "more_like_this",
                () -> o(
                        "fields",
                        a("t", "tv"),
                        "min_term_freq",
                        1,
                        "min_doc_freq",
                        1,
                        "max_query_terms",
                        8,
                        "like",
                        a(dice.words(3, 6), o("_index", "logs", "_id", documents.id()), o("_id", documents.id())),
                        "unlike",
                        a(dice.word())));
    }

    // A search may have two of them, and has several queries.
    private ObjectNode seldom(String type, ObjectNode source) {
        return dice.in(6) ? o(type, source) : o("match", o("query", dice.word()));
    }

    private ObjectNode notContaining(ObjectNode... intervals) {
        return o(
                "intervals",
                a((Object[]) intervals),
                "filter",
                o("not_containing", o("match", o("query", dice.word()))));
    }

    private ArrayNode several(int most) {
        ArrayNode queries = a();
        for (int i = dice.between(1, most); i > 0; i--) {
            queries.add(any());
        }
        return queries;
    }

    private void compounds() {
        add("bool", () -> {
            ObjectNode bool = o();
            dice.sometimes(bool, 2, "must", several(2));
            dice.sometimes(bool, 3, "filter", dice.in(2) ? any() : several(2));
            dice.sometimes(bool, 2, "should", several(3));
            dice.sometimes(bool, 4, "must_not", any());
            dice.sometimes(bool, 4, "minimum_should_match", 1);
            return bool;
        });
        add("boosting", () -> o("positive", any(), "negative", any(), "negative_boost", 0.5));
        add("constant_score", () -> o("filter", any()));
        add("dis_max", () -> o("queries", several(3), "tie_breaker", 0.25));
    }

    private void scores() {
        add("function_score", () -> {
            List<JsonNode> functions = new ArrayList<>();
            for (int i = dice.between(1, 3); i > 0; i--) {
                functions.add(function());
            }
            return o(
                    "query",
                    any(),
                    "functions",
                    functions,
                    "score_mode",
                    dice.of("sum", "avg", "max", "min"),
                    "boost_mode",
                    dice.of("multiply", "sum", "replace"));
        });
        add(
                "script_score",
                () -> scripted("script", "_score + doc['n'].value").set("query", o("exists", o("field", "n"))));
        add("knn", this::neighbours);
        add(
                "distance_feature",
                () -> dice.of(
                        o("field", "at", "origin", "2026-01-20", "pivot", "7d"),
                        o("field", "g", "origin", dice.point(), "pivot", "100km")));
        add(
                "rank_feature",
                () -> where(
                        1,
                        o("field", "rank", "saturation", o("pivot", 8)),
                        o("field", "rank", "log", o("scaling_factor", 4)),
                        // The pivot is made of the values in the whole index.
                        o("field", "rank")));
    }

    /** kNN search, which none of these servers supports: see TenantNeighboursIT. */
    ObjectNode neighbours() {
        return o("field", "n", "query_vector", a(1, 2), "k", 2, "num_candidates", 5);
    }

    /** One function; random scores are weighed to nothing, since a server draws them from the index's name. */
    private ObjectNode function() {
        ObjectNode function = dice.of(
                o("field_value_factor", o("field", "n", "factor", 1.5, "modifier", "log1p", "missing", 1)),
                o("gauss", o("at", o("origin", dice.day(), "scale", "10d", "offset", "1d", "decay", 0.4))),
                o("exp", o("g", o("origin", dice.point(), "scale", "300km"))),
                o("linear", o("n", o("origin", 10, "scale", 20), "multi_value_mode", "avg")),
                o("weight", dice.between(1, 4)),
                o("random_score", o("seed", 7, "field", "n"), "weight", 0));
        dice.sometimes(function, 3, "filter", any());
        return function;
    }

    private ObjectNode innerHits(String sort) {
        return o(
                "size",
                dice.between(1, 3),
                "name",
                dice.word() + dice.below(1 << 30),
                "sort",
                a(sort),
                "_source",
                dice.in(2));
    }

    private void joins() {
        add("nested", () -> {
            ObjectNode nested = o(
                    "path",
                    "items",
                    "score_mode",
                    dice.of("avg", "max", "none"),
                    "query",
                    dice.of(
                            o("term", o("items.k", dice.word())),
                            o("match", o("items.t", dice.words(1, 2))),
                            o("range", o("items.n", o("gt", 3)))));
            dice.sometimes(nested, 3, "inner_hits", innerHits("_doc"));
            return nested;
        });
        add("has_child", () -> {
            ObjectNode query = o("type", "answer", "query", any(), "score_mode", dice.of("none", "max", "sum"));
            dice.sometimes(query, 3, "inner_hits", innerHits("uid"));
            return query;
        });
        add("has_parent", () -> {
            ObjectNode query = o("parent_type", "question", "query", any(), "score", dice.in(2));
            dice.sometimes(query, 3, "inner_hits", innerHits("uid"));
            return query;
        });
        add("parent_id", () -> o("type", "answer", "id", documents.questionId(), "ignore_unmapped", true));
    }

    private void places() {
        new EqualPlaces(dice).types().forEach(this::add);
    }

    private void spans() {
        new EqualSpans(dice)
                .types()
                .forEach((type, query) ->
                        types.put(type, EqualSpans.PLAIN.contains(type) ? query : () -> named(query.get())));
    }
}
