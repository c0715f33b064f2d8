package io.sluice.filters.jsonedit;

import io.sluice.api.JsonRules;
import io.sluice.api.Key;
import io.sluice.filters.match.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The edits of the filter {@code json-edit}. */
public record JsonEditConfig(
        @Key("which requests, and answers to them, are edited; left out: all") @Nullable Condition when,

        @Key("edits of the request body; of a bulk's documents, of an _msearch's searches")
        List<Edit> request,

        @Key("edits of the body of a successful JSON answer")
        List<Edit> response) {

    public JsonEditConfig {
        request = List.copyOf(request);
        response = List.copyOf(response);
        if (request.isEmpty() && response.isEmpty()) {
            throw new IllegalArgumentException("nothing to edit: give edits under request or response");
        }
        JsonRules.of(request.stream().map(Edit::rule).toList());
        JsonRules.of(response.stream().map(Edit::rule).toList());
    }
}
