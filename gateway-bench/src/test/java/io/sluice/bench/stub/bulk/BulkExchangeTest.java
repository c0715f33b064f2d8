package io.sluice.bench.stub.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.sluice.bench.stub.cluster.Murmur3;
import io.sluice.bench.stub.cluster.NodeCounters;
import io.sluice.bench.stub.cluster.StubAlias;
import io.sluice.bench.stub.cluster.StubCluster;
import io.sluice.bench.stub.cluster.StubIndex;
import io.sluice.bench.stub.cluster.StubIndices;
import io.sluice.bench.stub.cluster.StubNode;
import io.sluice.bench.stub.http.StubReply;
import io.sluice.bench.stub.service.NodeQueues;
import io.sluice.bench.stub.service.ServiceTime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BulkExchangeTest {
    private static final String MIXED = """
            {"index":{"_index":"logs","_id":"a"}}
            {"text":"one \\"quoted\\" }"}
            { "create" : { "_index" : "logs" } }\r
            {}
            {"update":{"_index":"lo\\u0067s","_id":"q\\"q","retry_on_conflict":3}}
            {"doc":{}}

            {"delete":{"_id":"b","_index":"other","routing":"é"}}
            {"index":{"_id":"Γειά"}}
            {"n":1}
            """;

    private static final BulkExchange.Defaults DEFAULTS = new BulkExchange.Defaults("default", null);

    private final StubCluster cluster = cluster("8.19.4");

    @Test
    void answersEveryItemInOrderHoweverTheBodyIsCut() throws IOException {
        byte[] body = MIXED.getBytes(StandardCharsets.UTF_8);

        for (int cut = 0; cut <= body.length; cut++) {
            JsonNode answer = json(run(cluster, 0, () -> false, slice(body, 0, cut), slice(body, cut, body.length)));

            assertThat(answer.path("errors").booleanValue()).isFalse();
            assertThat(operations(answer))
                    .as("cut at %d", cut)
                    .containsExactly("index", "create", "update", "delete", "index");
            assertThat(answer.at("/items/2/update/_index").asText()).isEqualTo("logs");
            assertThat(answer.at("/items/2/update/_id").asText()).isEqualTo("q\"q");
            assertThat(answer.at("/items/4/index/_id").asText()).isEqualTo("Γειά");
            assertThat(answer.at("/items/4/index/_index").asText()).isEqualTo("default");
            assertThat(answer.at("/items/1/create/_id").asText()).hasSize(20);
        }
    }

    @Test
    void answersTheSameWhenFedByteByByte() throws IOException {
        byte[] body = MIXED.getBytes(StandardCharsets.UTF_8);
        ByteBuf[] single = IntStream.range(0, body.length)
                .mapToObj(i -> slice(body, i, i + 1))
                .toArray(ByteBuf[]::new);

        JsonNode answer = json(run(cluster, 0, () -> false, single));

        assertThat(operations(answer)).containsExactly("index", "create", "update", "delete", "index");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"index\":{\"_index\":\"a\"}}~{\"n\":1} | terminated by a newline",
                "{\"index\":{\"_index\":\"a\"}} | terminated by a newline",
                "{\"index\":5}~{}~ | expected START_OBJECT or END_OBJECT but found [VALUE_NUMBER]",
                "{\"put\":{}}~{}~ | but found [put]",
                "{\"index\":{\"_index\":\"a\",\"color\":1}}~{}~ | unknown parameter [color]",
                "{\"index\":{\"_index\":\"a\"}} x~{}~ | Unrecognized token 'x'",
                "[]~ | expected START_OBJECT but found [START_ARRAY]",
                "{\"delete\":{\"_index\":\"a\"}}~ | id is missing",
                "~ | no requests added",
                "{\"index\":{\"_index\":\"a\"}}~ | no requests added"
            })
    void refusesWhatElasticsearchRefuses(String body, String reason) throws IOException {
        StubReply reply =
                run(cluster, 0, () -> false, Unpooled.copiedBuffer(body.replace('~', '\n'), StandardCharsets.UTF_8));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(json(reply).at("/error/reason").asText()).contains(reason);
    }

    @Test
    void countsADocumentAsMisroutedOnlyOnTheNodesThatDoNotHoldIt() {
        StubIndex logs = cluster.indices().create("logs", 4);
        int holder = logs.nodeOf(logs.shardOf(Murmur3.hash("some-id")));
        String body = "{\"index\":{\"_index\":\"logs\",\"_id\":\"some-id\"}}\n{}\n";

        for (int node = 0; node < 3; node++) {
            run(cluster, node, () -> false, utf8(body)).body().release();

            assertThat(cluster.nodes().get(node).counters().misrouted().sum()).isEqualTo(node == holder ? 0 : 1);
            assertThat(cluster.nodes().get(node).counters().documents().sum()).isEqualTo(1);
            assertThat(logs.bytes(node)).isEqualTo(body.length());
        }
    }

    @Test
    void placesByRoutingWhereTheItemHasOne() {
        StubIndex logs = cluster.indices().create("logs", 4);
        int holder = logs.nodeOf(logs.shardOf(Murmur3.hash("é")));

        run(cluster, holder, () -> false, utf8("{\"delete\":{\"_index\":\"logs\",\"_id\":\"x\",\"routing\":\"é\"}}\n"))
                .body()
                .release();

        assertThat(cluster.nodes().get(holder).counters().misrouted().sum()).isZero();
    }

    @Test
    void placesByTheRoutingOfTheAliasOrTheUrlWhereTheLineIsSilent() throws IOException {
        StubIndex logs = cluster.indices().create("logs", 4);
        cluster.indices().alias(new StubAlias("by-key", logs, "key"));
        int holder = logs.nodeOf(logs.shardOf(Murmur3.hash("key")));
        String byAlias = "{\"index\":{\"_index\":\"by-key\",\"_id\":\"%d\"}}\n{}\n";
        String byUrl = "{\"index\":{\"_index\":\"logs\",\"_id\":\"%d\"}}\n{}\n";
        for (int i = 0; i < 20; i++) {
            JsonNode answer = json(run(cluster, holder, () -> false, utf8(byAlias.formatted(i))));
            assertThat(answer.at("/items/0/index/_index").asText()).isEqualTo("logs");
            run(holder, new BulkExchange.Defaults(null, "key"), utf8(byUrl.formatted(i)))
                    .body()
                    .release();
        }
        assertThat(logs.documents(holder)).isEqualTo(40);
        assertThat(logs.misrouted(holder)).isZero();
    }

    @Test
    void placesByRoutingAndIdWhereRoutingsArePartitioned() {
        StubIndex logs = cluster.indices().create("logs", new StubIndex.Shape(5, 3));
        String line = "{\"index\":{\"_index\":\"logs\",\"_id\":\"%d\",\"routing\":\"key\"}}\n{}\n";
        for (int i = 0; i < 20; i++) {
            int hash = Murmur3.hash("key") + Math.floorMod(Murmur3.hash(Integer.toString(i)), 3);
            int holder = logs.nodeOf(logs.shardOf(hash));
            run(cluster, holder, () -> false, utf8(line.formatted(i))).body().release();
        }
        assertThat(logs.misrouted(0) + logs.misrouted(1) + logs.misrouted(2)).isZero();
    }

    @Test
    void marksRejectedItemsAndTheWholeAnswer() throws IOException {
        List<Boolean> draws = new ArrayList<>(List.of(false, true, false, false, false));

        JsonNode answer = json(run(cluster, 0, () -> draws.remove(0), utf8(MIXED)));

        assertThat(answer.path("errors").booleanValue()).isTrue();
        assertThat(answer.at("/items/0/index/status").asInt()).isIn(200, 201);
        assertThat(answer.at("/items/1/create/status").asInt()).isEqualTo(429);
        assertThat(answer.at("/items/1/create/error/type").asText()).isEqualTo("es_rejected_execution_exception");
    }

    @ParameterizedTest
    @ValueSource(strings = {"7.17.28", "8.19.4"})
    void namesTheTypeOnlyWhereTheServerWould(String version) throws IOException {
        JsonNode answer = json(run(cluster(version), 0, () -> false, utf8(MIXED)));

        assertThat(answer.at("/items/0/index").has("_type")).isEqualTo(version.startsWith("7."));
    }

    @Test
    void keepsALargeAnswerWhole() throws IOException {
        String body = "{\"index\":{}}\n{}\n".repeat(5_000);

        JsonNode answer = json(run(cluster, 0, () -> false, utf8(body)));

        assertThat(answer.path("items")).hasSize(5_000);
        assertThat(answer.findValuesAsText("_id")).doesNotHaveDuplicates();
    }

    @Test
    void tellsManyIndicesApart() throws IOException {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            String name = (i % 3 == 0 ? "a-name-that-is-longer-" : "n") + i % 500;
            body.append("{\"index\":{\"_index\":\"")
                    .append(name)
                    .append("\",\"_id\":\"")
                    .append(i)
                    .append("\"}}\n{}\n");
        }

        JsonNode answer = json(run(cluster, 0, () -> false, utf8(body.toString())));

        for (int i = 0; i < 2_000; i++) {
            String name = (i % 3 == 0 ? "a-name-that-is-longer-" : "n") + i % 500;
            assertThat(answer.at("/items/" + i + "/index/_index").asText()).isEqualTo(name);
        }
        assertThat(cluster.indices().all().stream()
                        .mapToLong(index -> index.documents(0))
                        .sum())
                .isEqualTo(2_000);
    }

    @Test
    void givesNoSequenceNumberOfAnIndexTwice() throws IOException {
        List<JsonNode> numbers = new ArrayList<>();
        for (int bulk = 0; bulk < 20; bulk++) {
            String body = "{\"create\":{\"_index\":\"logs\"}}\n{}\n".repeat(1 + bulk * 20);

            numbers.addAll(json(run(cluster, 0, () -> false, utf8(body))).findValues("_seq_no"));
        }
        assertThat(numbers).hasSize(20 + 20 * 190).doesNotHaveDuplicates();
    }

    @Test
    void answersAlikeWhateverTheOrderOfKeysAndTheSpacesAre() throws IOException {
        String usual = "{\"index\":{\"_index\":\"logs\",\"_id\":\"%1$s\"}}\n{}\n";
        String turned = "{ \"index\" : {\"_id\":\"%1$s\" , \"_index\":\"logs\"} }\r\n{}\n";
        for (String id : new String[] {"1", "12345678", "123456789", "é", "0123456789abcdef0123456789abcdef", ""}) {
            JsonNode first = json(run(cluster, 0, () -> false, utf8(usual.formatted(id))));
            JsonNode second = json(run(cluster, 0, () -> false, utf8(turned.formatted(id))));

            assertThat(first.at("/items/0/index/_id").asText()).isEqualTo(id);
            assertThat(second.at("/items/0/index/_id").asText()).isEqualTo(id);
            assertThat(first.at("/items/0/index/status")).isEqualTo(second.at("/items/0/index/status"));
        }
    }

    @Test
    void countsWhatCameOfABulkThatWasBrokenOff() {
        BulkExchange exchange =
                new BulkExchange(cluster, cluster.nodes().get(0), DEFAULTS, () -> false, ByteBufAllocator.DEFAULT);
        ByteBuf chunk = utf8("{\"index\":{}}\n{}\n{\"index\":{}}\n{\"a");
        exchange.body(chunk);
        chunk.release();

        exchange.discard();

        assertThat(cluster.indices().all().get(0).documents(0)).isEqualTo(1);
    }

    private static StubCluster cluster(String version) {
        List<StubNode> nodes = IntStream.range(0, 3)
                .mapToObj(i -> new StubNode(i, new InetSocketAddress("127.0.0.1", 9200 + i), new NodeCounters()))
                .toList();
        return new StubCluster(
                version, nodes, new StubIndices(3), 1 << 20, new NodeQueues(ServiceTime.NONE, nodes.size()));
    }

    private StubReply run(int node, BulkExchange.Defaults defaults, ByteBuf body) {
        BulkExchange exchange =
                new BulkExchange(cluster, cluster.nodes().get(node), defaults, () -> false, ByteBufAllocator.DEFAULT);
        exchange.body(body);
        body.release();
        return exchange.end();
    }

    private static StubReply run(StubCluster cluster, int node, BooleanSupplier reject, ByteBuf... chunks) {
        BulkExchange exchange =
                new BulkExchange(cluster, cluster.nodes().get(node), DEFAULTS, reject, ByteBufAllocator.DEFAULT);
        for (ByteBuf chunk : chunks) {
            exchange.body(chunk);
            chunk.release();
        }
        return exchange.end();
    }

    private static JsonNode json(StubReply reply) throws IOException {
        try {
            return new ObjectMapper().readTree(reply.body().toString(StandardCharsets.UTF_8));
        } finally {
            reply.body().release();
        }
    }

    private static List<String> operations(JsonNode answer) {
        List<String> names = new ArrayList<>();
        answer.path("items").forEach(item -> item.fieldNames().forEachRemaining(names::add));
        return names;
    }

    private static ByteBuf slice(byte[] body, int from, int to) {
        return Unpooled.directBuffer(to - from + 1).writeBytes(body, from, to - from);
    }

    private static ByteBuf utf8(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    }
}
