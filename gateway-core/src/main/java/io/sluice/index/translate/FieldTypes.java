package io.sluice.index.translate;

import io.sluice.index.call.Server;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Field types that not every server has, and what takes their place. Types that are not in the table are left to the target, which
 * refuses what it does not know.
 */
final class FieldTypes {
    /** In place of a type that has no likeness: the values stay in the source and are not searched. */
    static final String UNSEARCHED = "";

    private static final Since NEVER = new Since(Integer.MAX_VALUE, 0);

    private static final Map<String, Type> TYPES = Map.ofEntries(
            type("flattened", since(7, 3), NEVER, "flat_object", true),
            type("flat_object", NEVER, since(2, 7), "flattened", true),
            type("match_only_text", since(7, 14), since(2, 12), "text", true),
            type("point", since(7, 8), NEVER, "xy_point", true),
            type("xy_point", NEVER, since(2, 4), "point", true),
            type("shape", since(7, 4), NEVER, "xy_shape", true),
            type("xy_shape", NEVER, since(2, 4), "shape", true),
            type("wildcard", since(7, 9), since(2, 15), "keyword", false),
            type("constant_keyword", since(7, 7), since(2, 14), "keyword", false),
            type("version", since(7, 10), NEVER, "keyword", false),
            type("unsigned_long", since(7, 10), since(2, 8), "double", false),
            type("counted_keyword", since(8, 15), NEVER, "keyword", false),
            type("histogram", since(7, 6), NEVER, UNSEARCHED, false),
            type("aggregate_metric_double", since(7, 11), NEVER, UNSEARCHED, false),
            type("sparse_vector", since(8, 11), NEVER, UNSEARCHED, false),
            type("rank_vectors", since(8, 18), NEVER, UNSEARCHED, false),
            type("semantic_text", since(8, 15), NEVER, UNSEARCHED, false),
            type("passthrough", since(8, 13), NEVER, UNSEARCHED, false),
            type("exponential_histogram", since(9, 2), NEVER, UNSEARCHED, false),
            type("semantic", NEVER, since(3, 1), UNSEARCHED, false));

    private FieldTypes() {}

    private record Since(int major, int minor) {}

    /**
     * A type.
     *
     * @param substitute what takes its place
     * @param alike whether the substitute answers the same queries, as far as they exist
     */
    record Type(Since elasticsearch, Since openSearch, String substitute, boolean alike) {

        /** Whether a server has it. */
        boolean isAt(Server server) {
            Since since = since(server);
            return server.elasticsearchSince(since.major, since.minor)
                    || server.openSearchSince(since.major, since.minor);
        }

        private Since since(Server server) {
            return server.openSearch() ? openSearch : elasticsearch;
        }
    }

    private static Since since(int major, int minor) {
        return new Since(major, minor);
    }

    private static Map.Entry<String, Type> type(
            String name, Since elasticsearch, Since openSearch, String substitute, boolean alike) {
        return Map.entry(name, new Type(elasticsearch, openSearch, substitute, alike));
    }

    /**
     * The type that the target lacks; null if it has it, or nothing is known of it. A name may stand for another type at
     * the other product: a field from the same product is left to the target, which refuses it where it is too old.
     */
    static @Nullable Type missingAt(String name, Server source, Server target) {
        Type type = TYPES.get(name);
        if (type == null || type.isAt(target)) {
            return null;
        }
        boolean ofProduct =
                source.openSearch() == target.openSearch() && type.since(target).equals(NEVER);
        return ofProduct ? null : type;
    }
}
