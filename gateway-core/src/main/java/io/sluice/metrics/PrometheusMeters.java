package io.sluice.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** Makes registries that Prometheus scrapes. Safe from any thread. */
public final class PrometheusMeters {
    private PrometheusMeters() {}

    /**
     * An empty registry.
     *
     * @param examples whether histograms name traced requests, which a scrape as OpenMetrics shows
     */
    public static PrometheusMeterRegistry make(boolean examples) {
        return new PrometheusMeterRegistry(
                PrometheusConfig.DEFAULT, new PrometheusRegistry(), Clock.SYSTEM, examples ? new ExampleTrace() : null);
    }
}
