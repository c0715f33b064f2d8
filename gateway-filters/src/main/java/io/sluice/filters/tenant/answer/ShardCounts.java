package io.sluice.filters.tenant.answer;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.filters.tenant.grammar.Reference;

/** Sums the shards counted in a health response, to compute the active share at its end. For one response. */
final class ShardCounts {

    private static final double ALL = 100;

    private long active;
    private long idle;

    /** Adds a count, or replaces the share by that of the counted shards. */
    JsonEdit edit(Reference reference, JsonCursor at) {
        switch (reference) {
            case ACTIVE_SHARDS -> active += number(at.text());
            case IDLE_SHARDS -> idle += number(at.text());
            default -> {
                double share = idle == 0 ? ALL : ALL * active / (active + idle);
                return new JsonEdit.Replace(Json.parse(Double.toString(share)));
            }
        }
        // Not "always": the next value must be counted too.
        return JsonEdit.verbatim();
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
