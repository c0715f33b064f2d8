package io.sluice.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.api.FilterMeters;
import io.sluice.api.PerValue;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaggedMetersTest {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final FilterMeters meters = new GatewayMetrics(registry).filterMeters("flows.a.filters[0]", "any");

    @Test
    void seriesOfFiltersHaveTheirPlaceAndTheValueAsTags() {
        PerValue<FilterMeters.Counter> documents =
                meters.perValue("tenant", 1, tagged -> tagged.counter("documents", "documents"));

        List.of("acme", "beta", "acme", "gamma")
                .forEach(tenant -> documents.of(tenant).add(5));

        assertThat(registry.scrape())
                .contains("sluice_filter_documents_total{filter=\"flows.a.filters[0]\",tenant=\"acme\"} 10.0")
                .contains("sluice_filter_documents_total{filter=\"flows.a.filters[0]\",tenant=\"other\"} 10.0")
                .doesNotContain("beta", "gamma");
    }

    @Test
    void refusesANameThatStandsForSomethingElseInAnotherFilter() {
        GatewayMetrics gateway = new GatewayMetrics(registry);
        gateway.filterMeters("flows.a.filters[0]", "any").counter("hits", "hits");
        FilterMeters second = gateway.filterMeters("flows.b.filters[0]", "any");

        assertThatCode(() -> second.counter("hits", "hits")).doesNotThrowAnyException();
        assertThatThrownBy(() -> second.gauge("hits", "hits", () -> 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the meter 'hits' would be a gauge with the tags [filter], but in flows.a.filters[0] it is"
                        + " a counter with the tags [filter]; give it another name");
        assertThatThrownBy(() -> second.perValue("tenant", 2, tagged -> tagged.counter("hits", "hits")))
                .hasMessageContaining("would be a counter with the tags [filter, tenant]");
        assertThatThrownBy(() -> second.timer("call", "the gateway's own"))
                .hasMessageContaining("in the gateway it is");
    }

    @Test
    void timersAreInSeconds() {
        meters.timer("requests", "requests").record(1_500_000_000);

        assertThat(registry.scrape())
                .contains("sluice_filter_requests_seconds_count{filter=\"flows.a.filters[0]\"} 1")
                .contains("sluice_filter_requests_seconds_sum{filter=\"flows.a.filters[0]\"} 1.5");
    }
}
