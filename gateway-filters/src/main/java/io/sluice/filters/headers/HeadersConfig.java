package io.sluice.filters.headers;

import io.sluice.api.Key;

/** What the filter {@code headers} changes. */
public record HeadersConfig(
        @Key(value = "changes to the request, before it goes upstream", def = "{}")
        HeaderChanges request,

        @Key(value = "changes to the response, also to errors of the gateway", def = "{}")
        HeaderChanges response) {

    public HeadersConfig {
        if (request.isEmpty() && response.isEmpty()) {
            throw new IllegalArgumentException("nothing to change: give remove, set or add under request or response");
        }
    }
}
