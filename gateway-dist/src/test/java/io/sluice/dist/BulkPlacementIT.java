package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bulk.hash.RoutingHash;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No document goes to a node that does not hold it, as verified by the stub, which computes placement with its own
 * code. {@code -Dsluice.placement.ids=1000000} sets the number of documents, {@code -Dsluice.placement.seed} changes
 * them.
 */
class BulkPlacementIT {

    private static final int IDS = Integer.getInteger("sluice.placement.ids", 30_000);
    private static final long SEED = Long.getLong("sluice.placement.seed", 1);
    private static final int BULK = 5_000;
    private static final List<String> INDICES = List.of("logs", "one", "three", "thirty", "thirty-three");
    private static final List<String> ALIASES = List.of("plain-alias", "keyed-alias");
    private static final String PARTS = "parts";

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    private final RandomTexts texts = new RandomTexts(random);
    /** Ids of one bulk: a repeated id keeps the first of its names. */
    private final Set<String> ids = new HashSet<>();

    private int documents;

    /** Of the ids of one bulk. */
    private final Set<Integer> hashes = new HashSet<>();

    /** How many ids share a hash with an earlier one of their bulk, and so a node. */
    private int sharing;

    @Test
    void sendsEveryDocumentToTheNodeThatHoldsIt() throws Exception {
        try (StubCluster cluster = StubCluster.start(directory, RegroupingGateway.Settings.USUAL)) {
            create(cluster.places(false));
            for (String name : INDICES) {
                cluster.gateway().awaitSplitting(List.of(name, PARTS));
            }
            cluster.gateway().awaitSplitting(ALIASES);
            ServerPlaces gateway = cluster.places(true);
            cluster.places(false).send("DELETE", "/_stub/stats", "");
            long whole = cluster.gateway().relayedWhole();

            int bulks = 0;
            while (documents < IDS) {
                send(gateway, bulks++);
            }

            assertThat(cluster.documents()).isEqualTo(documents);
            System.out.printf(
                    "placement: %d documents in %d bulks, %d misrouted, %d ids share a hash with another of their bulk%n",
                    documents, bulks, cluster.misrouted(), sharing);
            assertThat(cluster.misrouted())
                    .as("-Dsluice.placement.seed=%d", SEED)
                    .isLessThanOrEqualTo(sharing);
            assertThat(cluster.gateway().relayedWhole()).isEqualTo(whole);
        }
    }

    @Test
    void drawsIdsThatBelongToTheNodesThatTheirDocumentsGoTo() throws Exception {
        RegroupingGateway.Settings drawing = RegroupingGateway.Settings.USUAL.withBulk("autoId: shardTargeted");
        try (StubCluster cluster = StubCluster.start(directory, drawing)) {
            create(cluster.places(false));
            cluster.gateway().awaitSplitting(List.of("thirty", "three"));
            cluster.places(false).send("DELETE", "/_stub/stats", "");
            String body = "{\"index\":{\"_index\":\"thirty\"}}\n{}\n{ \"create\" : { \"_index\":\"three\"} }\r\n{}\n";

            JsonNode answer = cluster.places(true).send("POST", "/_bulk", body.repeat(BULK));

            assertThat(answer.path("errors").asBoolean()).isFalse();
            assertThat(answer.findValuesAsText("_id"))
                    .hasSize(2 * BULK)
                    .doesNotHaveDuplicates()
                    .allMatch(id -> id.matches("[A-Za-z0-9_-]{20}"));
            assertThat(cluster.documents()).isEqualTo(2 * BULK);
            assertThat(cluster.misrouted()).isZero();
            assertThat(cluster.gateway().misplaced()).isZero();
        }
    }

    @Test
    void wouldBeSeenToSendDocumentsElsewhere() throws Exception {
        try (StubCluster cluster = StubCluster.start(directory, RegroupingGateway.Settings.USUAL)) {
            create(cluster.places(false));
            for (int bulk = 0; bulk < 6; bulk++) {
                long misrouted = cluster.misrouted();
                send(cluster.places(false), bulk);
                assertThat(cluster.misrouted() - misrouted).isPositive();
            }
        }
    }

    private static void create(ServerPlaces stub) throws Exception {
        index(stub, "one", 1, 1);
        index(stub, "three", 3, 1);
        index(stub, "thirty", 30, 1);
        index(stub, "thirty-three", 33, 1);
        index(stub, PARTS, 12, 5);
        stub.send("POST", "/_aliases", """
                {"actions":[{"add":{"index":"thirty","alias":"plain-alias"}},
                {"add":{"index":"thirty-three","alias":"keyed-alias","routing":"ключ🔑"}}]}""");
    }

    private static void index(ServerPlaces stub, String name, int shards, int partition) throws Exception {
        stub.send(
                "PUT",
                "/" + name,
                "{\"settings\":{\"number_of_shards\":" + shards + ",\"routing_partition_size\":" + partition + "}}");
    }

    private void send(ServerPlaces places, int bulk) throws Exception {
        boolean byUrl = bulk % 3 == 1;
        // In a URL, a comma ends a routing value.
        String routing = texts.next().replace(',', ';');
        String path = bulk % 6 == 2 ? "/" + PARTS + "/_bulk" : "/_bulk";
        String target = path + (byUrl ? "?routing=" + ServerPlaces.encode(routing) : "");
        StringBuilder body = new StringBuilder();
        ids.clear();
        hashes.clear();
        for (int i = 0; i < BULK; i++) {
            item(path.equals("/_bulk"), byUrl, body);
        }
        JsonNode answer = places.send("POST", target, body.toString());
        assertThat(answer.path("errors").asBoolean()).isFalse();
        assertThat(answer.path("items")).hasSize(BULK);
        documents += BULK;
    }

    private void item(boolean named, boolean routed, StringBuilder body) {
        String index = named ? name(routed) : PARTS;
        String action = random.nextInt(4) == 0 ? "create" : "index";
        body.append("{\"").append(action).append("\":{");
        if (named) {
            body.append("\"_index\":\"").append(index).append("\",");
        }
        // Alias routings are not combined with others: a server refuses that.
        boolean mayRoute = !index.equals("keyed-alias");
        boolean must = index.equals(PARTS) && !routed;
        if (must || mayRoute && random.nextInt(4) == 0) {
            body.append("\"routing\":").append(texts.json(texts.next())).append(',');
        }
        body.append("\"_id\":").append(id()).append("}}\n{}\n");
    }

    private String id() {
        if (random.nextInt(50) == 0) {
            return noted(Integer.toString(random.nextInt()));
        }
        String id = texts.next();
        while (!ids.add(id)) {
            id = texts.next();
        }
        return texts.json(noted(id));
    }

    private String noted(String id) {
        sharing += hashes.add(RoutingHash.of(id)) ? 0 : 1;
        return id;
    }

    private String name(boolean routed) {
        int draw = random.nextInt(INDICES.size() + 3);
        if (draw < INDICES.size()) {
            return INDICES.get(draw);
        }
        return switch (draw - INDICES.size()) {
            case 0 -> PARTS;
            case 1 -> "plain-alias";
            default -> routed ? "plain-alias" : "keyed-alias";
        };
    }
}
