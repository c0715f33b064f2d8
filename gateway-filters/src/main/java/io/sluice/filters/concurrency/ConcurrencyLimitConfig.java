package io.sluice.filters.concurrency;

import io.sluice.api.Key;
import io.sluice.filters.match.Condition;
import org.jspecify.annotations.Nullable;

/** The limits of the filter {@code concurrency-limit}. */
public record ConcurrencyLimitConfig(
        @Key("which requests are limited; left out: all") @Nullable Condition when,

        @Key(value = "whose requests are counted together: flow, tenant, principal or address", def = "flow")
        Grouping by,

        @Key("how many requests may be in flight at once, of all together")
        Ceiling limit,

        @Key(value = "of those, requests that are counted together; 0: as many as limit says", def = "0")
        int perKey,

        @Key(value = "how requests wait that find no room", def = "{}")
        Waiting queue) {

    public ConcurrencyLimitConfig {
        if (perKey < 0) {
            throw new IllegalArgumentException("perKey must not be negative");
        }
    }
}
