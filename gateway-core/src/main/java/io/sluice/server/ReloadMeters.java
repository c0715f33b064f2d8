package io.sluice.server;

import io.micrometer.core.instrument.Counter;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.metrics.MeterGroup;

/** Counts reloads by their result. Safe from any thread. */
final class ReloadMeters {
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Counter done;
    private final Counter refused;
    private volatile long lastMillis = System.currentTimeMillis();

    ReloadMeters(GatewayMetrics metrics) {
        MeterGroup group = metrics.group();
        this.done = count(group, "done");
        this.refused = count(group, "refused");
        group.gauge(
                "sluice.config.last.success.timestamp.seconds",
                "when the current configuration was taken over, in seconds since 1970",
                null,
                () -> lastMillis / MILLIS_PER_SECOND);
    }

    private static Counter count(MeterGroup group, String result) {
        return group.count(
                "sluice.config.reloads", "changes of the configuration that were asked for", "result", result);
    }

    void done() {
        lastMillis = System.currentTimeMillis();
        done.increment();
    }

    void refused() {
        refused.increment();
    }
}
