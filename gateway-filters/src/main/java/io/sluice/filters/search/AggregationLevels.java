package io.sluice.filters.search;

import java.util.List;

/** Bounds of aggregations within each other, with each of which a server takes a multiple of the time. Stateless. */
public final class AggregationLevels {

    // Each level but the innermost has others inside.
    private static final int MOST_LEVELS = 20;

    private static final int MOST_ALIKE = 5;
    private static final int MOST_NAMED = 3;

    /**
     * The time doubles with each level, whatever the documents: 20 levels of {@code date_histogram} took
     * Elasticsearch 7.17 2 s, and 24 kept a thread. {@code auto_date_histogram} has a second and tens of thousands
     * of buckets with 16 levels, on OpenSearch too. A {@code histogram} does not multiply.
     */
    private static final List<String> HISTOGRAMS = List.of("date_histogram", "auto_date_histogram");

    /**
     * They wait for all documents of a bucket before they look into it: 16 levels took Elasticsearch 7.17 and
     * OpenSearch 2.19 a second, and 20 kept a thread. {@code terms} that wait ({@code breadth_first}) and
     * {@code rare_terms} do not multiply.
     */
    private static final List<String> SAMPLERS = List.of("sampler", "diversified_sampler", "random_sampler");

    /** A server looks at each of their buckets within each of the outer one's, for each document. */
    private static final List<String> NAMED =
            List.of("filters", "range", "ip_range", "date_range", "geo_distance", "adjacency_matrix");

    private static final List<Nesting> ALL = List.of(
            new Nesting(MOST_LEVELS - 1, "at most " + MOST_LEVELS + " levels", List.of("aggs", "aggregations")),
            alike(MOST_ALIKE, HISTOGRAMS),
            alike(MOST_ALIKE, SAMPLERS),
            alike(MOST_NAMED, NAMED));

    private AggregationLevels() {}

    private static Nesting alike(int most, List<String> types) {
        return new Nesting(most, "at most " + most + " of " + types + " within each other", types);
    }

    /** All of them, for objects that are aggregations. */
    public static List<Nesting> all() {
        return ALL;
    }
}
