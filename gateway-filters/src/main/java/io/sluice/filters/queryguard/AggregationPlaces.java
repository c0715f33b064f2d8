package io.sluice.filters.queryguard;

/** The aggregations of Elasticsearch 7 to 9 and OpenSearch 2 and 3. Used once, while the places are made. */
final class AggregationPlaces {

    private final Places places;

    AggregationPlaces(Places places) {
        this.places = places;
    }

    /** Fills the place of named aggregations, and makes that of named sources of buckets, each an aggregation without a name of its own. */
    Place fill(Place aggregations, Place hits) {
        Place query = places.query();
        Place several =
                places.plain().to(places.namedByClient(query), "filters").to(places.repeated(), "separator");
        Place any = values();
        Place aggregation = places.made(new Place(Role.AGGREGATION, any));
        aggregations.others(aggregation);
        aggregation
                .to(aggregations, "aggs", "aggregations")
                .to(places.skipped(), "global", "nested", "reverse_nested", "children", "parent")
                .to(places.made(new Place(Role.META)), "meta")
                .to(query, "filter")
                .to(several, "adjacency_matrix")
                .to(filters(query), "filters")
                .to(hits, "top_hits")
                .to(sampler(), "sampler", "diversified_sampler")
                .to(values().to(places.role(Role.OF_MATRIX), "fields"), "matrix_stats")
                .to(grid(), "geotile_grid", "geohash_grid", "geohex_grid");
        Place sources = places.named(places.made(new Place(Role.SOURCE, any)));
        any.to(sources, "sources").to(any, "terms", "value", "weight", "fields");
        return sources;
    }

    // Named filters, or a list of filters without names.
    private Place filters(Place query) {
        return places.plain()
                .to(places.namedByClient(query).elements(query), "filters")
                .to(places.repeated(), "other_bucket_key");
    }

    private Place grid() {
        return places.made(new Place(Role.GRID, places.unknown())).toAllOf(values());
    }

    private Place sampler() {
        return values().to(places.role(Role.SAMPLED), "shard_size");
    }

    private Place values() {
        return places.plain()
                .to(places.role(Role.BUCKETS), "size", "shard_size", "buckets", "initial_buffer")
                .to(places.amount(), "lag", "window", "predict", "compression", "max_docs_per_value", "format")
                .to(places.amount(), "number_of_significant_value_digits", "interval", "offset")
                .to(places.script(), "script", "init_script", "map_script", "combine_script", "reduce_script")
                .to(places.scripted(), "script_heuristic")
                .to(places.query(), "background_filter", "filter")
                .to(places.role(Role.INCLUDED_TERMS), "include", "exclude")
                .to(places.role(Role.REGEXP), "categorization_filters")
                .to(places.skipped(), "field", "order", "after", "params", "bounds", "origin")
                .to(places.made(new Place(Role.PLAIN, places.skipped())).to(places.repeated(), "key"), "ranges")
                .to(places.repeated(), "missing")
                .to(places.skipped(), "buckets_path", "percents", "settings", "extended_bounds", "hard_bounds");
    }
}
