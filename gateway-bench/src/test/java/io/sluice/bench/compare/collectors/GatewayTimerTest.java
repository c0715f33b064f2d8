package io.sluice.bench.compare.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GatewayTimerTest {
    private static final String EARLIER = """
            # TYPE sluice_gateway_seconds histogram
            sluice_gateway_seconds_bucket{cluster="primary",failure="none",flow="default",listener="http",le="1.0E-4"} 10
            sluice_gateway_seconds_bucket{cluster="primary",failure="none",flow="default",listener="http",le="2.0E-4"} 10
            sluice_gateway_seconds_bucket{cluster="primary",failure="none",flow="default",listener="http",le="+Inf"} 10
            sluice_gateway_seconds_count{cluster="primary",failure="none",flow="default",listener="http"} 10
            sluice_gateway_seconds_sum{cluster="primary",failure="none",flow="default",listener="http"} 5.0E-4
            sluice_gateway_seconds_max{cluster="primary"} 1
            sluice_request_seconds_count{cluster="primary"} 99
            """;
    private static final String LATER = """
            sluice_gateway_seconds_bucket{cluster="primary",failure="none",flow="default",listener="http",le="1.0E-4"} 90
            sluice_gateway_seconds_bucket{cluster="primary",failure="none",flow="default",listener="http",le="2.0E-4"} 100
            sluice_gateway_seconds_bucket{cluster="primary",failure="none",flow="default",listener="http",le="+Inf"} 109
            sluice_gateway_seconds_bucket{cluster="primary",failure="reset",flow="default",listener="http",le="1.0E-4"} 0
            sluice_gateway_seconds_bucket{cluster="primary",failure="reset",flow="default",listener="http",le="2.0E-4"} 0
            sluice_gateway_seconds_bucket{cluster="primary",failure="reset",flow="default",listener="http",le="+Inf"} 1
            sluice_gateway_seconds_count{cluster="primary",failure="none",flow="default",listener="http"} 109.0
            sluice_gateway_seconds_count{cluster="primary",failure="reset",flow="default",listener="http"} 1.0
            sluice_gateway_seconds_sum{cluster="primary",failure="none",flow="default",listener="http"} 0.1
            sluice_gateway_seconds_sum{cluster="primary",failure="reset",flow="default",listener="http"} 0.0005
            """;

    private final GatewayTimer window = GatewayTimer.parse(LATER).since(GatewayTimer.parse(EARLIER));

    @Test
    void countsWhatCameInBetweenOverAllSeries() {
        assertThat(window.count()).isEqualTo(100);
        assertThat(window.mean()).isCloseTo(0.001, within(1e-12));
        assertThat(window.plus(window).count()).isEqualTo(200);
    }

    @Test
    void placesAPercentileWithinItsBucket() {
        assertThat(window.percentile(40)).isCloseTo(0.5e-4, within(1e-9));
        assertThat(window.percentile(85)).isCloseTo(1.5e-4, within(1e-9));
    }

    @Test
    void givesTheLastBoundForWhatLiesBeyondIt() {
        assertThat(window.percentile(99)).isEqualTo(2.0e-4);
    }

    @Test
    void knowsNothingWithoutRequests() {
        GatewayTimer nothing = window.since(window);

        assertThat(nothing.percentile(50)).isNaN();
        assertThat(nothing.mean()).isNaN();
    }
}
