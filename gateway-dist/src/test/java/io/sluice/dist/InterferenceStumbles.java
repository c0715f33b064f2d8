package io.sluice.dist;

import static io.sluice.dist.EqualDice.a;
import static io.sluice.dist.EqualDice.o;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Search parts that fail on some documents, or that a server may execute in different ways. Failures reveal which
 * documents it visited, and which way it chose.
 */
final class InterferenceStumbles {

    private static final List<String> NUMBERS = List.of("n", "d", "big", "obj.c", "theirNumber", "items.n");
    private static final List<String> KEYWORDS = List.of("k", "tags", "maybe", "theirs");
    private static final List<String> TEXTS = List.of("t", "tv", "fd", "plain", "theirText");
    private static final List<String> DATES = List.of("at", "theirDate");
    private static final String DAYS = "%dd";

    private final EqualDice dice;
    private final EqualSearches searches;

    InterferenceStumbles(EqualDice dice, EqualSearches searches) {
        this.dice = dice;
        this.searches = searches;
    }

    /** Puts one such part, or several, into the body of a search. */
    ObjectNode into(ObjectNode body) {
        switch (dice.below(6)) {
            case 0, 1 -> body.set("query", query());
            case 2 -> body.set("post_filter", query());
            case 3 -> {
                body.remove(List.of("sort", "collapse"));
                body.set("rescore", o("window_size", 10, "query", o("rescore_query", query())));
            }
            default -> {
                body.remove("aggregations");
                body.set("aggs", aggregation());
            }
        }
        return body;
    }

    /** A search of several shards, one after the other, each of which may be left out for what the ones before it found. */
    EqualRequest inOrder(String endpoint) {
        ObjectNode sort = dice.in(5)
                ? o("items.n", o("order", order(), "nested", o("path", "items", "filter", function("items.n"))))
                : o(dice.of(dice.of(NUMBERS), dice.of(DATES), dice.of(KEYWORDS)), order());
        ObjectNode body = o(
                "size",
                dice.between(1, 3),
                "sort",
                a(sort),
                "query",
                dice.in(3) ? o("match", o("t", dice.words(1, 3))) : function(dice.of(NUMBERS)));
        dice.sometimes(body, 2, "track_total_hits", dice.of(1, true, false));
        dice.sometimes(body, 2, "track_scores", true);
        String target = "/logs,orders/_search?max_concurrent_shard_requests=1&pre_filter_shard_size=1000";
        return new EqualRequest(endpoint, "POST", target, body.toString());
    }

    private String order() {
        return dice.of("asc", "desc");
    }

    /** A function of a field that a document may lack, or that makes a score which no document may have. */
    private ObjectNode function(String field) {
        ObjectNode factor = o("field", field, "factor", dice.of(-1, 1));
        dice.sometimes(factor, 2, "missing", 1);
        ObjectNode function = o("query", found(), "field_value_factor", factor, "boost_mode", "replace");
        dice.sometimes(function, 2, "min_score", 0);
        return o("function_score", function);
    }

    private ObjectNode found() {
        String word = dice.in(2) ? dice.word() : dice.of(InterferenceDocuments.SECRETS);
        return dice.of(
                o("match_all", o()),
                o("prefix", o(dice.of(KEYWORDS), word.substring(0, dice.between(1, 2)))),
                o("match", o(dice.of(TEXTS), word)),
                o("match", o("items.t", word)),
                o("exists", o("field", dice.of(dice.of(NUMBERS), dice.of(KEYWORDS)))));
    }

    private ObjectNode query() {
        String word = dice.in(2) ? dice.word() : dice.of(InterferenceDocuments.SECRETS);
        String none = dice.of("*", "", dice.word());
        return switch (dice.below(8)) {
            case 0 -> function(dice.of(NUMBERS));
            case 1 -> o("bool", o("should", a(function(dice.of(NUMBERS)), dice.of(found(), function("n")))));
            case 2 -> {
                ObjectNode matches = o("intervals", a(o("match", o("query", none)), o("match", o("query", word))));
                matches.put("ordered", dice.in(2));
                yield o("intervals", o(dice.of(TEXTS), o("all_of", matches)));
            }
            case 3 -> o("combined_fields", o("query", dice.word(), "fields", a(dice.of(TEXTS), dice.of(TEXTS))));
            case 4 -> o("match_phrase", o(dice.of("k", "n", "b", dice.of(TEXTS)), o("query", word + " " + none)));
            case 5 -> o("range", o("b", o("gte", dice.in(2))));
            case 6 ->
                o(
                        "bool",
                        o(
                                dice.of("filter", "must", "must_not", "should"),
                                a(
                                        o(
                                                "range",
                                                o(
                                                        dice.of(DATES),
                                                        o("gt", dice.of("1960-01-01", "2026-01-15", "2100-01-01")))),
                                        o("regexp", o("n", "a")))));
            default -> o("nested", o("path", "items", "query", function("items.n"), "inner_hits", o()));
        };
    }

    private ObjectNode aggregation() {
        ObjectNode inner = dice.of(
                o("w", o("weighted_avg", o("value", o("field", "n"), "weight", o("field", "n")))),
                o("g", o("geo_bounds", o("field", dice.of("g", "theirPoint")))),
                o("v", o("variable_width_histogram", o("field", "n", "buckets", 1))),
                searches.aggregations().any());
        int size = dice.between(2, 30);
        ObjectNode terms = o("field", dice.of(KEYWORDS), "size", size, "shard_size", size);
        dice.sometimes(terms, 2, "min_doc_count", 2);
        dice.sometimes(terms, 2, "shard_min_doc_count", 2);
        dice.sometimes(terms, 4, "collect_mode", dice.of("depth_first", "breadth_first"));
        String interval = DAYS.formatted(dice.of(1, 10, 100, 365, 1000, 10_000, 22_000, 40_000));
        ObjectNode dates = o("field", dice.of(DATES), "fixed_interval", interval, "min_doc_count", 1);
        ObjectNode outer = dice.in(2) ? o("terms", terms) : o("date_histogram", dates);
        ObjectNode buckets = outer.set("aggs", inner);
        return o("o", dice.in(3) ? o("terms", o("field", "k"), "aggs", o("i", buckets)) : buckets);
    }
}
