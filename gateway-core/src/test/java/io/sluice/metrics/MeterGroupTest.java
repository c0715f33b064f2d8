package io.sluice.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.api.FilterMeters;
import io.sluice.api.PerValue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Groups of meters of which one takes the other's place, as when a part of the configuration is made anew. */
class MeterGroupTest {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final GatewayMetrics metrics = new GatewayMetrics(registry);

    private String value(String series) {
        return registry.scrape()
                .lines()
                .filter(line -> line.startsWith(series))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .findFirst()
                .orElse("none");
    }

    @Test
    void countersNeverGoBackWhileAnotherGroupTakesTheirPlace() {
        // Given
        MeterGroup before = metrics.group("cluster", "a");
        AtomicLong first = new AtomicLong(5);
        before.counter("seen", "seen", first::get);
        before.count("counted", "counted").increment(3);

        // When
        MeterGroup after = metrics.group("cluster", "a");
        AtomicLong second = new AtomicLong(1);
        after.counter("seen", "seen", second::get);
        assertThat(value("seen_total")).isEqualTo("6.0");
        first.incrementAndGet();
        before.close();
        second.incrementAndGet();
        after.count("counted", "counted").increment();

        // Then
        assertThat(value("seen_total")).isEqualTo("8.0");
        assertThat(value("counted_total")).isEqualTo("4.0");
    }

    @Test
    void gaugesShowTheNewestGroup() {
        MeterGroup before = metrics.group("cluster", "a");
        before.gauge("age", "age", null, () -> 7);
        metrics.group("cluster", "a").gauge("age", "age", null, () -> 1);
        assertThat(value("age{")).isEqualTo("1.0");

        before.close();
        assertThat(value("age{")).isEqualTo("1.0");
    }

    @Test
    void seriesEndWithTheLastOfTheirGroups() {
        MeterGroup before = metrics.group("cluster", "a");
        before.count("only_before", "counted").increment();
        MeterGroup after = metrics.group("cluster", "a");
        before.close();
        assertThat(value("only_before_total")).as("its owner is still there").isEqualTo("1.0");

        after.close();
        assertThat(registry.scrape()).doesNotContain("cluster=\"a\"");
        assertThat(value("only_before_total")).isEqualTo("none");
    }

    @Test
    void aClosedGroupTouchesNothing() {
        MeterGroup before = metrics.group("cluster", "a");
        before.close();
        MeterGroup after = metrics.group("cluster", "a");
        after.count("counted", "counted").increment(3);

        before.count("counted", "counted").increment(5);
        before.close();

        assertThat(value("counted_total")).isEqualTo("3.0");
    }

    @Test
    void instancesOfAFilterShareTheirBoundOnValues() {
        InstanceMeters before = metrics.filterMeters("f", "t");
        before.perValue("tenant", 2, tagged -> tagged.counter("hits", "hits"))
                .of("a")
                .add(1);
        InstanceMeters after = metrics.filterMeters("f", "t");
        PerValue<FilterMeters.Counter> hits = after.perValue("tenant", 2, tagged -> tagged.counter("hits", "hits"));
        hits.of("b").add(1);
        hits.of("c").add(1);

        assertThat(registry.scrape())
                .contains("tenant=\"a\"", "tenant=\"b\"", "tenant=\"other\"}  1.0".replace("  ", " "))
                .doesNotContain("tenant=\"c\"");
    }

    @Test
    void aNameIsFreeAgainOnceNoFilterUsesIt() {
        InstanceMeters before = metrics.filterMeters("f", "t");
        before.counter("hits", "hits");
        before.close();

        metrics.filterMeters("f", "t").gauge("hits", "hits", () -> 1);

        assertThat(value("sluice_filter_hits{")).isEqualTo("1.0");
    }
}
