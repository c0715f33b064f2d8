package io.sluice.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.api.ExchangeSummary.Traffic;
import io.sluice.api.TraceContext;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which requests histograms name as examples. */
class ExampleTraceTest {
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0";
    private static final TraceContext TRACE =
            new TraceContext("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", true);
    private static final Traffic TRAFFIC = new Traffic(0, 0, 3_000_000, 2_000_000);

    private final PrometheusMeterRegistry registry = PrometheusMeters.make(true);
    private final ExchangeMeters meters = new GatewayMetrics(registry).exchanges("http", "default", "primary");

    private List<String> examples(String type) {
        return registry.scrape(type)
                .lines()
                .filter(line -> line.contains(" # {"))
                .toList();
    }

    @Test
    void isThatOfARequestWhoseTimesAreRecorded() {
        meters.record("GET", null, 200, TRAFFIC, TRACE);

        for (String name : List.of("request", "gateway", "upstream")) {
            assertThat(examples(OPEN_METRICS))
                    .filteredOn(line -> line.startsWith("sluice_" + name + "_seconds_bucket"))
                    .singleElement()
                    .asString()
                    .contains("# {span_id=\"00f067aa0ba902b7\",trace_id=\"4bf92f3577b34da6a3ce929d0e0e4736\"} 0.00");
        }
    }

    @Test
    void isNoneForARequestThatIsNotTraced() {
        meters.record("GET", null, 200, TRAFFIC, null);

        assertThat(examples(OPEN_METRICS)).isEmpty();
    }

    @Test
    void isForgottenWithItsRequest() {
        meters.record("GET", null, 200, TRAFFIC, TRACE);
        new GatewayMetrics(registry).exchanges("http", "other", "primary").record("GET", null, 200, TRAFFIC, null);

        assertThat(examples(OPEN_METRICS)).isNotEmpty().noneMatch(line -> line.contains("other"));
    }

    @Test
    void leavesPlainTextAsItIsWithoutTraces() {
        PrometheusMeterRegistry plain = PrometheusMeters.make(false);
        new GatewayMetrics(plain).exchanges("http", "default", "primary").record("GET", null, 200, TRAFFIC, TRACE);
        meters.record("GET", null, 200, TRAFFIC, TRACE);

        assertThat(registry.scrape()).isEqualTo(plain.scrape());
    }
}
