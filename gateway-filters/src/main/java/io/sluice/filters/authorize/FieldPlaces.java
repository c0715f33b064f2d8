package io.sluice.filters.authorize;

import io.sluice.api.JsonCursor;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Places in the body of a search where a member that is called as what names indices is a field, an order, a comment or a name of the client's. Only those count
 * whose whole path from the root is known here: anywhere else a query may look up documents of another index. Stateless.
 */
final class FieldPlaces {

    private static final Set<String> QUERIES = Set.of("query", "post_filter");
    private static final Set<String> AGGREGATIONS = Set.of("aggs", "aggregations");
    private static final Set<String> CLAUSES = Set.of("must", "filter", "should", "must_not");
    private static final Set<String> DOCUMENTS = Set.of("document", "documents");
    /** Queries whose only member is a field, which may have its value right there. */
    private static final Set<String> OF_A_FIELD = Set.of(
            "term",
            "match",
            "match_phrase",
            "match_phrase_prefix",
            "match_bool_prefix",
            "prefix",
            "wildcard",
            "regexp",
            "fuzzy");
    /** Members of aggregations whose own members are fields or other aggregations. */
    private static final Set<String> ORDERS = Set.of("order", "sort", "after", "buckets_path");

    private FieldPlaces() {}

    /** Whether the value, of a member that is called so, stands in such a place. */
    static boolean has(JsonCursor at) {
        String root = name(at, 1);
        if (root == null) {
            return false;
        }
        if (root.equals("sort")) {
            return isMemberOf(at, 1);
        }
        if (QUERIES.contains(root)) {
            return isInQuery(at, 2);
        }
        return AGGREGATIONS.contains(root) && isInAggregation(at, 2);
    }

    /** Whether the value is an aggregation or a suggestion of the search, whose names are the client's. */
    static boolean isNameOfClient(JsonCursor at) {
        String root = name(at, 1);
        if ("suggest".equals(root)) {
            return at.depth() == 2;
        }
        int level = 1;
        while (level + 1 < at.depth() && isAggregations(at, level)) {
            level += 2;
        }
        return level + 1 == at.depth() && isAggregations(at, level);
    }

    private static boolean isAggregations(JsonCursor at, int level) {
        String name = at.nameAt(level);
        return name != null && AGGREGATIONS.contains(name);
    }

    /** The name at a level; null if there is none, or the value does not lie that deep. */
    private static @Nullable String name(JsonCursor at, int level) {
        return level > at.depth() ? null : at.nameAt(level);
    }

    // Of the object at the level, or of an object in the array there.
    private static boolean isMemberOf(JsonCursor at, int level) {
        boolean own = at.depth() == level + 1;
        boolean ofElement = at.depth() == level + 2 && at.nameAt(level + 1) == null;
        return at.name() != null && (own || ofElement);
    }

    /** @param level of the name of the query's type */
    private static boolean isInQuery(JsonCursor at, int level) {
        String type = name(at, level);
        if (type == null) {
            return false;
        }
        String member = name(at, level + 1);
        return switch (type) {
            case "bool" ->
                member != null
                        && CLAUSES.contains(member)
                        && at.depth() > level + 1
                        && isInQuery(at, at.nameAt(level + 2) == null ? level + 3 : level + 2);
            case "constant_score" -> "filter".equals(member) && isInQuery(at, level + 2);
            // With an object in the place of the list it is a lookup.
            case "terms" -> member != null && at.depth() == level + 2 && at.name() == null;
            // Whole documents.
            case "percolate" -> member != null && DOCUMENTS.contains(member) && at.depth() > level + 1;
            default -> OF_A_FIELD.contains(type) && member != null && at.depth() == level + 1;
        };
    }

    /** @param level of the aggregation's own name */
    private static boolean isInAggregation(JsonCursor at, int level) {
        String part = name(at, level + 1);
        if (part == null || at.nameAt(level) == null) {
            return false;
        }
        if (AGGREGATIONS.contains(part)) {
            return isInAggregation(at, level + 2);
        }
        if (part.equals("filter")) {
            return isInQuery(at, level + 2);
        }
        String member = name(at, level + 2);
        return part.equals("meta") || member != null && ORDERS.contains(member) && isMemberOf(at, level + 2);
    }
}
