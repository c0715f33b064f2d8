package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The view of a real cluster computes the shard and the node that the cluster itself chooses: documents are found where they were
 * expected. {@code -Dsluice.routing.seed} takes the same ids again, {@code -Dsluice.routing.ids=N} so many (a fifth on other servers than
 * Elasticsearch 7.17).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShardRoutingIT {

    private static final long SEED = Long.getLong("sluice.routing.seed", System.nanoTime());
    private static final int IDS = Integer.getInteger("sluice.routing.ids", 2_000);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<ServerKind, Server> servers = new EnumMap<>(ServerKind.class);

    /** A cluster, what it says and what is computed. */
    private record Server(DevCluster cluster, ServerPlaces there, ComputedPlaces here) {}

    @AfterAll
    void stop() {
        servers.values().forEach(server -> server.here().close());
        client.close();
    }

    private Server server(ServerKind kind) throws Exception {
        Server server = servers.get(kind);
        if (server == null) {
            DevCluster cluster = SharedClusters.emptyOfThree(kind);
            server = new Server(cluster, new ServerPlaces(client, cluster.address(0)), new ComputedPlaces(cluster));
            servers.put(kind, server);
        }
        return server;
    }

    private static int count(ServerKind kind) {
        return kind == ServerKind.ELASTICSEARCH_7 ? IDS : IDS / 5;
    }

    private static void create(Server server, String index, int shards, String more) throws Exception {
        server.there().send("PUT", "/" + ServerPlaces.encode(index), """
                {"settings":{"number_of_shards":%d,"number_of_replicas":0%s}}""".formatted(shards, more));
    }

    /** Sends a bulk and compares where each of its documents is with where it was expected. */
    private static void compare(Server server, String target, String index, int count, IntFunction<String> action)
            throws Exception {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < count; i++) {
            body.append(action.apply(i)).append("\n{\"n\":").append(i).append(",\"@timestamp\":\"2026-01-01\"}\n");
        }
        List<String> expected = server.here().of(target, body.toString());
        server.there().bulk(target, body.toString());
        Map<Integer, String> landed = server.there().landed(index);

        List<String> differences = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (!expected.get(i).equals(landed.get(i))) {
                differences.add(action.apply(i) + " expected at " + expected.get(i) + ", is at " + landed.get(i));
            }
        }
        assertThat(differences).as("-Dsluice.routing.seed=%d", SEED).isEmpty();
        assertThat(landed).hasSize(count);
    }

    @ParameterizedTest
    @EachServer
    void findsDocumentsByTheirIds(ServerKind kind) throws Exception {
        Server server = server(kind);
        RandomTexts texts = new RandomTexts(new Random(SEED));
        for (int shards : new int[] {1, 3, 5}) {
            String index = "by-id-" + shards;
            create(server, index, shards, "");
            server.here().knowing(index);
            String[] ids = ids(texts, count(kind));

            compare(server, "/" + index + "/_bulk", index, ids.length, i -> "{\"index\":{\"_id\":" + ids[i] + "}}");
        }
    }

    /** Ids that differ, written as JSON; some are numbers. */
    private static String[] ids(RandomTexts texts, int count) {
        String[] ids = new String[count];
        for (int i = 0; i < count; i++) {
            ids[i] = i % 10 == 0 ? Integer.toString(i) : texts.json(texts.next() + i);
        }
        return ids;
    }

    @ParameterizedTest
    @EachServer
    void findsDocumentsByTheRoutingOfLineAndUrl(ServerKind kind) throws Exception {
        Server server = server(kind);
        RandomTexts texts = new RandomTexts(new Random(SEED));
        create(server, "routed", 6, "");
        server.here().knowing("routed");
        String[] routings = routings(texts, count(kind));
        String url = "/routed/_bulk?routing=" + ServerPlaces.encode("из адреса");

        compare(server, url, "routed", routings.length, i -> switch (i % 4) {
            case 0 -> "{\"index\":{\"_id\":\"" + i + "\"}}";
            case 1 -> "{\"index\":{\"routing\":" + routings[i] + "}}";
            case 2 -> "{\"index\":{\"_id\":\"" + i + "\",\"routing\":\"\"}}";
            default -> "{\"index\":{\"_id\":\"" + i + "\",\"routing\":" + routings[i] + "}}";
        });
    }

    private static String[] routings(RandomTexts texts, int count) {
        String[] routings = new String[count];
        for (int i = 0; i < count; i++) {
            routings[i] = texts.json(texts.next());
        }
        return routings;
    }

    @ParameterizedTest
    @EachServer
    void findsDocumentsOfPartitions(ServerKind kind) throws Exception {
        Server server = server(kind);
        RandomTexts texts = new RandomTexts(new Random(SEED));
        server.there().send("PUT", "/parts", """
                {"settings":{"number_of_shards":7,"number_of_replicas":0,"routing_partition_size":3},
                "mappings":{"_routing":{"required":true}}}""");
        server.here().knowing("parts");
        String[] ids = ids(texts, count(kind));
        String[] routings = routings(texts, 20);

        compare(
                server,
                "/_bulk",
                "parts",
                ids.length,
                i -> "{\"index\":{\"_index\":\"parts\",\"_id\":" + ids[i] + ",\"routing\":"
                        + routings[i % routings.length] + "}}");
        assertThat(server.here().of("/parts/_bulk", "{\"delete\":{\"_id\":\"1\"}}\n"))
                .containsExactly(ComputedPlaces.NOT_COMPUTABLE);
    }

    @ParameterizedTest
    @EachServer
    void findsDocumentsOfShrunkAndSplitIndices(ServerKind kind) throws Exception {
        Server server = server(kind);
        RandomTexts texts = new RandomTexts(new Random(SEED));
        create(server, "four", 4, ",\"index.routing.allocation.require._name\":\"node-1\"");
        server.here().knowing("four");
        String[] ids = ids(texts, count(kind) / 2);
        IntFunction<String> action = i -> "{\"index\":{\"_id\":" + ids[i] + "}}";
        compare(server, "/four/_bulk", "four", ids.length, action);
        server.there().send("PUT", "/four/_settings", "{\"index.blocks.write\":true}");
        for (String resized : List.of("_shrink/two", "_split/eight")) {
            String index = resized.substring(resized.indexOf('/') + 1);
            int shards = index.equals("two") ? 2 : 8;
            server.there().send("POST", "/four/" + resized, """
                    {"settings":{"index.number_of_shards":%d,"index.number_of_replicas":0,"index.blocks.write":null,
                    "index.routing.allocation.require._name":null}}""".formatted(shards));
            server.there()
                    .get("/_cluster/health/" + index + "?wait_for_status=green&wait_for_no_relocating_shards=true");
            server.here().knowing(index).afresh();

            compare(server, "/" + index + "/_bulk", index, ids.length, action);
        }
    }

    @ParameterizedTest
    @EachServer
    void findsDocumentsThroughAliases(ServerKind kind) throws Exception {
        Server server = server(kind);
        create(server, "read", 3, "");
        create(server, "written", 5, "");
        create(server, "keyed", 3, "");
        server.there().send("POST", "/_aliases", """
                {"actions":[{"add":{"index":"read","alias":"Both"}},
                {"add":{"index":"written","alias":"Both","is_write_index":true}},
                {"add":{"index":"keyed","alias":"with-key","index_routing":"ключ🔑"}},
                {"add":{"index":"read","alias":"neither"}},{"add":{"index":"keyed","alias":"neither"}},
                {"add":{"index":"read","alias":"read-only","is_write_index":false}}]}""");
        server.here().knowing("Both", "with-key", "neither", "read-only");

        compare(server, "/Both/_bulk", "written", 300, i -> "{\"index\":{\"_id\":\"" + i + "\"}}");
        compare(
                server,
                "/with-key/_bulk",
                "keyed",
                300,
                i -> i % 2 == 0
                        ? "{\"index\":{\"_id\":\"" + i + "\"}}"
                        : "{\"index\":{\"_id\":\"" + i + "\",\"routing\":\"ключ\\ud83d\\udd11\"}}");
        for (String refused : List.of(
                "{\"index\":{\"_index\":\"with-key\",\"_id\":\"1\",\"routing\":\"other\"}}\n{}\n",
                "{\"index\":{\"_index\":\"neither\",\"_id\":\"1\"}}\n{}\n",
                "{\"index\":{\"_index\":\"read-only\",\"_id\":\"1\"}}\n{}\n")) {
            assertThat(server.here().of("/_bulk", refused)).containsExactly(ComputedPlaces.NOT_COMPUTABLE);
            JsonNode item = server.there().send("POST", "/_bulk", refused).at("/items/0/index");
            assertThat(item.path("status").asInt()).as(refused).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @EachServer(except = ServerKind.ELASTICSEARCH_7)
    void findsDocumentsOfDataStreamsInTheIndexThatIsWritten(ServerKind kind) throws Exception {
        Server server = server(kind);
        server.there().send("PUT", "/_index_template/streams", """
                {"index_patterns":["stream*"],"data_stream":{},
                "template":{"settings":{"number_of_shards":3,"number_of_replicas":0}}}""");
        server.there().bulk("/stream/_bulk", "{\"create\":{}}\n{\"@timestamp\":\"2026-01-01\"}\n");
        server.there().send("POST", "/stream/_rollover", "");
        server.here().knowing("stream");
        String written = written(server, "stream");

        compare(server, "/stream/_bulk", written, 300, i -> "{\"create\":{\"_id\":\"" + i + "\"}}");

        server.there().send("POST", "/stream/_rollover", "");
        server.here().afresh();
        compare(server, "/stream/_bulk", written(server, "stream"), 300, i -> "{\"create\":{\"_id\":\"" + i + "\"}}");
    }

    private static String written(Server server, String stream) throws Exception {
        JsonNode indices = server.there().get("/_resolve/index/" + stream).at("/data_streams/0/backing_indices");
        return indices.get(indices.size() - 1).asText();
    }

    @ParameterizedTest
    @EnumSource(names = "ELASTICSEARCH_8")
    void findsDocumentsThroughAliasesOfDataStreams(ServerKind kind) throws Exception {
        Server server = server(kind);
        server.there().send("PUT", "/_index_template/aliased", """
                {"index_patterns":["aliased*"],"data_stream":{},
                "template":{"settings":{"number_of_shards":3,"number_of_replicas":0}}}""");
        for (String stream : List.of("aliased-1", "aliased-2")) {
            server.there().bulk("/" + stream + "/_bulk", "{\"create\":{}}\n{\"@timestamp\":\"2026-01-01\"}\n");
            server.there().send("POST", "/" + stream + "/_rollover", "");
        }
        server.there().send("POST", "/_aliases", """
                {"actions":[{"add":{"index":"aliased-1","alias":"streams"}},
                {"add":{"index":"aliased-2","alias":"streams","is_write_index":true}},
                {"add":{"index":"aliased-1","alias":"single"}}]}""");
        server.here().knowing("streams", "single");

        compare(
                server,
                "/streams/_bulk",
                written(server, "aliased-2"),
                300,
                i -> "{\"create\":{\"_id\":\"" + i + "\"}}");
        assertThat(server.here().of("/single/_bulk", "{\"create\":{\"_id\":\"1\"}}\n{}\n"))
                .containsExactly(ComputedPlaces.NOT_COMPUTABLE);
    }

    @ParameterizedTest
    @EnumSource(names = "ELASTICSEARCH_8")
    void leavesTimeSeriesToTheServer(ServerKind kind) throws Exception {
        Server server = server(kind);
        server.there().send("PUT", "/series", """
                {"settings":{"index.mode":"time_series","index.routing_path":["host"],
                "index.time_series.start_time":"2020-01-01T00:00:00Z","index.time_series.end_time":"2030-01-01T00:00:00Z"},
                "mappings":{"properties":{"@timestamp":{"type":"date"},
                "host":{"type":"keyword","time_series_dimension":true}}}}""");
        server.here().knowing("series");

        assertThat(server.here().of("/series/_bulk", "{\"create\":{\"_id\":\"1\"}}\n{}\n"))
                .containsExactly(ComputedPlaces.NOT_COMPUTABLE);
    }

    @ParameterizedTest
    @EachServer
    void agreesWithSearchShards(ServerKind kind) throws Exception {
        Server server = server(kind);
        RandomTexts texts = new RandomTexts(new Random(SEED));
        create(server, "asked", 9, "");
        server.here().knowing("asked");
        for (int i = 0; i < count(kind) / 2; i++) {
            // The server would take a comma for the end of a routing.
            String routing = texts.next().replace(',', ';');
            String action = "{\"delete\":{\"_id\":" + texts.json(routing) + "}}\n";

            assertThat(server.here().of("/asked/_bulk", action))
                    .as("-Dsluice.routing.seed=%d: %s", SEED, routing)
                    .containsExactly(server.there().ofRouting("asked", routing));
        }
    }

    @ParameterizedTest
    @EachServer
    void knowsNamesThatPathsMustEscapeAndNoOthers(ServerKind kind) throws Exception {
        Server server = server(kind);
        for (String index : List.of("a+b%c", "индекс", "漢字🙂")) {
            create(server, index, 3, "");
            server.here().knowing(index);
            compare(
                    server,
                    "/_bulk",
                    index,
                    50,
                    i -> "{\"index\":{\"_index\":\"" + index + "\",\"_id\":\"" + i + "\"}}");
        }
        assertThat(server.here().of("/nowhere/_bulk", "{\"delete\":{\"_id\":\"1\"}}\n"))
                .containsExactly(ComputedPlaces.UNKNOWN);
    }

    @ParameterizedTest
    @EnumSource(names = "ELASTICSEARCH_7")
    void followsAShardThatMovesAndAnIndexThatIsMadeAnew(ServerKind kind) throws Exception {
        Server server = server(kind);
        create(server, "moving", 1, ",\"index.routing.allocation.require._name\":\"node-1\"");
        server.here().knowing("moving");
        String action = "{\"delete\":{\"_id\":\"1\"}}\n";
        String before = server.here().of("/moving/_bulk", action).getFirst();
        assertThat(before).isEqualTo(server.there().ofRouting("moving", "1"));

        server.there().send("PUT", "/moving/_settings", "{\"index.routing.allocation.require._name\":\"node-2\"}");
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> !server.there().ofRouting("moving", "1").equals(before));
        server.here().afresh();
        assertThat(server.here().of("/moving/_bulk", action))
                .containsExactly(server.there().ofRouting("moving", "1"));

        server.there().send("DELETE", "/moving", "");
        create(server, "moving", 5, "");
        server.here().afresh();
        compare(server, "/moving/_bulk", "moving", 200, i -> "{\"index\":{\"_id\":\"" + i + "\"}}");
    }
}
