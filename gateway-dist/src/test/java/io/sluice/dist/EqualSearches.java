package io.sluice.dist;

import static io.sluice.dist.EqualDice.a;
import static io.sluice.dist.EqualDice.o;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Random search bodies: a query or an aggregation of one type, with any other members that a search may have. */
final class EqualSearches {

    private final EqualDice dice;
    private final EqualDocuments documents;
    private final boolean apart;
    private final boolean ownFields;
    private final boolean oneIndex;
    private final EqualQueries queries;
    private final EqualAggregations aggregations;
    private final Map<String, Supplier<JsonNode>> members = new TreeMap<>();
    private final List<String> allowed;

    EqualSearches(EqualDice dice, EqualDocuments documents, EqualTables tables) {
        this.dice = dice;
        this.documents = documents;
        this.apart = tables.apart();
        this.ownFields = tables.ownFields();
        this.oneIndex = tables.layout().oneIndexARequest();
        this.queries = new EqualQueries(dice, documents, tables);
        this.aggregations = new EqualAggregations(dice, queries, tables);
        paging();
        shown();
        rest();
        this.allowed = members.keySet().stream()
                .filter(tables.searchMembers()::contains)
                .toList();
    }

    EqualIndices indices() {
        return documents.indices();
    }

    EqualQueries queries() {
        return queries;
    }

    EqualAggregations aggregations() {
        return aggregations;
    }

    /** All members that this class generates. */
    Set<String> members() {
        return members.keySet();
    }

    List<String> allowed() {
        return allowed;
    }

    /** A search with one query of a type. */
    ObjectNode withQuery(String type) {
        return complete(o("query", queries.of(type)));
    }

    /** A search with an aggregation of a type. */
    ObjectNode withAggregation(String type) {
        ObjectNode body = o(dice.of("aggs", "aggregations"), aggregations.of(type));
        dice.sometimes(body, 2, "query", queries.any());
        dice.sometimes(body, 2, "size", 0);
        return dice.in(3) ? complete(body) : totallySorted(body);
    }

    /** A search with one of the members that a search may have. */
    ObjectNode withMember(String name) {
        ObjectNode body = o("query", dice.in(3) ? o("match", o("t", dice.words(1, 4))) : queries.any());
        body.set(name, members.get(name).get());
        return complete(body);
    }

    ObjectNode any() {
        return switch (dice.below(4)) {
            case 0 -> withQuery(dice.of(queries.allowed()));
            case 1 -> withAggregation(dice.of(aggregations.allowed()));
            default -> withMember(dice.of(allowed));
        };
    }

    /** Whether the order of hits is fully determined. */
    static boolean isTotal(JsonNode body) {
        JsonNode sort = body.path("sort");
        return sort.isArray()
                && !sort.isEmpty()
                && sort.get(sort.size() - 1).toString().contains("\"uid\"");
    }

    private ObjectNode complete(ObjectNode body) {
        for (int i = dice.below(3); i > 0; i--) {
            String name = dice.of(allowed);
            if (!SELDOM.contains(name) && !body.has(name)) {
                body.set(name, members.get(name).get());
            }
        }
        if (body.has("filter")) {
            // Servers that know the older name take either, and tenants who share an index are denied both.
            body.remove("post_filter");
        }
        return totallySorted(body);
    }

    /** Members that mostly cause an error in combination. */
    private static final Set<String> SELDOM = Set.of(
            "search_after",
            "slice",
            "filter",
            "derived",
            "runtime_mappings",
            "script_fields",
            "include_named_queries_score",
            "collapse",
            "knn",
            "rescore");

    private ObjectNode totallySorted(ObjectNode body) {
        if (body.has("collapse") && !apart && body.get("sort") instanceof ArrayNode sorts) {
            sorts.add("uid");
        }
        if (body.has("sort") || body.has("rescore") || body.has("search_after")) {
            return body;
        }
        // Of equal hits any may stand for the others, unless it is said which.
        if (body.has("collapse") && !apart || !dice.in(6)) {
            body.set("sort", a("_score", "uid"));
        }
        return body;
    }

    private void paging() {
        members.put("query", queries::any);
        members.put("knn", queries::neighbours);
        members.put("from", () -> EqualDice.a(dice.below(20)).get(0));
        members.put("size", () -> a(dice.of(0, 1, 3, 10, 30, 100)).get(0));
        members.put("sort", this::sort);
        members.put("search_after", () -> a(dice.below(30), "logs-" + documents.id()));
        members.put("slice", () -> o("id", dice.below(2), "max", 2));
        members.put("collapse", () -> {
            ObjectNode collapse = o("field", dice.of("k", "n"));
            if (ownFields) {
                // They are denied to tenants who share an index.
                dice.sometimes(
                        collapse, 2, "inner_hits", o("name", "rest", "size", 2, "sort", a(o("n", "asc"), "uid")));
            }
            dice.sometimes(collapse, 4, "max_concurrent_group_searches", 2);
            return collapse;
        });
        members.put(
                "rescore",
                () -> o(
                        "window_size",
                        // It is that of a shard.
                        apart ? 20 : 1000,
                        "query",
                        o(
                                "rescore_query",
                                queries.any(),
                                "query_weight",
                                0.5,
                                "score_mode",
                                dice.of("total", "max", "multiply"))));
        members.put("track_total_hits", () -> a(dice.of(true, false, 5)).get(0));
        members.put("terminate_after", () -> a(1000).get(0));
        members.put("timeout", () -> a("20s").get(0));
    }

    private ArrayNode sort() {
        List<ObjectNode> choices = new ArrayList<>(List.of(
                o("n", dice.of("asc", "desc")),
                o("d", o("order", "desc", "missing", "_first")),
                o("at", o("order", "asc", "format", "yyyy/MM/dd")),
                o("maybe", o("missing", dice.of("_first", "_last"))),
                o("tags", o("mode", dice.of("min", "max"))),
                o(
                        "items.n",
                        o(
                                "order",
                                "desc",
                                "mode",
                                "avg",
                                "nested",
                                o("path", "items", "filter", o("range", o("items.n", o("gt", 2)))))),
                o("_geo_distance", o("g", dice.point(), "order", "asc", "unit", "km")),
                o("nosuch", o("unmapped_type", "long")),
                o("_score", o("order", "asc")),
                o("t", "asc")));
        if (apart) {
            choices.add(o("_script", o("type", "number", "script", "doc['n'].value * 2")));
        }
        ObjectNode first = dice.of(choices);
        return dice.in(8) ? a(first) : a(first, dice.in(2) ? o("uid", "desc") : "uid");
    }

    private void shown() {
        members.put(
                "_source",
                () -> a(dice.of(
                                true,
                                false,
                                "n",
                                a("k", "obj.*"),
                                o("includes", a("items.*", "n"), "excludes", "*.t"),
                                o("exclude", "t*")))
                        .get(0));
        members.put(
                "fields",
                () -> a(dice.of(
                        "k", "items.k", "nosuch", o("field", "at", "format", "yyyy"), "obj.*", apart ? "_id" : "n")));
        members.put(
                "docvalue_fields",
                () -> a("n", dice.of("k", "d", "nosuch", "kk"), o("field", "at", "format", "epoch_millis")));
        members.put(
                "stored_fields",
                () -> a(dice.of("tv", "_none_", a("tv", "_source"), "_routing")).get(0));
        members.put(
                "script_fields",
                () -> o(
                        "twice",
                        apart
                                ? o("script", o("source", "doc['n'].value * params.f", "params", o("f", 2)))
                                : o("ignore_failure", true)));
        members.put("highlight", () -> {
            ObjectNode highlight = o(
                    "fields",
                    dice.of(
                            o(
                                    "t",
                                    o(),
                                    "tv",
                                    o(
                                            "type",
                                            dice.ofFirst(ownFields ? 3 : 2, "unified", "plain", "fvh"),
                                            "number_of_fragments",
                                            dice.below(3))),
                            o("t*", o("fragment_size", 18)),
                            a(o("tv", o("matched_fields", a("tv"), "type", ownFields ? "fvh" : "plain")))));
            dice.sometimes(highlight, 3, "pre_tags", a("<b>"));
            dice.sometimes(highlight, 3, "post_tags", a("</b>"));
            dice.sometimes(highlight, 3, "require_field_match", !apart);
            dice.sometimes(highlight, 4, "highlight_query", queries.any());
            dice.sometimes(highlight, 4, "order", "score");
            return highlight;
        });
        for (String flag : List.of("version", "seq_no_primary_term", "track_scores", "include_named_queries_score")) {
            members.put(flag, () -> a(dice.in(2)).get(0));
        }
        // Elsewhere they may be asked not to be.
        for (String flag : List.of("explain", "profile")) {
            members.put(flag, () -> a(apart && dice.in(2)).get(0));
        }
    }

    private void rest() {
        members.put("aggs", aggregations::any);
        members.put("aggregations", aggregations::any);
        members.put("post_filter", queries::any);
        members.put("filter", queries::any);
        members.put("min_score", () -> a(dice.of(0.2, 1.0, 2.5)).get(0));
        members.put("stats", () -> a("group"));
        members.put(
                "indices_boost",
                () -> oneIndex
                        ? a(o(documents.indices().named(), dice.between(2, 4)))
                        : a(dice.of(a(o("logs", 2.0), o("o*", 0.5)), o("orders", 3), a(o(EqualDocuments.MISSING, 2))))
                                .get(0));
        members.put(
                "runtime_mappings",
                () -> apart
                        ? o("twice", o("type", "long", "script", "emit(doc['n'].value * 2)"))
                        : o("note.free", o("type", "keyword")));
        members.put(
                "suggest",
                () -> dice.of(
                        o(
                                "text",
                                dice.word().replace('e', 'x'),
                                "s",
                                o("term", o("field", "t", "suggest_mode", "always"))),
                        o(
                                "s",
                                o(
                                        "prefix",
                                        dice.word().substring(0, 1),
                                        "completion",
                                        o("field", "sug", "size", 3, "skip_duplicates", true))),
                        o(
                                "s",
                                o(
                                        "text",
                                        dice.words(2, 3).replace('a', 'u'),
                                        "phrase",
                                        o("field", "t", "max_errors", 2, "direct_generator", a(o("field", "t")))))));
    }
}
