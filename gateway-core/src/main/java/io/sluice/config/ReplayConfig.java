package io.sluice.config;

import io.sluice.api.ByteSize;
import io.sluice.api.Key;

/** When a request that failed at one node is retried at another. */
public record ReplayConfig(
        @Key(value = "nodes that are tried for one request; of those that break off with it, two at most", def = "3")
        int attempts,

        @Key(value = "the largest request body that is kept for another try", def = "64KiB")
        ByteSize maxBytes,

        @Key(value = "further tries as a share of all requests, in percent, so that tries do not pile up", def = "20")
        int budgetPercent) {

    public ReplayConfig {
        Checks checks = new Checks();
        checks.atLeast(1, attempts, "attempts");
        checks.require(budgetPercent >= 0 && budgetPercent <= 100, "budgetPercent is between 0 and 100");
        checks.done();
    }
}
