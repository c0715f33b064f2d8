package io.sluice.config;

import io.sluice.api.Key;
import java.time.Duration;

/** Connections to one node. */
public record PoolConfig(
        @Key(
                value =
                        "connections to one node, over all event loops; an eighth more may be opened for clients that have few, and one to ask whether it answers",
                def = "256")
        int maxConnectionsPerNode,

        @Key(value = "how long an unused connection is kept; below the server's own limit", def = "45s")
        Duration idleTimeout,

        @Key(value = "how long a request waits for a connection to become free where no more may be opened", def = "2s")
        Duration acquireTimeout,

        @Key(
                value =
                        "requests of one event loop that wait for a connection to one node; of more, one gets 429: the last of clients that have many or of the gateway's own, else the new one",
                def = "1024")
        int maxQueue) {

    public PoolConfig {
        Checks checks = new Checks();
        checks.atLeast(1, maxConnectionsPerNode, "maxConnectionsPerNode");
        checks.positive(idleTimeout, "idleTimeout");
        checks.positive(acquireTimeout, "acquireTimeout");
        checks.atLeast(0, maxQueue, "maxQueue");
        checks.done();
    }
}
