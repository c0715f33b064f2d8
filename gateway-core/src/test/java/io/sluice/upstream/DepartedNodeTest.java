package io.sluice.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigLoader;
import io.sluice.config.HostPort;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.plugin.FilterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DepartedNodeTest {
    private static final HostPort STAYING = new HostPort("127.0.0.1", 1);
    private static final HostPort DEPARTING = new HostPort("127.0.0.1", 2);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final GatewayMetrics metrics = new GatewayMetrics(registry);
    private UpstreamCluster cluster;

    @BeforeEach
    void start() throws Exception {
        String yaml = """
                clusters: { primary: { nodes: ["http://127.0.0.1:1", "http://127.0.0.1:2"] } }
                flows: { default: { relay: { cluster: primary } } }
                listeners: [{ name: http, bind: 127.0.0.1:0, routes: [{ flow: default }] }]
                """;
        ClusterConfig config = new ConfigLoader(Map.of())
                .parse(yaml, Path.of("departed.yml").toAbsolutePath(), any -> FilterRegistry.of())
                .config()
                .clusters()
                .get("primary");
        cluster = new UpstreamCluster("primary", config, metrics);
    }

    @Test
    void takesAllItsSeriesWithIt() {
        // Given
        metrics.bulks("default").node(node(DEPARTING).meters(), 1, 10);

        // When
        cluster.replaceNodes(List.of(STAYING));

        // Then
        assertThat(registry.scrape()).contains("node=\"127.0.0.1:1\"").doesNotContain("node=\"127.0.0.1:2\"");
    }

    @Test
    void hasLiveMetersWhenItComesBack() {
        // Given
        node(DEPARTING).began();
        cluster.replaceNodes(List.of(STAYING));

        // When
        cluster.replaceNodes(List.of(STAYING, DEPARTING));
        node(DEPARTING).began();
        node(DEPARTING).began();

        // Then
        assertThat(registry.scrape())
                .contains("sluice_upstream_requests_active{cluster=\"primary\",node=\"127.0.0.1:2\"} 2.0")
                .contains("sluice_upstream_requests_total{cluster=\"primary\",node=\"127.0.0.1:2\"} 2.0");
    }

    @Test
    void doesNotTouchTheMetersOfTheNodeThatTookItsPlace() {
        // Given
        UpstreamNode departed = node(DEPARTING);
        cluster.replaceNodes(List.of(STAYING));
        cluster.replaceNodes(List.of(STAYING, DEPARTING));
        metrics.bulks("default").node(node(DEPARTING).meters(), 3, 30);

        // When
        metrics.bulks("default").node(departed.meters(), 5, 50);

        // Then
        assertThat(registry.scrape())
                .contains(
                        "sluice_bulk_node_items_total{cluster=\"primary\",flow=\"default\",node=\"127.0.0.1:2\"} 3.0");
    }

    private UpstreamNode node(HostPort address) {
        return cluster.nodes().stream()
                .filter(node -> node.address().equals(address))
                .findFirst()
                .orElseThrow();
    }
}
