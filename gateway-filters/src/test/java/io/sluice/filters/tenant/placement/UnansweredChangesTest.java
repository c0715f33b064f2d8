package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ExchangeSummary;
import io.sluice.testkit.FilterHarness;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that a cluster goes on with after the gateway has given up. */
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
                .body(path.endsWith("_by_query") ? "{\"query\":{\"match_all\":{}}}" : "{}")
                .upstream(status, "application/json", "{}")
                .send();
    }

    private static String tasksOf(String opaqueId) {
        return "{\"nodes\":{\"a\":{\"tasks\":{" + task("a:1", opaqueId, "") + "}}}}";
    }

    private static String task(String id, String opaqueId, String more) {
        return "\"" + id + "\":{" + more + "\"headers\":{\"X-Opaque-Id\":\"" + opaqueId + "\"}}";
    }

    private static String tasks(String... tasks) {
        return "{\"nodes\":{\"a\":{\"tasks\":{" + tasks[0] + "}},\"b\":{\"tasks\":{"
                + Stream.of(tasks).skip(1).collect(Collectors.joining(",")) + "}}}}";
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
    @CsvSource({"/logs/_delete_by_query, 200", "/logs/_delete_by_query, 409", "/logs/_doc/1, 201", "/logs/_search, 504"
    })
    void areNoneThatWereAnsweredOrChangeNothing(String path, int status) {
        send(path, status);

        assertThat(inFlight()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/logs/_doc/1", "/logs/_doc", "/logs/_rollover", "/logs/_delete_by_query"})
    void areOfAnyKind(String path) {
        tasks = tasksOf("acme");
        send(path, 504);
        look();
        look();
        look();
        assertThat(inFlight()).isEqualTo(1);

        tasks = NONE;
        look();
        assertThat(inFlight()).isZero();
    }

    /** A tenant writes all the time. */
    @Test
    void doNotWaitForWhatBeganLater() {
        tasks = tasksOf("acme");
        send("/logs/_doc/1", 504);
        look();
        tasks = tasks(task("a:2", "acme", ""), task("b:1", "acme", ""));
        look();
        assertThat(inFlight()).isEqualTo(1);

        tasks = tasks(task("a:3", "acme", ""), task("b:1", "acme", ""));
        look();
        assertThat(inFlight()).isEqualTo(1);
        tasks = tasks(task("a:4", "acme", ""), task("b:2", "acme", ""));
        look();
        assertThat(inFlight()).isZero();
    }

    /** The node that a client asked may be gone, and others go on with its parts. */
    @Test
    void goOnInTasksThatTheirTasksBegan() {
        tasks = tasks(task("a:1", "acme", ""), task("b:1", "acme", "\"parent_task_id\":\"a:1\","));
        send("/logs/_doc/1", 504);
        look();
        look();

        tasks = tasks(
                task("a:9", "acme", ""),
                task("b:2", "acme", "\"parent_task_id\":\"b:1\","),
                task("b:3", "acme", "\"parent_task_id\":\"b:2\","));
        look();
        assertThat(inFlight()).isEqualTo(1);
        tasks = tasks(task("a:9", "acme", ""), task("b:3", "acme", "\"parent_task_id\":\"b:2\","));
        look();
        assertThat(inFlight()).isEqualTo(1);
        tasks = tasks(task("a:9", "acme", ""), task("b:4", "acme", ""));
        look();
        assertThat(inFlight()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void areBulksOfWhichANodeDidNotAnswer(boolean unknown) {
        harness.request("POST", "/_bulk")
                .principal("acme")
                .header("Content-Type", "application/x-ndjson")
                .body("{\"delete\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n")
                .upstream(200, "application/json", "{\"items\":[]}")
                .regrouped(new ExchangeSummary.Bulk(9, 3, 2, 2, 0, unknown, null))
                .send();

        assertThat(inFlight()).isEqualTo(unknown ? 1 : 0);
        look();
        look();
        assertThat(inFlight()).isZero();
    }

    /** A cluster may be away for hours. */
    @Test
    void areFewInFlightHoweverManyThereAre() {
        tasks = null;
        for (int i = 0; i < 5; i++) {
            for (int k = 0; k < 600; k++) {
                send("/logs/_doc/1", 504);
            }
            look();
        }
        assertThat(inFlight()).isEqualTo(1_000);

        tasks = tasksOf("acme");
        for (int i = 0; i < 5; i++) {
            for (int k = 0; k < 600; k++) {
                send("/logs/_doc/1", 504);
            }
            look();
        }
        assertThat(inFlight()).isBetween(1_000L, 3_600L);
        tasks = NONE;
        look();
        look();
        assertThat(inFlight()).isZero();
    }
}
