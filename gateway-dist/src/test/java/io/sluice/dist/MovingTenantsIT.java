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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A tenant moves between two clusters and all layouts while it writes and reads through two gateways, which are killed in every step. What
 * was acknowledged is in the new place, once. {@code scripts/tenant-moves} does more moves than three, kills nodes, too, and takes other
 * servers.
 */
class MovingTenantsIT {

    private static final int MOVES = Integer.getInteger("sluice.moves", 3);
    private static final long SEED = Long.getLong("sluice.moves.seed", System.nanoTime());
    /** A killed gateway holds a move up for three of them. */
    private static final String LEASE = System.getProperty("sluice.moves.lease", "8s");

    private static final String HOLD = System.getProperty("sluice.moves.hold", "3s");
    /** Whether gateways are killed. */
    private static final boolean KILLS = !Boolean.getBoolean("sluice.moves.quiet");
    /** Whether the first cluster has three nodes that are killed. */
    private static final boolean NODES = Boolean.getBoolean("sluice.moves.nodes");

    private static final ServerKind FIRST = kind("sluice.moves.first", ServerKind.ELASTICSEARCH_7);
    private static final ServerKind SECOND = kind("sluice.moves.second", ServerKind.OPENSEARCH_2);
    private static final List<String> STEPS =
            List.of("makes indices", "waits for gateways", "copies", "compares", "changes the place");
    private static final Pattern WAIT = Pattern.compile("(?m)^sluice_filter_placement_wait_seconds_max\\{.*} (\\S+)$");
    private static final Pattern OF_ALERTS = Pattern.compile("sluice_filter_placement_[a-z_]+");
    private static final String CONDITIONAL = "/logs/_doc/" + MovingStorage.CONDITIONAL + "?";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** What goes wrong during a move. */
    private enum Fault {
        NOTHING,
        MOVER,
        OTHER_GATEWAY,
        NODE
    }

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final SplittableRandom random = new SplittableRandom(SEED);
    /** How often each fault came about, by its name and the move's step. */
    private final Map<String, Integer> faults = new TreeMap<>();

    private double longestWait;
    private DevCluster first;
    private DevCluster second;

    private static ServerKind kind(String property, ServerKind usual) {
        return ServerKind.ofId(System.getProperty(property, usual.id()));
    }

    private String configuration() {
        return """
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                clusters:
                  first: { nodes: [%s], discovery: { every: 1s } }
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
                            shared: { cluster: second, layouts: [{ shared: { indices: [logs, empty] } }] }
                            nested: { cluster: second, layouts: [{ nested: { indices: ["*"], template: "t-{tenant}" } }] }
                            other: { cluster: second, layouts: [{ indexPerTenant: { indices: ["*"] } }] }
                          placement: { index: { cluster: first, lease: %s, hold: %s } }
                    relay: { cluster: first, bulk: { groupBy: shard } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(
                String.join(", ", first.addresses().stream().map(URI::toString).toList()),
                second.address(0),
                LEASE,
                HOLD);
    }

    private static DevCluster firstCluster() {
        return NODES
                ? DevCluster.of(FIRST).nodes(3).processPerNode().fastStart().start()
                : SharedClusters.empty(FIRST);
    }

    private ServerPlaces server(MovingStorage storage) throws Exception {
        return new ServerPlaces(client, (storage.isFirst() ? first : second).address(0));
    }

    @Test
    void losesNothingWhileATenantMovesUnderWritesReadsAndKills() throws Exception {
        System.out.println("-Dsluice.moves.seed=" + SEED);
        // Given
        first = firstCluster();
        second = SharedClusters.empty(SECOND);
        MovingStorage.prepare(server(MovingStorage.OWN), server(MovingStorage.SHARED), NODES ? 1 : 0);
        try (MovingGateways gateways = new MovingGateways(directory, configuration())) {
            MovingStorage place = MovingStorage.OWN;
            MovingStorage before = place;
            try (MovingLoad load = new MovingLoad("acme", gateways::reached, SEED)) {
                // When
                for (int i = 0; i < MOVES; i++) {
                    if (i > 0) {
                        gateways.command("for good", "finish", "acme");
                    }
                    before = place;
                    place = place.next();
                    move(gateways, load, before, place, fault(i));
                    assertThat(load.wrong()).as("move " + i + " to " + place).isEmpty();
                    noteWait(gateways.any());
                    System.out.printf("%tT moved %d times, now in %s%n", LocalTime.now(), i + 1, place);
                }
                System.out.printf(
                        "tenant moves: %d, faults %s, %s; writes waited %.0f ms at most%n",
                        MOVES, faults, load.figures(), longestWait * 1_000);
                load.close();

                // Then
                assertThat(load.wrong()).isEmpty();
                place.assertHas(load, server(place));
                gateways.command("tenant acme is in " + before.place(), "back", "acme");
                before.assertHas(load, server(before));
            }
            MovingAliases aliases = new MovingAliases(client, gateways.any().address(), server(MovingStorage.OWN));
            aliases.assertCopied(gateways);
            aliases.assertFollowed(gateways);
            assertShowsPlaces(gateways.any());
        } finally {
            if (NODES) {
                first.close();
            }
            client.close();
        }
    }

    private static Fault fault(int move) {
        if (!KILLS) {
            return Fault.NOTHING;
        }
        return switch (move % 4) {
            case 1 -> Fault.MOVER;
            case 2 -> Fault.OTHER_GATEWAY;
            case 3 -> NODES ? Fault.NODE : Fault.MOVER;
            default -> Fault.NOTHING;
        };
    }

    /** Moves the tenant; what was opened before is read afterwards. */
    private void move(MovingGateways gateways, MovingLoad load, MovingStorage from, MovingStorage to, Fault fault)
            throws Exception {
        boolean reads = fault != Fault.NODE;
        URI gateway = gateways.reached().getFirst();
        String scroll = reads ? page(gateway, "/logs/_search?scroll=10m", search("\"exists\":{\"field\":\"n\"}")) : "";
        String point = reads ? point(gateway, from) : "";
        String condition = reads ? changed(gateway, "") : "";
        switch (fault) {
            case NOTHING -> gateways.command("tenant acme is in " + to.place(), "move", "acme", "--to", to.place());
            case MOVER, OTHER_GATEWAY -> {
                gateways.order("acme", to.place());
                String step = STEPS.get(random.nextInt(STEPS.size()));
                String killed = gateways.kill("acme", step, fault == Fault.MOVER);
                faults.merge(fault + " " + (killed == null ? "missed" : killed), 1, Integer::sum);
            }
            case NODE -> {
                gateways.order("acme", to.place());
                int node = random.nextInt(3);
                load.tolerate(true);
                first.killNode(node);
                first.restartNode(node);
                load.tolerate(false);
                faults.merge("NODE", 1, Integer::sum);
            }
        }
        gateways.awaitIn("acme", to.place());
        if (reads) {
            URI now = gateways.reached().getFirst();
            page(now, "/_search/scroll", "{\"scroll\":\"1m\",\"scroll_id\":\"" + scroll + "\"}");
            page(now, "/_search", "{\"size\":10,\"pit\":{\"id\":\"" + point + "\"}}");
            assertConflicts(now, condition);
        }
    }

    /** Writes a document of its own; returns the condition of a later write that what was written is still there. */
    private String changed(URI gateway, String condition) throws Exception {
        JsonNode answer = ask("PUT", gateway, CONDITIONAL + condition, "{}");
        assertThat(answer.path("_primary_term").asLong()).as(answer.toString()).isPositive();
        return "if_seq_no=" + answer.path("_seq_no") + "&if_primary_term=" + answer.path("_primary_term");
    }

    /** What was read before a move fits nothing after it, wherever the new place's numbers are. */
    private void assertConflicts(URI gateway, String before) throws Exception {
        String now = changed(gateway, "");
        String mixed = now.replaceAll("&.*", "") + before.replaceAll(".*&", "&");
        for (String old : List.of(before, mixed)) {
            assertThat(ask("PUT", gateway, CONDITIONAL + old, "{}")
                            .path("status")
                            .asInt())
                    .as(old)
                    .isEqualTo(409);
        }
        changed(gateway, now);
    }

    private static String search(String query) {
        return "{\"size\":10,\"sort\":[\"_doc\"],\"query\":{" + query + "}}";
    }

    /** Opens a point in time. */
    private String point(URI gateway, MovingStorage storage) throws Exception {
        boolean openSearch = (storage.isFirst() ? FIRST : SECOND).isOpenSearch();
        JsonNode opened =
                ask(gateway, "/logs/" + (openSearch ? "_search/point_in_time" : "_pit") + "?keep_alive=10m", "");
        String id = opened.path(openSearch ? "pit_id" : "id").asText();
        assertThat(id).as(opened.toString()).isNotEmpty();
        return id;
    }

    /** Reads a page of a search, in whatever place it was opened; returns how to go on. */
    private String page(URI gateway, String target, String body) throws Exception {
        JsonNode page = ask(gateway, target, body);
        assertThat(page.at("/hits/hits")).as(page.toString()).hasSize(10);
        return page.path("_scroll_id").asText();
    }

    private JsonNode ask(URI gateway, String target, String body) throws Exception {
        return ask("POST", gateway, target, body);
    }

    private JsonNode ask(String method, URI gateway, String target, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(gateway + target))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("X-Tenant", "acme")
                .header("Content-Type", "application/json")
                .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        return MAPPER.readTree(answer.body());
    }

    private void noteWait(RunningGateway gateway) throws Exception {
        WAIT.matcher(gateway.admin("/metrics").body())
                .results()
                .forEach(found -> longestWait = Math.max(longestWait, Double.parseDouble(found.group(1))));
    }

    private static void assertShowsPlaces(RunningGateway gateway) throws Exception {
        JsonNode overview = MAPPER.readTree(gateway.admin("/overview").body());
        assertThat(overview.path("tenant_tables").toString()).isEqualTo("[\"first/sluice-places\"]");
        String metrics = gateway.admin("/metrics").body();
        Path alerts = Path.of(System.getProperty("sluice.distribution"), "config", "prometheus-alerts.yml");
        List<String> names = OF_ALERTS
                .matcher(Files.readString(alerts))
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(names).isNotEmpty();
        assertThat(names).allSatisfy(name -> assertThat(metrics).contains("\n" + name + "{"));
    }
}
