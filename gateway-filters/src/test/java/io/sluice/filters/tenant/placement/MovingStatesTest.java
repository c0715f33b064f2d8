package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.tenant.TenantFactory;
import io.sluice.filters.tenant.placement.Placement.State;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of a tenant's requests in each state of a move; the table is one that the test writes. */
@Tag("slow")
class MovingStatesTest {

    private static final Relocation THERE = new Relocation("default", "big", "big", "another gateway");

    private final PlacesIndex index = new PlacesIndex();
    private FilterHarness harness;

    @BeforeEach
    void start() {
        harness = FilterHarness.of(
                new TenantFactory(),
                "from: [{ principal: {} }]\nlayouts: [{ indexPerTenant: { indices: ['*'] } }]\n"
                        + "places: { big: { cluster: secondary, layouts: [{ indexPerTenant: { indices: ['*'] } }] } }\n"
                        + "placement: { index: { cluster: primary, name: places, every: 100ms, lease: 5s, hold: 5s } }\n",
                new TestContext().reaching(index.cluster(), new TestCluster("secondary")));
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> index.table().path("gateways").size() == 1);
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    /** Changes the table, in which a gateway is that carries the tenant, and waits until this gateway knows of it. */
    private void say(String place, State state) {
        TableContent content = TableContent.read(index.table());
        boolean between = state != State.OPEN && state != State.CLOSED;
        index.table(content.withGateway("another gateway", new GatewayEntry("another", false))
                .withTenant("acme", place, state, between ? THERE : null));
        long version = content.version() + 1;
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> harness.context().meters().gauge("placement_version") == version);
    }

    private HarnessCall acme(String method, String target) {
        return harness.request(method, target).principal("acme").header("Content-Type", "application/json");
    }

    @ParameterizedTest
    @EnumSource(
            value = State.class,
            names = {"PREPARING", "COPYING"})
    void refusesChangesOfIndicesBetweenTwoPlaces(State state) {
        say("default", state);

        HarnessResult result = acme("PUT", "/logs/_mapping").body("{}").send();

        assertThat(result.relayed()).isFalse();
        assertThat(result.status()).isEqualTo(429);
        assertThat(result.body()).contains("\"type\":\"sluice_tenant_moving\"");
        assertThat(result.headers().get("Retry-After")).isNotNull();
    }

    @ParameterizedTest
    @EnumSource(value = State.class)
    void readsInThePlaceWhereTheTenantIs(State state) {
        say("default", state);

        HarnessResult result = acme("GET", "/logs/_doc/1").send();

        assertThat(result.status()).isEqualTo(state == State.CLOSED ? 503 : 200);
        assertThat(result.target()).isEqualTo("primary");
    }

    @Test
    void writesWithoutCopiesUntilTheOtherPlaceIsReady() {
        say("default", State.PREPARING);

        HarnessResult result = acme("PUT", "/logs/_doc/1").body("{}").send();

        assertThat(result.status()).isEqualTo(200);
        assertThat(result.target()).isEqualTo("primary");
    }

    @ParameterizedTest
    @CsvSource({"big, COPYING, secondary", "default, COPYING, primary", "default, OPEN, primary"})
    void letsWritesWaitUntilThePlaceIsDecided(String place, State state, String cluster) throws Exception {
        say("default", State.HOLDING);
        CompletableFuture<Void> decided = CompletableFuture.runAsync(
                () -> say(place, state), CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));

        HarnessResult result = acme("POST", "/logs/_update_by_query").body("{}").send();

        decided.get(60, TimeUnit.SECONDS);
        assertThat(result.status()).isEqualTo(200);
        assertThat(result.target()).isEqualTo(cluster);
        assertThat(harness.context().meters().timed("placement_wait")).isEqualTo(1);
        assertThat(harness.context().meters().gauge("placement_moving")).isEqualTo(state == State.OPEN ? 0 : 1);
    }

    @Test
    void countsChangesByQueryAsUnsure() {
        say("default", State.COPYING);

        acme("POST", "/logs/_delete_by_query")
                .body("{\"query\":{\"match_all\":{}}}")
                .send();

        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> unsure() == 2);
    }

    private long unsure() {
        long[] sum = new long[1];
        index.table().path("gateways").fieldNames().forEachRemaining(id -> {
            var beat = index.beat(id);
            sum[0] += beat == null ? 0 : beat.at("/unsure/acme").asLong();
        });
        return sum[0];
    }
}
