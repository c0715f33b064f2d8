package io.sluice.dist;

import static io.sluice.dist.EqualDice.a;
import static io.sluice.dist.EqualDice.o;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Mutates valid searches: other fields and values, many of them unsuitable, additional members, and sub-aggregations.
 * The results may fail, or search where only other tenants have data.
 */
final class InterferenceTwists {

    private static final List<String> FIELDS = List.copyOf(new TreeSet<>(InterferenceDocuments.fields()));
    private static final List<String> ODD_FIELDS = List.of("nosuch", "_id", "_routing", "items", "obj", "t*");

    /** Members that hold values to compare with, in queries, sorts and aggregations. */
    private static final Set<String> VALUES = Set.of(
            "gte", "gt", "lte", "lt", "from", "to", "value", "query", "origin", "missing", "search_after", "values");

    /** In it numbers of buckets follow from the field and the values: servers make more of them than they have memory for. */
    private static final String STEPS = "interval";

    private static final List<JsonNode> ODD_VALUES = Stream.concat(
                    InterferenceDocuments.SECRETS.stream(),
                    Stream.of(
                            "*",
                            "",
                            "garbage",
                            "amber",
                            "amber birch",
                            "birch hunter",
                            0,
                            3,
                            -7,
                            4711,
                            1e15,
                            1.5,
                            true,
                            "9999-12-31",
                            "2026-01-10",
                            "1951-02-03",
                            "1950-01-01||/M",
                            "10.0.0.3",
                            "::/0"))
            .map(value -> a(value).get(0))
            .toList();

    /** What may be put into an object of the name. */
    private static final Map<String, List<ObjectNode>> ADDITIONS = Map.of(
            "function_score",
            List.of(o("min_score", 0.5), o("min_score", 0)),
            "terms",
            List.of(
                    o("collect_mode", "depth_first"),
                    o("collect_mode", "breadth_first"),
                    o("size", 1, "shard_size", 2),
                    o("size", 50, "shard_size", 50, "min_doc_count", 2, "shard_min_doc_count", 2),
                    o("execution_hint", "map"),
                    o("min_doc_count", 0)),
            "date_histogram",
            List.of(
                    o("min_doc_count", 1),
                    o("time_zone", "Pacific/Apia"),
                    o("hard_bounds", o("min", "2026-01-01", "max", "2026-02-01"))));

    private static final List<ObjectNode> BESIDE = List.of(
            o("terminate_after", 1),
            o("terminate_after", 3),
            o("track_total_hits", false),
            o("track_total_hits", 1),
            o("min_score", 0.5),
            o("track_scores", true),
            o("size", 1),
            o("sort", a("n")),
            o("sort", a(o("at", "desc"))),
            o("sort", a(o("items.n", o("order", "desc", "nested", o("path", "items"))))),
            o("sort", a("theirNumber")),
            o("sort", a(o("n", o("order", "asc", "numeric_type", "double"))), "search_after", a(3)));

    private static final List<String> BUCKETS = List.of(
            "terms", "date_histogram", "filters", "range", "histogram", "composite", "date_range", "nested", "missing");

    private final EqualDice dice;
    private final EqualSearches searches;
    private int one;

    InterferenceTwists(EqualDice dice, EqualSearches searches) {
        this.dice = dice;
        this.searches = searches;
    }

    /** The body of a search, changed more or less. */
    ObjectNode search(ObjectNode body) {
        one = dice.of(1 << 20, 12, 4);
        ObjectNode changed = object(body, "");
        if (dice.in(4)) {
            changed.setAll(dice.of(BESIDE));
        }
        if (dice.in(5)) {
            changed.remove("sort");
        }
        for (String name : List.of("aggs", "aggregations")) {
            if (changed.has(name) && dice.in(2)) {
                changed.set(name, below(changed.get(name)));
            }
        }
        return changed;
    }

    /** The body of something else that has a query. */
    ObjectNode query(ObjectNode body) {
        one = dice.of(1 << 20, 12, 4);
        return object(body, "");
    }

    /** Aggregations below another one, in place of what it has there. */
    private ObjectNode below(JsonNode aggregations) {
        ObjectNode outer = searches.aggregations().of(dice.of(BUCKETS));
        ObjectNode bucket = (ObjectNode) outer.elements().next();
        bucket.remove("aggregations");
        bucket.set("aggs", aggregations);
        return object(outer, "aggs");
    }

    private boolean changes() {
        return dice.in(one);
    }

    private String field(String name) {
        return FIELDS.contains(name) && changes() ? dice.in(8) ? dice.of(ODD_FIELDS) : dice.of(FIELDS) : name;
    }

    private JsonNode changed(JsonNode value, String name) {
        if (value instanceof ObjectNode object) {
            return object(object, name);
        }
        if (value instanceof ArrayNode array) {
            ArrayNode changed = a();
            array.forEach(element -> changed.add(changed(element, name)));
            return changed;
        }
        if ((VALUES.contains(name) || FIELDS.contains(name)) && changes()) {
            return dice.of(ODD_VALUES);
        }
        return value.isTextual() ? JsonNodeFactory.instance.textNode(field(value.asText())) : value;
    }

    private ObjectNode object(ObjectNode object, String name) {
        if (object.has(STEPS)) {
            return object;
        }
        ObjectNode changed = o();
        object.properties()
                .forEach(member -> changed.set(field(member.getKey()), changed(member.getValue(), member.getKey())));
        boolean bare = name.equals("terms") && !object.has("field");
        if (ADDITIONS.containsKey(name) && !bare && changes()) {
            changed.setAll(dice.of(ADDITIONS.get(name)));
        }
        return changed;
    }
}
