package io.sluice.filters.tenant.query;

import io.sluice.api.Json;
import io.sluice.api.JsonEdit;

/**
 * Up to how many hits a search counts, where several tenants' documents lie in an index. A search that counts none is one in which
 * servers leave out shards by the least and the greatest value of all documents; so one hit is counted. Stateless.
 */
public final class HitTotals {

    /** Counts one hit. */
    static final JsonEdit ONE = new JsonEdit.Replace(Json.parse("1"));

    private HitTotals() {}

    /** Whether a value of {@code track_total_hits} says that no hits are counted. */
    public static boolean isNone(String value) {
        return value.equals("false") || value.startsWith("-");
    }
}
