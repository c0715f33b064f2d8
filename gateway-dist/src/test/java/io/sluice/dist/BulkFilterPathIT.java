package io.sluice.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkOperation;
import io.sluice.api.RequestTarget;
import io.sluice.bulk.answer.BulkResponseMerger;
import io.sluice.bulk.answer.FailedItems;
import io.sluice.bulk.answer.ItemFailure;
import io.sluice.bulk.answer.ItemOrder;
import io.sluice.bulk.answer.MergeStep;
import io.sluice.bulk.answer.ResultView;
import io.sluice.bulk.answer.SubAnswer;
import io.sluice.bulk.line.SentItems;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * With {@code filter_path} and {@code pretty}, merged bulk responses equal those of a server that executed the whole
 * bulk, byte for byte. The operations change nothing, so responses are always the same except for {@code took}.
 */
class BulkFilterPathIT {

    private static final int RANDOM_VIEWS = 150;

    private static final String BEFORE = """
            {"index":{"_index":"seen","_id":"1"}}
            {"a":1,"t":"Genève \\u65e5 / \\ud83d\\ude00","e":{},"l":[],"n":[[1.0,[2.50]],[]]}
            """;

    private static final String MAPPING = "{\"mappings\":{\"properties\":{\"a\":{\"type\":\"long\"}}}}";

    private static final List<Item> ITEMS = List.of(
            new Item(BulkOperation.CREATE, "{\"create\":{\"_index\":\"seen\",\"_id\":\"1\"}}\n{}\n"),
            new Item(BulkOperation.UPDATE, "{\"update\":{\"_index\":\"seen\",\"_id\":\"1\"}}\n{\"doc\":{\"a\":1}}\n"),
            new Item(
                    BulkOperation.UPDATE,
                    "{\"update\":{\"_index\":\"seen\",\"_id\":\"1\",\"_source\":true}}\n{\"doc\":{\"a\":1}}\n"),
            new Item(BulkOperation.UPDATE, "{\"update\":{\"_index\":\"seen\",\"_id\":\"é \\\"日\"}}\n{\"doc\":{}}\n"),
            new Item(
                    BulkOperation.DELETE,
                    "{\"delete\":{\"_index\":\"seen\",\"_id\":\"1\",\"if_seq_no\":77,\"if_primary_term\":1}}\n"),
            new Item(BulkOperation.INDEX, "{\"index\":{\"_index\":\"seen\",\"_id\":\"2\"}}\n{\"a\":{\"b\":1}}\n"),
            new Item(BulkOperation.INDEX, "{\"index\":{\"_index\":\"Bad\"}}\n{\"a\":1}\n"));

    private static final String[] PATHS = {
        "took", "errors", "ingest_took", "items", "items.*.error", "items.*.status", "items.*._id", "items.*._index", ""
    };

    private static final List<String> QUERIES = List.of(
            "",
            "?pretty",
            "?pretty=true&filter_path=",
            "?filter_path=errors,items.*.error,items.*.status",
            "?filter_path=items.*.error",
            "?filter_path=%20errors%20,%20items.*.status,",
            "?filter_path=took,errors,items.*.error&pretty",
            "?filter_path=-took",
            "?filter_path=-items",
            "?filter_path=-items.*.error,-items.*.status,-items.*._id,-items.*._index",
            "?filter_path=-items.*.error,-items.*.status,-items.*._id,-items.*._index&pretty",
            "?filter_path=items,-items.*.error",
            "?filter_path=items.*.error,-items.*.error",
            "?filter_path=items.*.error,-items.*.error&pretty",
            "?filter_path=errors,-items.*.error",
            "?pipeline=nothing",
            "?pipeline=nothing&pretty&human",
            "?pipeline=nothing&filter_path=ingest_took,took",
            "?error_trace=false&human&format=json");

    private static final List<String> ACCEPTS = List.of(
            "application/json",
            "*/*",
            "application/*",
            "application/json; charset=UTF-8",
            "application/vnd.elasticsearch+json",
            "application/json, text/plain, */*",
            "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
            "application/yaml, application/json",
            "text/plain");

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper mapper = new ObjectMapper();

    private record Item(BulkOperation operation, String lines) {}

    @ParameterizedTest
    @EachServer
    void clientsSeeOfMergedAnswersWhatTheyAskedFor(ServerKind kind) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        DevCluster cluster = SharedClusters.empty(kind);
        send(cluster, "PUT", "/_ingest/pipeline/nothing", "application/json", "{\"processors\":[]}");
        send(cluster, "PUT", "/seen", "application/json", MAPPING);
        assertThat(send(cluster, "POST", "/_bulk?refresh", "application/x-ndjson", BEFORE))
                .contains("\"errors\":false");
        List<String> queries = new ArrayList<>(QUERIES);
        for (int i = 0; i < RANDOM_VIEWS; i++) {
            queries.add(randomQuery(random));
        }
        List<String> differences = new ArrayList<>();
        for (String query : queries) {
            compare(cluster, query, random, differences);
        }
        assertThat(differences).as("seed %d", seed).isEmpty();
        failedItemsHaveTheMembersThatTheServersHave(cluster, kind);
        everyAcceptedFormIsJson(cluster);
    }

    @AfterEach
    void closeTheClient() {
        client.close();
    }

    private static String randomQuery(Random random) {
        List<String> paths = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            String path = PATHS[random.nextInt(PATHS.length)];
            paths.add((random.nextInt(4) == 0 && !path.isEmpty() ? "-" : "") + path);
        }
        return "?filter_path=" + String.join(",", paths)
                + (random.nextInt(3) == 0 ? "&pretty" : "")
                + (random.nextInt(4) == 0 ? "&pipeline=nothing" : "");
    }

    private void compare(DevCluster cluster, String query, Random random, List<String> differences)
            throws IOException, InterruptedException {
        List<Item> items = new ArrayList<>();
        for (int i = random.nextInt(8); i >= 0; i--) {
            items.add(ITEMS.get(random.nextInt(ITEMS.size())));
        }
        StringBuilder bulk = new StringBuilder();
        items.forEach(item -> bulk.append(item.lines));
        String direct = send(cluster, "POST", "/_bulk" + query, "application/x-ndjson", bulk.toString());
        String merged = merged(cluster, query, items, random);
        if (!withoutTimes(merged).equals(withoutTimes(direct))) {
            differences.add(query + "\n" + bulk + "direct: " + direct + "\nmerged: " + merged);
        }
    }

    private static String withoutTimes(String answer) {
        return answer.replaceAll("(\"(ingest_)?took\" ?: ?)\\d+", "$1N");
    }

    /** Sends the items to up to three sub-requests, as the gateway would, and merges the answers. */
    private String merged(DevCluster cluster, String query, List<Item> items, Random random)
            throws IOException, InterruptedException {
        RequestTarget target = RequestTarget.parse("/_bulk" + query);
        ResultView view = Objects.requireNonNull(ResultView.of(target, null), query);
        int subs = 1 + random.nextInt(Math.min(3, items.size()));
        StringBuilder[] bodies = new StringBuilder[subs];
        int[] counts = new int[subs];
        ByteBuf out = Unpooled.buffer();
        try (ItemOrder order = new ItemOrder();
                BulkResponseMerger merger = new BulkResponseMerger(order, subs, view)) {
            for (int i = 0; i < items.size(); i++) {
                int sub = i < subs ? i : random.nextInt(subs);
                Item item = items.get(i);
                order.append(sub, item.operation);
                bodies[sub] = (counts[sub]++ == 0 ? new StringBuilder() : bodies[sub]).append(item.lines);
            }
            for (int sub = 0; sub < subs; sub++) {
                String answer = send(
                        cluster, "POST", view.forServers(target).raw(), "application/x-ndjson", bodies[sub].toString());
                merger.source(sub, answer(counts[sub], answer));
            }
            assertThat(merger.ready()).isTrue();
            assertThat(merger.advance(out, Integer.MAX_VALUE)).isEqualTo(MergeStep.DONE);
        }
        return out.toString(UTF_8);
    }

    private static SubAnswer answer(int count, String text) {
        SubAnswer answer = new SubAnswer(count);
        answer.write(Unpooled.copiedBuffer(text, UTF_8));
        answer.end();
        assertThat(answer.broken()).as(text).isNull();
        return answer;
    }

    private void failedItemsHaveTheMembersThatTheServersHave(DevCluster cluster, ServerKind kind)
            throws IOException, InterruptedException {
        String lines = ITEMS.getFirst().lines;
        JsonNode theirs = mapper.readTree(send(cluster, "POST", "/_bulk", "application/x-ndjson", lines))
                .at("/items/0/create");
        ItemFailure failure = new ItemFailure(
                theirs.get("status").asInt(),
                theirs.at("/error/type").asText(),
                theirs.at("/error/reason").asText(),
                kind == ServerKind.ELASTICSEARCH_7);
        SentItems sent = new SentItems(
                List.of(Unpooled.copiedBuffer(lines, UTF_8)), BulkDefaults.of(RequestTarget.parse("/_bulk")));
        ByteBuf out = Unpooled.buffer();
        try (FailedItems items = FailedItems.ofRetry(failure, 1, sent)) {
            items.writeNext(1, out);
        }
        String without = theirs.toString().replaceAll(",\"index.*", "}}");
        assertThat(out.toString(UTF_8)).isEqualTo("{\"create\":" + without + "}");
    }

    private void everyAcceptedFormIsJson(DevCluster cluster) throws IOException, InterruptedException {
        for (String accept : ACCEPTS) {
            assertThat(ResultView.of(RequestTarget.parse("/_bulk"), accept))
                    .as(accept)
                    .isNotNull();
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(cluster.address(0).resolve("/_bulk"))
                            .header("Content-Type", "application/x-ndjson")
                            .header("Accept", accept)
                            .POST(HttpRequest.BodyPublishers.ofString(ITEMS.getFirst().lines))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.headers().firstValue("Content-Type").orElse(""))
                    .as(accept)
                    .contains("json");
        }
    }

    private String send(DevCluster cluster, String method, String target, String type, String body)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(cluster.address(0).resolve(target))
                        .header("Content-Type", type)
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as("%s: %s", target, answer.body()).isEqualTo(200);
        return answer.body();
    }
}
