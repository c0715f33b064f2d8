package io.sluice.bench.compare;

/** The index that the cities of the sample are stored in. */
public final class CityIndex {
    private CityIndex() {}

    /** Settings and mapping for its creation: without replicas, without refreshes, without a cache of answers. */
    public static String settings(int shards) {
        return """
            { "settings": { "number_of_shards": %d, "number_of_replicas": 0, "refresh_interval": "-1",
                "requests.cache.enable": false },
              "mappings": { "dynamic": false, "properties": {
                "tenant_id": { "type": "keyword" }, "geonameid": { "type": "long" }, "name": { "type": "text" },
                "alternatenames": { "type": "text" }, "country_code": { "type": "keyword" },
                "admin1_code": { "type": "keyword" }, "population": { "type": "long" },
                "timezone": { "type": "keyword" }, "location": { "type": "geo_point" } } } }""".formatted(shards);
    }
}
