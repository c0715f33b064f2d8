package io.sluice.filters.tenant.body;

import io.sluice.api.Json;
import io.sluice.api.JsonEdit;

/**
 * Adjusts {@code track_total_hits} on shared indices. If a search counts no hits, servers skip shards by the lowest and
 * highest value of all tenants' documents; so at least one hit is counted. Stateless.
 */
public final class HitTotals {

    /** Counts one hit. */
    static final JsonEdit ONE = new JsonEdit.Replace(Json.parse("1"));

    private HitTotals() {}

    /** Whether a value of {@code track_total_hits} turns counting off. */
    public static boolean isNone(String value) {
        return value.equals("false") || value.startsWith("-");
    }
}
