package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.api.RequestTarget;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.TestCluster;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is copied of clients' writes into a place that has all of a tenant's indices in one. */
@Tag("slow")
class CopiesIntoNestedTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String NODES = "{\"nodes\":{\"a\":{\"version\":\"8.19.0\",\"tasks\":{}}}}";

    private final PlacesIndex index = new PlacesIndex();
    private FilterHarness harness;

    @BeforeEach
    void start() {
        index.cluster().answering(target -> NODES);
        index.other().answering(target -> NODES);
        index.answeringAtRoot((method, target, body) -> PlacesIndex.response(
                200,
                target.rawPath().equals("/_mget")
                        ? "{\"docs\":[{\"_index\":\"acme.logs\",\"_id\":\"1\",\"_version\":1,\"_seq_no\":0,"
                                + "\"_primary_term\":1,\"found\":true,\"_source\":{}}]}"
                        : "{\"acme.logs\":{\"mappings\":{},\"settings\":{\"index\":{}},\"aliases\":{}}}"));
        index.other()
                .answeringRequests((method, target, body) -> PlacesIndex.response(
                        200,
                        switch (target.segments().getLast()) {
                            case "_mget" -> "{\"docs\":[{\"_index\":\"t-acme\",\"_id\":\"logs:1\",\"found\":false}]}";
                            case "_bulk" -> "{\"items\":[{\"index\":{\"status\":201}}]}";
                            default ->
                                "{\"t-acme\":{\"mappings\":{\"properties\":{\"logs\":{\"properties\":{}}}},"
                                        + "\"settings\":{\"index\":{}},\"aliases\":{}}}";
                        }));
        harness = index.gateway("nested: { indices: ['*'], template: 't-{tenant}' }", ", lease: 5s, hold: 5s");
        index.table(TableContent.read(index.table())
                .withGateway("another gateway", new GatewayEntry("another", "", Duration.ZERO, false))
                .withTenant(
                        "acme",
                        "default",
                        Placement.State.COPYING,
                        new Relocation("default", "big", "big", "another gateway")));
        await().atMost(PATIENCE).until(() -> harness.context().meters().gauge("placement_moving") == 1);
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    private static List<String> looks(TestCluster cluster, String indices) {
        return cluster.asked().stream()
                .map(RequestTarget::rawPath)
                .filter(path -> path.startsWith(indices))
                .toList();
    }

    @Test
    void lookForAnIndexOnce() {
        for (int i = 1; i <= 3; i++) {
            int count = i;
            harness.request("PUT", "/logs/_doc/1")
                    .principal("acme")
                    .header("Content-Type", "application/json")
                    .body("{}")
                    .upstream(201, "application/json", "{}")
                    .send();
            await().atMost(PATIENCE).until(() -> index.other().opaqueIds().size() == count);
        }

        assertThat(looks(index.cluster(), "/acme.")).hasSize(1);
        assertThat(looks(index.other(), "/t-acme")).hasSize(1);
    }
}
