package io.sluice.config;

import io.sluice.api.Key;
import java.time.Duration;

/** When a node is excluded, and how it returns. */
public record HealthConfig(
        @Key(
                value =
                        "failures in a row after which a node is left out; if connections broke or answers were late, only if it does not answer a probe either",
                def = "3")
        int failures,

        @Key(
                value = "how long it is left out at first; doubles with every failure of what began after that",
                def = "1s")
        Duration ejection,

        @Key(value = "the longest time that it is left out", def = "60s")
        Duration maxEjection,

        @Key(value = "time between two probes of a node", def = "5s")
        Duration probeEvery) {

    public HealthConfig {
        Checks checks = new Checks();
        checks.atLeast(1, failures, "failures");
        checks.positive(ejection, "ejection");
        checks.require(maxEjection.compareTo(ejection) >= 0, "maxEjection must not be shorter than ejection");
        checks.positive(probeEvery, "probeEvery");
        checks.done();
    }
}
