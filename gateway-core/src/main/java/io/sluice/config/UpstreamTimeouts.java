package io.sluice.config;

import io.sluice.api.Key;
import java.time.Duration;

/** How long a node may take. */
public record UpstreamTimeouts(
        @Key(value = "to find a node by its name and to open a connection, TLS included", def = "1s")
        Duration connect,

        @Key(value = "from the last request byte to the head of the answer", def = "60s")
        Duration response,

        @Key(value = "without a byte in either direction while a body is under way", def = "60s")
        Duration stall,

        @Key(value = "for the whole exchange with the node", def = "1h")
        Duration total) {

    public UpstreamTimeouts {
        Checks checks = new Checks();
        checks.positive(connect, "connect");
        checks.positive(response, "response");
        checks.positive(stall, "stall");
        checks.positive(total, "total");
        checks.done();
    }
}
