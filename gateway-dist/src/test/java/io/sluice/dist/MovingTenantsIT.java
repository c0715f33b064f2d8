package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A tenant moves between two clusters and all layouts while it writes and reads through two gateways, one of which is killed. What was
 * acknowledged is in the new place, once; {@code -Dsluice.moves=N} does more moves than three.
 */
class MovingTenantsIT {

    private static final int MOVES = Integer.getInteger("sluice.moves", 3);
    private static final long SEED = Long.getLong("sluice.moves.seed", System.nanoTime());
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int BEFORE = 3_000;

    /** The places of the configuration, in the order of the moves; the index is where acme's logs lie there. */
    private enum Storage {
        OWN("default", "acme.logs", true),
        SHARED("shared", "logs", false),
        NESTED("nested", "t-acme", false),
        OTHER("other", "acme.logs", false),
        NESTED_AGAIN("nested", "t-acme", false),
        SHARED_AGAIN("shared", "logs", false);

        private final String place;
        private final String index;
        private final boolean first;

        Storage(String place, String index, boolean first) {
            this.place = place;
            this.index = index;
            this.first = first;
        }

        Storage next() {
            return values()[(ordinal() + 1) % values().length];
        }
    }

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<URI> reached = new CopyOnWriteArrayList<>();
    private DevCluster first;
    private DevCluster second;

    private Distribution distribution(String name) throws Exception {
        Distribution distribution = Distribution.copyTo(directory.resolve(name));
        distribution.configure("""
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                clusters:
                  first: { nodes: ["%s"], discovery: { every: 1s } }
                  second: { nodes: ["%s"], discovery: { every: 1s } }
                flows:
                  default:
                    filters:
                      - type: tenant
                        config:
                          from: [{ header: { name: X-Tenant, trusted: [127.0.0.1] } }]
                          handles: { keys: ["AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="] }
                          layouts: [{ indexPerTenant: { indices: ["*"] } }]
                          places:
                            shared: { cluster: second, layouts: [{ shared: { indices: [logs] } }] }
                            nested: { cluster: second, layouts: [{ nested: { indices: ["*"], template: "t-{tenant}" } }] }
                            other: { cluster: second, layouts: [{ indexPerTenant: { indices: ["*"] } }] }
                          placement: { index: { cluster: first, lease: 8s, hold: 3s } }
                    relay: { cluster: first, bulk: { groupBy: shard } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(first.address(0), second.address(0)));
        return distribution;
    }

    private ServerPlaces cluster(Storage storage) throws Exception {
        return new ServerPlaces(client, (storage.first ? first : second).address(0));
    }

    private void prepare() throws Exception {
        String mapping =
                "{\"settings\":{\"number_of_shards\":2,\"number_of_replicas\":0},\"mappings\":{\"dynamic\":\"false\","
                        + "\"properties\":{\"n\":{\"type\":\"integer\"}%s}}}";
        cluster(Storage.OWN).send("PUT", "/acme.logs", mapping.formatted(""));
        cluster(Storage.SHARED).send("PUT", "/logs", mapping.formatted(",\"tenant_id\":{\"type\":\"keyword\"}"));
        StringBuilder bulk = new StringBuilder();
        for (int i = 0; i < BEFORE; i++) {
            bulk.append("{\"index\":{\"_id\":\"before-")
                    .append(i)
                    .append("\"}}\n{\"n\":")
                    .append(i)
                    .append("}\n");
        }
        cluster(Storage.OWN).bulk("/acme.logs/_bulk", bulk.toString());
        cluster(Storage.SHARED)
                .bulk(
                        "/logs/_bulk?refresh=true",
                        "{\"index\":{\"_id\":\"bolt:1\"}}\n{\"n\":1,\"tenant_id\":\"bolt\"}\n");
    }

    @Test
    void losesNothingWhileATenantMovesUnderWritesReadsAndKills() throws Exception {
        System.out.println("-Dsluice.moves.seed=" + SEED);
        // Given
        first = SharedClusters.empty(ServerKind.ELASTICSEARCH_7);
        second = SharedClusters.empty(ServerKind.OPENSEARCH_2);
        prepare();
        Distribution one = distribution("one");
        Distribution two = distribution("two");
        List<RunningGateway> gateways = new ArrayList<>(List.of(one.start(), two.start()));
        try {
            for (RunningGateway gateway : gateways) {
                awaitReady(gateway);
                reached.add(gateway.address());
            }
            Storage place = Storage.OWN;
            Storage before = place;
            try (MovingLoad load = new MovingLoad("acme", () -> List.copyOf(reached), SEED)) {
                // When
                for (int i = 0; i < MOVES; i++) {
                    if (i > 0) {
                        assertDone(sluice(one, gateways.getFirst(), "finish", "acme"), "for good");
                    }
                    before = place;
                    place = place.next();
                    boolean kills = i % 3 == 1;
                    move(one, gateways, two, place, kills);
                    assertThat(load.wrong()).as("move " + i + " to " + place).isEmpty();
                }
                System.out.println(MOVES + " moves, " + load.figures());
                load.close();

                // Then
                assertThat(load.wrong()).isEmpty();
                assertHas(place, load);
                assertDone(sluice(one, gateways.getFirst(), "back", "acme"), "tenant acme is in " + before.place);
                assertHas(before, load);
            }
        } finally {
            for (RunningGateway gateway : gateways) {
                gateway.close();
            }
            client.close();
        }
    }

    private void awaitReady(RunningGateway gateway) {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> gateway.send("GET", "/", "").statusCode() != 503
                        && gateway.admin("/tenants").body().contains("\"version\""));
    }

    private Finished sluice(Distribution distribution, RunningGateway gateway, String... command) throws Exception {
        List<String> words = new ArrayList<>(List.of("tenant"));
        words.addAll(List.of(command));
        words.addAll(List.of("--admin", gateway.adminAddress().toString()));
        return distribution.command(words.toArray(String[]::new));
    }

    /** Moves the tenant; the second gateway may be killed meanwhile, and starts anew. */
    private void move(Distribution one, List<RunningGateway> gateways, Distribution two, Storage to, boolean kills)
            throws Exception {
        String scroll = page(
                "/logs/_search?scroll=10m",
                "{\"size\":10,\"sort\":[\"_doc\"],\"query\":{\"exists\":{\"field\":\"n\"}}}");
        CompletableFuture<Finished> moving = CompletableFuture.supplyAsync(() -> {
            try {
                return sluice(one, gateways.getFirst(), "move", "acme", "--to", to.place);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        if (kills) {
            URI address = gateways.get(1).address();
            gateways.get(1).close();
            reached.remove(address);
            gateways.set(1, two.start());
            awaitReady(gateways.get(1));
            reached.add(gateways.get(1).address());
        }
        assertDone(moving.join(), "tenant acme is in " + to.place);
        page("/_search/scroll", "{\"scroll\":\"1m\",\"scroll_id\":\"" + scroll + "\"}");
    }

    /** Reads a page of a scroll, in whatever place it was opened; returns how to go on. */
    private String page(String target, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(reached.getFirst() + target))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .header("X-Tenant", "acme")
                .header("Content-Type", "application/json")
                .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        JsonNode page = new ObjectMapper().readTree(answer.body());
        assertThat(page.at("/hits/hits")).as(answer.body()).hasSize(10);
        return page.path("_scroll_id").asText();
    }

    private static void assertDone(Finished command, String said) {
        assertThat(command.code()).as(command.output()).isZero();
        assertThat(command.output()).contains(said);
    }

    // Read at the cluster itself, so that a document that is there twice would be seen.
    private void assertHas(Storage place, MovingLoad load) throws Exception {
        Map<String, List<Integer>> expected = load.expected();
        ServerPlaces server = cluster(place);
        server.send("POST", "/" + place.index + "/_refresh", "");
        Map<String, Integer> found = new TreeMap<>();
        String prefix = place.index.equals("logs") ? "acme:" : place.index.equals("t-acme") ? "logs:" : "";
        String query = place.index.equals("logs") ? "{\"term\":{\"tenant_id\":\"acme\"}}" : "{\"match_all\":{}}";
        String after = "";
        while (true) {
            JsonNode hits = server.send(
                            "POST",
                            "/" + place.index + "/_search",
                            "{\"size\":5000,\"sort\":[{\"_id\":\"asc\"}]" + after + ",\"query\":" + query + "}")
                    .at("/hits/hits");
            for (JsonNode hit : hits) {
                JsonNode source = prefix.equals("logs:") ? hit.at("/_source/logs") : hit.path("_source");
                String id = hit.path("_id").asText().substring(prefix.length());
                assertThat(found.put(id, source.path("n").asInt())).as(id).isNull();
                after = ",\"search_after\":[\"" + hit.path("_id").asText() + "\"]";
            }
            if (hits.isEmpty()) {
                break;
            }
        }
        for (int i = 0; i < BEFORE; i++) {
            assertThat(found.remove("before-" + i)).isEqualTo(i);
        }
        expected.forEach((id, possible) -> assertThat(possible).as(id).contains(found.getOrDefault(id, 0)));
        found.keySet().removeAll(expected.keySet());
        // Documents with drawn ids whose writes were not answered.
        assertThat(found).hasSizeLessThanOrEqualTo(load.unanswered());
    }
}
