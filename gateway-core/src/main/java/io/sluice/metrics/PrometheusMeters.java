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
     * @param exemplars whether histograms of times name traced requests, which a scrape as OpenMetrics shows
     */
    public static PrometheusMeterRegistry make(boolean exemplars) {
        PrometheusRegistry registry = exemplars ? new ExemplarRegistry() : new PrometheusRegistry();
        return new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, registry, Clock.SYSTEM);
    }
}
