package io.sluice.config;

import io.sluice.api.ByteSize;
import io.sluice.api.Key;
import java.time.Duration;

/** The bulks that a queue sends to its cluster. */
public record QueueBatchConfig(
        @Key(value = "bytes of one bulk, unless a single item is longer", def = "4MiB")
        ByteSize bytes,

        @Key(value = "items of one bulk at most", def = "5000")
        int items,

        @Key(value = "how long a bulk waits for more items", def = "10ms")
        Duration linger,

        @Key(value = "bulks that are on their way at the same time at most; fewer while the cluster is busy", def = "8")
        int concurrency) {

    public QueueBatchConfig {
        Checks checks = new Checks();
        checks.require(bytes.bytes() > 0, "bytes is more than 0");
        checks.require(bytes.bytes() <= Integer.MAX_VALUE / 2, "bytes is at most 1023MiB");
        checks.atLeast(1, items, "items");
        checks.require(!linger.isNegative(), "linger must not be negative");
        checks.atLeast(1, concurrency, "concurrency");
        checks.done();
    }
}
