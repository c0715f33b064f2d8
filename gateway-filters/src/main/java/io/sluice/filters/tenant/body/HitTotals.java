package io.sluice.filters.tenant.body;

import io.sluice.api.Json;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import java.util.List;

/**
 * Has all hits of a search on shared indices counted. A server that may stop at a number goes on, and says so, in segments in which it
 * knows without looking that a part of the query matches no document or all documents of all tenants; and one that counts none skips
 * shards by the lowest and highest value of all tenants' documents. Stateless.
 */
public final class HitTotals {
    /** What a search must have. */
    static final List<JsonMember> EXACT = List.of(new JsonMember("track_total_hits", Json.bool(true)));

    private static final String ALL = "true";
    private static final JsonEdit COUNT_ALL = new JsonEdit.Replace(Json.bool(true));

    private HitTotals() {}

    /** What to send in place of a value of {@code track_total_hits}; servers themselves refuse what is neither a number nor a truth value. */
    public static String sent(String value) {
        return value.equals("false") || value.chars().anyMatch(Character::isDigit) ? ALL : value;
    }

    /** As {@link #sent}, for a body. */
    static JsonEdit edit(String value) {
        return sent(value).equals(value) ? JsonEdit.verbatim() : COUNT_ALL;
    }
}
