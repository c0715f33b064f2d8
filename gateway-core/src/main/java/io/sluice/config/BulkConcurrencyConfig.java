package io.sluice.config;

import io.sluice.api.Key;

/** Parts of bulks that one node works on at a time, over all event loops. The bound follows what the node shows. */
public record BulkConcurrencyConfig(
        @Key(value = "where the bound starts", def = "16") int initial,

        @Key(value = "the bound never falls below this", def = "1")
        int min,

        @Key(value = "the bound never rises above this, nor above pool.maxConnectionsPerNode", def = "64")
        int max) {

    public BulkConcurrencyConfig {
        Checks checks = new Checks();
        checks.atLeast(1, min, "min");
        checks.require(min <= initial && initial <= max, "min, initial and max must be in that order");
        checks.done();
    }
}
