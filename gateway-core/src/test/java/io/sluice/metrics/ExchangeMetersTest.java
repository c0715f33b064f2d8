package io.sluice.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.api.ExchangeSummary.Traffic;
import org.junit.jupiter.api.Test;

class ExchangeMetersTest {

    private static final Traffic TRAFFIC = new Traffic(0, 0, 1, 0, 0);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ExchangeMeters meters = new GatewayMetrics(registry).exchanges("http", "default", "primary");

    @Test
    void countsAnswersByMethodAndExactStatus() {
        meters.record("GET", null, 200, TRAFFIC, null);
        meters.record("GET", null, 200, TRAFFIC, null);
        meters.record("GET", null, 404, TRAFFIC, null);
        meters.record("PUT", null, 200, TRAFFIC, null);

        assertThat(count("GET", "200")).isEqualTo(2);
        assertThat(count("GET", "404")).isEqualTo(1);
        assertThat(count("PUT", "200")).isEqualTo(1);
    }

    @Test
    void makesNoSeriesOfWhatClientsAndNodesMakeUp() {
        for (int status = 0; status < 1000; status++) {
            for (String method : new String[] {"BREW", "get", "X" + status}) {
                meters.record(method, null, status, TRAFFIC, null);
            }
        }

        assertThat(registry.find("sluice.responses").counters())
                .hasSizeLessThan(90)
                .allSatisfy(
                        counter -> assertThat(counter.getId().getTag("method")).isEqualTo("other"));
        assertThat(count("other", "none")).isEqualTo(3.0 * (100 + 400));
        assertThat(count("other", "2xx")).isEqualTo(3.0 * 90);
    }

    private double count(String method, String status) {
        return registry.get("sluice.responses")
                .tags("method", method, "status", status)
                .counter()
                .count();
    }
}
