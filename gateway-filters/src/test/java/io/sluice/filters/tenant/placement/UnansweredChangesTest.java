package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes by query that a cluster goes on with after the gateway has given up. */
class UnansweredChangesTest {

    private static final String NONE = "{}";

    private final PlacesIndex index = new PlacesIndex();
    private volatile @Nullable String tasks = NONE;
    private FilterHarness harness;

    @BeforeEach
    void start() {
        index.cluster().answering(target -> target.raw().startsWith("/_tasks?") ? tasks : null);
        harness = index.gateway("");
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    private void send(String path, int status) {
        harness.request("POST", path)
                .principal("acme")
                .header("Content-Type", "application/json")
                .body("{\"query\":{\"match_all\":{}}}")
                .upstream(status, "application/json", "{}")
                .send();
    }

    private static String tasksOf(String opaqueId) {
        return "{\"nodes\":{\"a\":{\"tasks\":{\"a:1\":{\"headers\":{\"X-Opaque-Id\":\"" + opaqueId + "\"}}}}}}";
    }

    private long inFlight() {
        return harness.context().meters().gauge("placement_writes");
    }

    private void look() {
        harness.context().advance(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"acme", "acme/of a client"})
    void areInFlightWhileTheClusterHasATaskOfTheTenant(String opaqueId) {
        tasks = tasksOf(opaqueId);
        send("/logs/_delete_by_query", 504);

        for (int i = 0; i < 5; i++) {
            look();
            assertThat(inFlight()).isEqualTo(1);
        }

        tasks = NONE;
        look();
        look();
        assertThat(inFlight()).isZero();
    }

    /** It may reach the cluster after the first look. */
    @Test
    void areLookedForMoreThanOnce() {
        send("/logs/_update_by_query", 504);

        look();
        assertThat(inFlight()).isEqualTo(1);
        tasks = tasksOf("acme");
        look();
        assertThat(inFlight()).isEqualTo(1);
    }

    @Test
    void areNotThoseOfOtherTenants() {
        tasks = tasksOf("acme-2");
        send("/logs/_delete_by_query", 504);

        look();
        look();

        assertThat(inFlight()).isZero();
    }

    @Test
    void areInFlightWhileTheClusterDoesNotTell() {
        tasks = null;
        send("/logs/_delete_by_query", 504);
        look();
        look();
        tasks = "{\"node_failures\":[{}]}";
        look();
        look();
        assertThat(inFlight()).isEqualTo(1);

        tasks = NONE;
        look();
        look();
        assertThat(inFlight()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"/logs/_delete_by_query, 200", "/logs/_delete_by_query, 409", "/logs/_doc/1, 504"})
    void areNoneThatWereAnsweredOrChangeNothingByQuery(String path, int status) {
        send(path, status);

        assertThat(inFlight()).isZero();
    }
}
