package io.sluice.filters.bulkrouting;

import io.sluice.api.Key;

/** How the items are spread of which the server chooses the shard. */
public record SpreadConfig(
        @Key(value = "items without id and routing that go to one node before the next node's turn", def = "64")
        int run) {

    public SpreadConfig {
        if (run < 1) {
            throw new IllegalArgumentException("run must be at least 1, is " + run);
        }
    }
}
