package io.sluice.config;

import io.sluice.api.ByteSize;
import io.sluice.api.Key;
import java.time.Duration;

/** Sending items again that a node refused with 429, which says that it has not stored them. */
public record BulkRetryConfig(
        @Key(value = "how often an item is sent, the first time included; 1 sends nothing again", def = "4")
        int attempts,

        @Key(value = "the pause before the second time, up to 10m; it doubles each time", def = "100ms")
        Duration pause,

        @Key(value = "the part of one bulk that is kept for it; a longer bulk is not sent again", def = "16MiB")
        ByteSize bytesPerBulk,

        @Key(value = "what is kept for it over all bulks", def = "256MiB")
        ByteSize bytes) {

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    public BulkRetryConfig {
        Checks checks = new Checks();
        checks.atLeast(1, attempts, "attempts");
        checks.positive(pause, "pause");
        checks.require(pause.compareTo(LONGEST_PAUSE) <= 0, "pause must be at most " + LONGEST_PAUSE.toMinutes() + "m");
        checks.done();
    }
}
