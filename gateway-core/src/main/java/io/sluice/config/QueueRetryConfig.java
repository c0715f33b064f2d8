package io.sluice.config;

import io.sluice.api.Key;
import java.time.Duration;

/** When a queue sends again what its cluster did not take. */
public record QueueRetryConfig(
        @Key(value = "the first pause; it doubles as long as nothing succeeds", def = "200ms")
        Duration first,

        @Key(value = "the longest pause", def = "10s") Duration most,

        @Key(
                value =
                        "how long the answer to a bulk is awaited beyond the cluster's timeouts.response, while its connection"
                                + " lives; a node that hangs for less cannot carry out what was sent again",
                def = "10m")
        Duration patience,

        @Key(
                value =
                        "how often an item is sent to which the server answers 500, or that meets a document that it does not give, before it becomes a dead letter",
                def = "20")
        int serverErrors,

        @Key(
                value =
                        "how often an item is sent at which alone the cluster breaks off, while it takes others or answers"
                                + " in between, before it becomes a dead letter",
                def = "10")
        int brokenOff,

        @Key(
                value =
                        "how long an index may take nothing while the cluster has shards of others; then its items become dead"
                                + " letters where there is no room left to set them aside",
                def = "10m")
        Duration unavailable) {

    public QueueRetryConfig {
        Checks checks = new Checks();
        checks.positive(first, "first");
        checks.require(most.compareTo(first) >= 0, "most is at least as long as first");
        checks.require(!patience.isNegative(), "patience is not negative");
        checks.atLeast(1, serverErrors, "serverErrors");
        checks.atLeast(1, brokenOff, "brokenOff");
        checks.require(!unavailable.isNegative(), "unavailable is not negative");
        checks.done();
    }
}
