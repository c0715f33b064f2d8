package io.sluice.exchange;

import io.sluice.chain.BodyLimits;
import io.sluice.chain.NamedFilter;
import io.sluice.metrics.GatewayMetrics;
import java.util.List;
import java.util.Map;

/** A flow that relays to a cluster which is not there. */
public final class NowhereFlow {
    private NowhereFlow() {}

    /** One for the listener {@code http}. */
    public static Flow of(GatewayMetrics metrics, List<NamedFilter> filters, BodyLimits limits) {
        return new Flow(
                "default",
                filters,
                "none",
                null,
                null,
                null,
                null,
                null,
                Map.of("none", metrics.exchanges("http", "default", "none")),
                limits,
                1_000_000_000L);
    }
}
