package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.TimeGauge;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Meters whose values are kept elsewhere and read when somebody asks. */
class FunctionMetersTest {
    private static final String OK = TestNode.ok("{\"ok\":1}");

    @Test
    void keepWhatTheyReadThroughAGarbageCollection() throws Exception {
        // Given
        try (TestNode node = TestNode.answering(OK);
                TestGateway gateway = TestGateway.before("", node)) {
            gateway.get("/before");

            // When
            collectGarbage();

            // Then
            List<Meter> meters = gateway.meters().getMeters().stream()
                    .filter(FunctionMetersTest::isFunction)
                    .toList();
            assertThat(meters)
                    .extracting(meter -> meter.getId().getName())
                    .contains("sluice.upstream.requests", "sluice.upstream.connections", "sluice.event.loop.cpu");
            for (Meter meter : meters) {
                assertThat(referents(meter)).as(meter.getId().toString()).doesNotContainNull();
            }
        }
    }

    @Test
    void countOnAfterAGarbageCollection() throws Exception {
        // Given
        try (TestNode node = TestNode.answering(OK);
                TestGateway gateway = TestGateway.before("", node)) {
            gateway.get("/before");
            collectGarbage();

            // When
            gateway.get("/after");
            gateway.get("/after");

            // Then
            assertThat(gateway.meters().scrape())
                    .contains("sluice_upstream_requests_total{cluster=\"primary\",node=\"127.0.0.1:" + node.port()
                            + "\"} 3.0")
                    .contains("sluice_connections_accepted_total{listener=\"http\"} 1.0")
                    .contains("sluice_upstream_connections{cluster=\"primary\",node=\"127.0.0.1:" + node.port()
                            + "\"} 1.0");
        }
    }

    private static boolean isFunction(Meter meter) {
        return meter instanceof FunctionCounter
                || meter instanceof FunctionTimer
                || meter instanceof Gauge
                || meter instanceof TimeGauge;
    }

    private static void collectGarbage() {
        WeakReference<Object> garbage = new WeakReference<>(new Object());
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            return garbage.refersTo(null);
        });
    }

    // What the meter holds weakly, wherever in its class and the classes above; null for what has been collected.
    private static List<Object> referents(Meter meter) throws IllegalAccessException {
        List<Object> found = new ArrayList<>();
        for (Class<?> type = meter.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (WeakReference.class.isAssignableFrom(field.getType())) {
                    field.setAccessible(true);
                    found.add(((WeakReference<?>) field.get(meter)).get());
                }
            }
        }
        return found;
    }
}
