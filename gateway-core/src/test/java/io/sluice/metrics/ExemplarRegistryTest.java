package io.sluice.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.api.ExchangeSummary.Traffic;
import io.sluice.api.TraceContext;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which requests histograms name as exemplars. */
class ExemplarRegistryTest {
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0";
    private static final TraceContext TRACE =
            new TraceContext("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", true);
    private static final Traffic TRAFFIC = new Traffic(0, 0, 3_000_000, 2_000_000, 0);

    private final PrometheusMeterRegistry registry = PrometheusMeters.make(true);
    private final ExchangeMeters meters = new GatewayMetrics(registry).exchanges("http", "default", "primary");

    private List<String> exemplars(String type) {
        return registry.scrape(type)
                .lines()
                .filter(line -> line.contains(" # {"))
                .toList();
    }

    @Test
    void isThatOfARequestWhoseTimesAreRecorded() {
        meters.record("GET", null, 200, TRAFFIC, TRACE);

        for (String name : List.of("request", "gateway", "upstream")) {
            assertThat(exemplars(OPEN_METRICS))
                    .filteredOn(line -> line.startsWith("sluice_" + name + "_seconds_bucket"))
                    .singleElement()
                    .asString()
                    .contains("# {span_id=\"00f067aa0ba902b7\",trace_id=\"4bf92f3577b34da6a3ce929d0e0e4736\"} 0.00");
        }
    }

    @Test
    void isNoneForARequestThatIsNotTraced() {
        meters.record("GET", null, 200, TRAFFIC, null);

        assertThat(exemplars(OPEN_METRICS)).isEmpty();
    }

    @Test
    void isTheLastInEachBucket() {
        TraceContext later = new TraceContext("1af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", true);
        Traffic slow = new Traffic(0, 0, 500_000_000_000L, 0, 0);
        meters.record("GET", null, 200, TRAFFIC, TRACE);
        meters.record("GET", null, 200, TRAFFIC, later);
        meters.record("GET", null, 200, slow, TRACE);

        assertThat(exemplars(OPEN_METRICS))
                .filteredOn(line -> line.startsWith("sluice_request_seconds_bucket"))
                .satisfiesExactly(
                        fast -> assertThat(fast).contains(later.traceId()).contains("} 0.003 "),
                        slowest -> assertThat(slowest).contains("le=\"+Inf\"").contains(TRACE.traceId()));
    }

    @Test
    void isNotThatOfAnEarlierSeriesOfTheSameName() {
        meters.record("GET", null, 200, TRAFFIC, TRACE);
        meters.close();
        registry.scrape(OPEN_METRICS);
        new GatewayMetrics(registry).exchanges("http", "default", "primary").record("GET", null, 200, TRAFFIC, null);

        assertThat(exemplars(OPEN_METRICS)).isEmpty();
    }

    @Test
    void standsInTheBucketThatCountsIt() {
        for (long nanos : new long[] {0, 1, 100_000, 100_001, 160_000, 1_000_000_000}) {
            meters.record("GET", null, 200, new Traffic(0, 0, nanos, 0, 0), TRACE);
        }

        assertThat(exemplars(OPEN_METRICS))
                .filteredOn(line -> line.startsWith("sluice_request_seconds_bucket"))
                .hasSize(3)
                .allSatisfy(line -> assertThat(Double.parseDouble(line.replaceAll(".*\\} (\\S+) \\S+$", "$1")))
                        .isLessThanOrEqualTo(Double.parseDouble(line.replaceAll(".*le=\"([^\"]*)\".*", "$1"))));
    }

    @Test
    void leavesPlainTextAsItIsWithoutTraces() {
        PrometheusMeterRegistry plain = PrometheusMeters.make(false);
        new GatewayMetrics(plain).exchanges("http", "default", "primary").record("GET", null, 200, TRAFFIC, TRACE);
        meters.record("GET", null, 200, TRAFFIC, TRACE);

        assertThat(registry.scrape()).isEqualTo(plain.scrape());
    }
}
