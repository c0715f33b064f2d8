package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.tenant.placement.Placement.State;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
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
        harness = index.gateway(", lease: 5s, hold: 5s");
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    /** Changes the table, in which a gateway is that carries the tenant, and waits until this gateway knows of it. */
    private void say(String place, State state) {
        TableContent content = TableContent.read(index.table());
        boolean between = state != State.OPEN && state != State.CLOSED;
        index.table(content.withGateway("another gateway", new GatewayEntry("another", "", Duration.ZERO, false))
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
    void refusesWaitingWritesWhereTheTableCannotBeRead() {
        harness.close();
        harness = index.gateway(", lease: 5m, hold: 200ms");
        say("default", State.HOLDING);
        index.down(true);

        for (int i = 0; i < 2; i++) {
            HarnessResult result = acme("PUT", "/logs/_doc/1").body("{}").send();

            assertThat(result.status()).isEqualTo(503);
            assertThat(result.body()).contains("\"type\":\"sluice_places_unknown\"");
            assertThat(result.headers().get("Retry-After")).isNotNull();
        }
    }

    /** Both numbers begin anew in another place, so what a client had read in the one fitted another state of the document in the other. */
    @ParameterizedTest
    @CsvSource({
        "PUT, /logs/_doc/1, '{\"_index\":\"acme.logs\",\"_id\":\"1\",\"_seq_no\":4,\"_primary_term\":TERM}'",
        "GET, /logs/_doc/1, '{\"_id\":\"1\",\"_primary_term\":TERM,\"found\":true,\"_source\":{\"a\":{\"_primary_term\":1}}}'",
        "POST, /logs/_update/1, '{\"_primary_term\":TERM,\"get\":{\"_seq_no\":1,\"_primary_term\":TERM}}'",
        "POST, /_bulk, '{\"items\":[{\"index\":{\"_index\":\"acme.logs\",\"_primary_term\":TERM}},"
                + "{\"index\":{\"_index\":\"acme.logs\",\"_primary_term\":TERM}},{\"index\":{\"_index\":\"acme.logs\",\"_primary_term\":TERM}},"
                + "{\"index\":{\"_index\":\"acme.logs\",\"_primary_term\":TERM}},{\"index\":{\"_index\":\"acme.logs\",\"_primary_term\":TERM}}]}'",
        "POST, /logs/_search, '{\"hits\":{\"hits\":[{\"_index\":\"acme.logs\",\"_id\":\"1\",\"_primary_term\":TERM}]}}'"
    })
    void tellsTermsOfPlacesApart(String method, String target, String answer) {
        String body = target.equals("/_bulk") ? "{\"delete\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n".repeat(5) : "{}";
        say("default", State.OPEN);
        assertThat(shown(method, target, body, answer))
                .isEqualTo(answer.replace("acme.", "").replace("TERM", "1"));

        say("big", State.OPEN);
        assertThat(shown(method, target, body, answer))
                .isEqualTo(answer.replace("acme.", "").replace("TERM", Long.toString((1L << 32) + 1)));
        say("default", State.OPEN);
        assertThat(shown(method, target, body, answer))
                .isEqualTo(answer.replace("acme.", "").replace("TERM", Long.toString((2L << 32) + 1)));
    }

    private String shown(String method, String target, String body, String answer) {
        HarnessCall call = acme(method, target).upstream(200, "application/json", answer.replace("TERM", "1"));
        return (method.equals("GET") ? call : call.body(body)).everySplit().body();
    }

    @ParameterizedTest
    @CsvSource({
        // Terms of this place, of the one before, of none.
        "4294967297, 1",
        "8589934591, 4294967295",
        "1, 4503599627370497",
        "8589934593, 4503608217305089",
        "0, 0",
        "-1, -1"
    })
    void sendsTermsOfOtherPlacesSoThatTheyFitNothing(String given, String sent) {
        say("default", State.OPEN);
        say("big", State.OPEN);

        HarnessResult one = acme("PUT", "/logs/_doc/1?if_seq_no=3&if_primary_term=" + given)
                .body("{}")
                .send();
        HarnessResult update = acme("POST", "/logs/_update/1")
                .body("{\"if_seq_no\":3,\"if_primary_term\":" + given + ",\"doc\":{\"if_primary_term\":1}}")
                .everySplit();
        String condition = ",\"if_seq_no\":3,\"if_primary_term\":";
        String index = "{\"index\":{\"_index\":\"logs\",\"_id\":\"1\"%s}}\n{\"if_primary_term\":1}\n";
        String delete = "{\"delete\":{\"_index\":\"logs\",\"_id\":\"2\"%s}}\n";
        HarnessResult bulk = acme("POST", "/_bulk")
                .body((index + delete + index).formatted(condition + given, "", ""))
                .everySplit();

        assertThat(one.upstreamHead().target().parameter("if_primary_term")).isEqualTo(sent);
        assertThat(update.upstreamBody())
                .isEqualTo("{\"if_seq_no\":3,\"if_primary_term\":" + sent + ",\"doc\":{\"if_primary_term\":1}}");
        assertThat(bulk.upstreamBody().replace("acme.", ""))
                .isEqualTo((index + delete + index).formatted(condition + sent, "", ""));
    }

    /** Servers read all of these as whole numbers in bodies. */
    @ParameterizedTest
    @CsvSource({
        "1.0, 4503599627370497",
        "1e0, 4503599627370497",
        "1.9, 4503599627370497",
        "'\"1e0\"', 4503599627370497",
        "4294967297.0, 1",
        "4.294967297e9, 1",
        "'\"4294967297.0\"', 1",
    })
    void readsTermsInBodiesAsServersDo(String given, String sent) {
        say("default", State.OPEN);
        say("big", State.OPEN);
        String update = "{\"doc\":{},\"if_seq_no\":3,\"if_primary_term\":%s}";
        String line = "{\"delete\":{\"_index\":\"logs\",\"_id\":\"2\",\"if_seq_no\":3,\"if_primary_term\":%s}}\n";
        String source = "{\"update\":{\"_index\":\"logs\",\"_id\":\"2\"}}\n" + update + "\n";

        assertThat(acme("POST", "/logs/_update/1")
                        .body(update.formatted(given))
                        .everySplit()
                        .upstreamBody())
                .isEqualTo(update.formatted(sent));
        assertThat(acme("POST", "/_bulk")
                        .body((line + source).formatted(given, given))
                        .everySplit()
                        .upstreamBody()
                        .replace("acme.", ""))
                .isEqualTo((line + source).formatted(sent, sent));
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

    @ParameterizedTest
    @CsvSource({
        "/logs/_doc, false",
        "/logs/_doc?version=5&version_type=external, true",
        "/logs/_doc?version=5, true",
    })
    void drawsAnIdOnlyWhereAServerDoes(String target, boolean asItIs) {
        say("default", State.COPYING);

        HarnessResult result = acme("POST", target).body("{}").send();

        assertThat(result.upstreamHead().target().rawPath().equals("/acme.logs/_doc"))
                .isEqualTo(asItIs);
    }
}
