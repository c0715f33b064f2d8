package io.sluice.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.bench.net.NodeHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server in memory executes operations, with a lie in it. */
@Tag("slow")
class OutageCheckTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BULKS = 400;
    private static final int BULK = 50;

    private enum Lie {
        NONE,
        /** Does not store an event. */
        LOSES_AN_EVENT,
        /** Stores an event twice. */
        REPEATS_AN_EVENT,
        /** Does not execute an update. */
        LOSES_AN_UPDATE,
        /** Does not execute a delete. */
        LOSES_A_DELETE,
        /** Executes an index again, which changes nothing but the version. */
        REPEATS_AN_INDEX,
        /** Executes two operations on one document in the other order. */
        SWAPS
    }

    /** A line with an action, and its source. */
    private record Operation(String action, String index, String id, JsonNode source) {}

    private static final class Stored {
        private ObjectNode source;
        private long version;
    }

    private final Map<String, Stored> documents = new TreeMap<>();
    private final List<ObjectNode> events = new ArrayList<>();
    private final Tally tally = new Tally();
    private HttpServer server;
    private int pageSize;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonNode asked = JSON.readTree(exchange.getRequestBody().readAllBytes());
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode hits = answer.putObject("hits").putArray("hits");
        String path = exchange.getRequestURI().getPath();
        if (path.equals("/events/_search") || path.equals("/_search/scroll")) {
            pageSize = asked.path("size").asInt(pageSize);
            int from = asked.path("scroll_id").asInt(0);
            int end = Math.min(events.size(), from + pageSize);
            events.subList(from, end).forEach(event -> hits.addObject().set("_source", event));
            answer.put("_scroll_id", Integer.toString(end));
        } else if (path.equals("/documents/_search")) {
            documents.forEach((id, stored) -> {
                if (stored.source != null) {
                    hits.addObject()
                            .put("_id", id)
                            .put("_version", stored.version)
                            .set("_source", stored.source);
                }
            });
        }
        byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static List<Operation> operations(String body) throws IOException {
        List<Operation> operations = new ArrayList<>();
        List<String> lines = body.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            var action = JSON.readTree(lines.get(i)).properties().iterator().next();
            JsonNode source = action.getKey().equals("delete") ? JSON.nullNode() : JSON.readTree(lines.get(++i));
            operations.add(new Operation(
                    action.getKey(),
                    action.getValue().path("_index").asText(),
                    action.getValue().path("_id").asText(),
                    source));
        }
        return operations;
    }

    private void execute(Operation operation) {
        if (operation.index().equals("events")) {
            events.add((ObjectNode) operation.source());
            return;
        }
        Stored stored = documents.computeIfAbsent(operation.id(), unseen -> new Stored());
        stored.version++;
        switch (operation.action()) {
            case "delete" -> stored.source = null;
            case "update" ->
                stored.source.setAll((ObjectNode) operation.source().path("doc"));
            default -> stored.source = operation.source().deepCopy();
        }
    }

    /** Whether an operation is one of the last on its document, so that a lie about it shows. */
    private static boolean isLast(List<Operation> all, int place) {
        Operation one = all.get(place);
        return all.subList(place + 1, all.size()).stream()
                .noneMatch(
                        later -> later.index().equals(one.index()) && later.id().equals(one.id()));
    }

    private static int find(List<Operation> all, String index, String action) {
        for (int i = all.size() - 1; i >= 0; i--) {
            Operation one = all.get(i);
            boolean counted = !action.equals("index")
                    || one.id().isEmpty()
                    || Integer.parseInt(one.id()) < OutageDocuments.LASTING;
            if (one.index().equals(index)
                    && one.action().equals(action)
                    && counted
                    && (index.equals("events") || isLast(all, i))) {
                return i;
            }
        }
        throw new AssertionError("no such operation");
    }

    private static void lie(Lie lie, List<Operation> all) {
        switch (lie) {
            case NONE -> {}
            case LOSES_AN_EVENT -> all.remove(find(all, "events", "index"));
            case REPEATS_AN_EVENT -> all.add(all.get(find(all, "events", "index")));
            case LOSES_AN_UPDATE -> all.remove(find(all, "documents", "update"));
            case LOSES_A_DELETE -> all.remove(find(all, "documents", "delete"));
            case REPEATS_AN_INDEX -> all.add(all.get(find(all, "documents", "index")));
            case SWAPS -> {
                for (int i = all.size() - 1; i > 0; i--) {
                    int before = before(all, i);
                    if (before >= 0
                            && isLast(all, i)
                            && all.get(i).action().equals("update")
                            && all.get(before).action().equals("index")) {
                        Collections.swap(all, before, i);
                        return;
                    }
                }
                throw new AssertionError("no update follows an index");
            }
        }
    }

    /** The operation before it on the same document; -1 if there is none. */
    private static int before(List<Operation> all, int place) {
        Operation one = all.get(place);
        for (int i = place - 1; i >= 0; i--) {
            if (one.index().equals("documents")
                    && all.get(i).index().equals("documents")
                    && all.get(i).id().equals(one.id())) {
                return i;
            }
        }
        return -1;
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, 0, 0",
        "LOSES_AN_EVENT, 1, 0",
        "REPEATS_AN_EVENT, 1, 0",
        "LOSES_AN_UPDATE, 1, 0",
        "LOSES_A_DELETE, 1, 0",
        "REPEATS_AN_INDEX, 0, 1",
        "SWAPS, 1, 0"
    })
    void findsWhatWasNotExecutedOnceAndInOrder(Lie lie, int wrong, int again) throws Exception {
        OutageDocuments expected = new OutageDocuments(new Random(7));
        List<Operation> all = new ArrayList<>();
        for (int i = 0; i < BULKS; i++) {
            OutageDocuments.Bulk bulk = expected.bulk(BULK);
            all.addAll(operations(bulk.body()));
            bulk.acknowledge();
        }
        lie(lie, all);
        all.forEach(this::execute);

        OutageCheck check;
        try (NodeHttp cluster = new NodeHttp(server.getAddress())) {
            check = new OutageCheck(cluster, expected, tally);
            check.run();
        }

        assertThat(tally.details().lines().filter(line -> line.startsWith("WRONG")))
                .hasSize(wrong);
        assertThat(check.executedAgain()).isEqualTo(again);
    }
}
