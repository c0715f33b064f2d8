package io.sluice.filters.bulkrouting;

import io.sluice.api.Key;

/** How to spread items whose shard the server chooses. */
public record SpreadConfig(
        @Key(
                value =
                        "items without id and routing that go to one node before the next node's turn; 0: those of a bulk"
                                + " go to one node",
                def = "0")
        int run) {

    public SpreadConfig {
        if (run < 0) {
            throw new IllegalArgumentException("run must be at least 0, is " + run);
        }
    }
}
