package io.sluice.filters.concurrency;

import io.sluice.api.Key;
import java.time.Duration;

/** How requests wait that find no room. */
public record Waiting(
        @Key(value = "requests that may wait; 0: none", def = "100")
        int size,

        @Key(value = "of those, requests that are counted together", def = "20")
        int perKey,

        @Key(value = "how long one waits; must be shorter than plugins.filterTimeout", def = "1s")
        Duration time) {

    public Waiting {
        if (size < 0 || perKey < 0) {
            throw new IllegalArgumentException("no fewer than 0 requests can wait");
        }
        if (!time.isPositive()) {
            throw new IllegalArgumentException("time must be longer than 0");
        }
    }
}
