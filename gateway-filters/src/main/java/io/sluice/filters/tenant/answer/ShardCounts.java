package io.sluice.filters.tenant.answer;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.filters.tenant.grammar.Reference;

/** The shards that an answer has counted, of which a share is told at its end. For one answer. */
final class ShardCounts {

    private static final double ALL = 100;

    private long active;
    private long idle;

    /** Counts, or gives the share of what was counted. */
    JsonEdit edit(Reference reference, JsonCursor at) {
        switch (reference) {
            case ACTIVE_SHARDS -> active += number(at.text());
            case IDLE_SHARDS -> idle += number(at.text());
            default -> {
                double share = idle == 0 ? ALL : ALL * active / (active + idle);
                return new JsonEdit.Replace(Json.parse(Double.toString(share)));
            }
        }
        // The next like it is counted too.
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
