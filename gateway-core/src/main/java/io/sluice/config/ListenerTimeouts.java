package io.sluice.config;

import io.sluice.api.Key;
import java.time.Duration;

/** How long a client may take. */
public record ListenerTimeouts(
        @Key(value = "for the TLS handshake", def = "10s") Duration handshake,

        @Key(value = "from the first byte of a request to the end of its head", def = "10s")
        Duration head,

        @Key(
                value =
                        "without a byte while a body is read from the client, or while it takes less than 4 KiB of an answer",
                def = "30s")
        Duration body,

        @Key(value = "between two requests on a connection, once the client has taken the answer", def = "75s")
        Duration idle) {

    public ListenerTimeouts {
        Checks checks = new Checks();
        checks.positive(handshake, "handshake");
        checks.positive(head, "head");
        checks.positive(body, "body");
        checks.positive(idle, "idle");
        checks.done();
    }
}
