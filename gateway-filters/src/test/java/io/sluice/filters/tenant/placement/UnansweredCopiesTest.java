package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is copied of writes, where the one place or the other does not say whether it was written. */
@Tag("slow")
class UnansweredCopiesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Relocation THERE = new Relocation("default", "big", "big", "another gateway");
    private static final String DOCUMENT =
            "{\"docs\":[{\"_index\":\"acme.logs\",\"_id\":\"1\",\"_version\":1,\"_seq_no\":0,"
                    + "\"_primary_term\":1,\"found\":true,\"_source\":{}}]}";
    private static final String NO_DOCUMENT = "{\"docs\":[{\"_index\":\"acme.logs\",\"_id\":\"1\",\"found\":false}]}";

    private final PlacesIndex index = new PlacesIndex();
    private FilterHarness harness;
    private volatile boolean stored = true;
    private volatile boolean taken;
    private volatile CompletableFuture<Void> held = CompletableFuture.completedFuture(null);
    private volatile List<String> tasks = List.of();

    @BeforeEach
    void start() {
        index.answeringAtRoot((method, target, body) -> target.rawPath().equals("/_mget")
                ? PlacesIndex.response(200, stored ? DOCUMENT : NO_DOCUMENT)
                : PlacesIndex.response(200, "{}"));
        index.other().answeringRequests((method, target, body) -> {
            if (target.rawPath().equals("/_mget")) {
                return PlacesIndex.response(200, NO_DOCUMENT);
            }
            held.join();
            return taken ? PlacesIndex.response(200, "{\"items\":[{\"index\":{\"status\":201}}]}") : null;
        });
        index.cluster().answering(target -> nodes("{}"));
        index.other().answering(target -> nodes("{" + tasks() + "}"));
        // The time of day is moved here, and a lease ends by it.
        harness = index.gateway(", lease: 5m, hold: 5s");
        index.table(TableContent.read(index.table())
                .withGateway("another gateway", new GatewayEntry("another", "", Duration.ZERO, false))
                .withTenant("acme", "default", Placement.State.COPYING, THERE));
        await().atMost(PATIENCE).until(() -> harness.context().meters().gauge("placement_moving") == 1);
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    private static String nodes(String tasks) {
        return "{\"nodes\":{\"a\":{\"version\":\"7.17.28\",\"tasks\":" + tasks + "}}}";
    }

    private String tasks() {
        return tasks.stream()
                .map(mark -> "\"a:" + mark.length() + "\":{\"headers\":{\"X-Opaque-Id\":\"" + mark + "\"}}")
                .collect(Collectors.joining(","));
    }

    private HarnessCall write() {
        return harness.request("PUT", "/logs/_doc/1")
                .principal("acme")
                .header("Content-Type", "application/json")
                .body("{}");
    }

    private long inFlight() {
        return harness.context().meters().gauge("placement_writes");
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            harness.context().advance(Duration.ofSeconds(1));
        }
    }

    private List<String> copies() {
        return index.other().opaqueIds();
    }

    /** What this gateway says of the tenant. */
    private Beat said() {
        return index.table()
                .path("gateways")
                .propertyStream()
                .map(gateway -> index.beat(gateway.getKey()))
                .filter(beat -> beat != null)
                .map(Beat::read)
                .findFirst()
                .orElse(Beat.NONE);
    }

    /** Otherwise it may be written once its document was deleted, and both places have changed their parts. */
    @Test
    void areInFlightUntilThePlaceThatGetsThemIsThroughWithThem() {
        write().upstream(201, "application/json", "{}").send();
        await().atMost(PATIENCE).until(() -> said().isUnanswered("acme") && inFlight() == 1);
        long unsure = said().unsureOf("acme");
        assertThat(copies()).singleElement().satisfies(mark -> assertThat(mark).startsWith("acme/~"));

        tasks = copies();
        look(20);
        assertThat(inFlight()).isEqualTo(1);

        tasks = List.of();
        look(9);
        assertThat(inFlight()).isEqualTo(1);
        look(1);
        assertThat(inFlight()).isZero();
        await("compared again").atMost(PATIENCE).until(() -> said().unsureOf("acme") > unsure);
    }

    @Test
    void areNotAwaitedWhereTheyWereAnswered() {
        taken = true;
        write().upstream(201, "application/json", "{}").send();

        await().atMost(PATIENCE).until(() -> copies().size() == 1 && inFlight() == 0);
        assertThat(said().unsureOf("acme")).isZero();
    }

    /** The cluster may still write it, so a copy that is made before is one too many, and none of it. */
    @Test
    void areMadeOnceTheClusterIsThroughWithAWriteThatItDidNotAnswer() {
        taken = true;
        write().upstream(504, "application/json", "{}").send();
        look(9);
        assertThat(copies()).isEmpty();

        look(1);
        await().atMost(PATIENCE).until(() -> copies().size() == 1 && inFlight() == 0);
        assertThat(said().unsureOf("acme")).isZero();
    }

    @Test
    void areNotMadeOfWhatWasNotSent() {
        taken = true;
        write().upstream(502, "application/json", "{}")
                .failing("upstream-connect")
                .send();

        look(20);
        assertThat(inFlight()).isZero();
        assertThat(copies()).isEmpty();
    }

    /** Otherwise the operator takes the old place for quiet. */
    @Test
    void areInFlightFromBeforeTheMoveWasFinished() {
        held = new CompletableFuture<>();
        CompletableFuture<Void> write = CompletableFuture.runAsync(
                () -> write().upstream(201, "application/json", "{}").send());
        await().atMost(PATIENCE).until(() -> copies().size() == 1);
        index.table(TableContent.read(index.table()).withTenant("acme", "default", Placement.State.OPEN));
        await().atMost(PATIENCE).until(() -> harness.context().meters().gauge("placement_moving") == 0);

        tasks = copies();
        held.complete(null);
        write.join();
        look(20);
        await().during(Duration.ofSeconds(1))
                .atMost(PATIENCE)
                .until(() -> said().behind().contains("acme"));

        tasks = List.of();
        look(10);
        await().atMost(PATIENCE).until(() -> said().behind().isEmpty());
    }
}
