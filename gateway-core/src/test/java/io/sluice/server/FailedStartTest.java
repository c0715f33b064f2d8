package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.config.ConfigLoader;
import io.sluice.plugin.FilterRegistry;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A gateway that is made whole but cannot open its listener. */
class FailedStartTest {

    @Test
    void closesEverythingThatWasMade() throws Exception {
        SeenFilters seen = new SeenFilters();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String yaml = """
                    clusters: { primary: { nodes: ["http://127.0.0.1:1"], discovery: { enabled: false } } }
                    flows: { default: { filters: [{ type: a, config: {} }], relay: { cluster: primary } } }
                    listeners: [{ name: http, bind: "127.0.0.1:%d", routes: [{ flow: default }] }]
                    """.formatted(taken.getLocalPort());
            Path file = Path.of("target", "test-gateway.yml").toAbsolutePath();
            for (int i = 1; i <= 20; i++) {
                // Given
                FilterRegistry registry = FilterRegistry.of(seen.type("a"));
                var loaded = new ConfigLoader(Map.of()).parse(yaml, file, config -> registry);
                PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

                // When
                assertThatThrownBy(() -> Gateway.start(loaded.config(), registry, meters, file.getParent()))
                        .hasMessageContaining("the address is in use");

                // Then
                assertThat(seen.closed()).hasSize(i);
                assertThat(meters.scrape()).doesNotContain("cluster=", "listener=", "filter=");
            }
        }
    }
}
