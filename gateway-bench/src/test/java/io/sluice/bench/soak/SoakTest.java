package io.sluice.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against a server in memory with a lie in it. */
@Tag("slow")
class SoakTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int DOCUMENTS = 150;

    private enum Lie {
        NONE,
        /** Acknowledges a document and does not store it. */
        LOSES,
        /** Stores a document only the first time. */
        KEEPS_THE_OLD,
        /** Answers the items of a bulk in another order. */
        SWAPS,
        /** Leaves the result of an item out. */
        FORGETS,
        /** Shows the document of another tenant. */
        MIXES,
        /** Refuses an item, and says so. */
        REFUSES
    }

    private final Map<String, JsonNode> stored = new ConcurrentHashMap<>();
    private HttpServer server;
    private Lie lie;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NONE          | true  | Nothing acknowledged was lost
            REFUSES       | true  | x item: 429 es_rejected_execution_exception
            LOSES         | false | a document has round 0
            KEEPS_THE_OLD | false | a document has round 1, acknowledged was
            SWAPS         | false | a result is not at the place of its item
            FORGETS       | false | a bulk of 100 has 99 results
            MIXES         | false | acme was shown a document of globex
            """)
    void findsWhatAServerDoesWrong(Lie told, boolean good, String said) throws Exception {
        lie = told;
        StringWriter text = new StringWriter();
        SoakPlan plan = new SoakPlan(
                List.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort())),
                null,
                List.of("acme", "globex"),
                List.of("logs"),
                DOCUMENTS,
                Duration.ofMillis(1),
                Duration.ofMillis(800),
                ProcessHandle.current(),
                Duration.ofMillis(400));

        boolean result = new Soak(plan, new PrintWriter(text)).run();

        assertThat(text.toString()).contains(said);
        assertThat(result).as(text.toString()).isEqualTo(good);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String tenant = exchange.getRequestHeaders().getFirst("X-Tenant");
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String path = exchange.getRequestURI().getPath();
        JsonNode answer = path.endsWith("_bulk")
                ? write(tenant, body)
                : path.endsWith("_mget") ? get(tenant, body) : search(tenant);
        byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private JsonNode write(String tenant, String body) throws IOException {
        String[] lines = body.split("\n");
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode items = answer.putArray("items");
        for (int i = 0; i < lines.length; i += 2) {
            String id = JSON.readTree(lines[i]).at("/index/_id").asText();
            ObjectNode item = items.addObject().putObject("index").put("_id", id);
            boolean seventh = id.equals("7");
            if (seventh && lie == Lie.REFUSES) {
                item.put("status", 429).putObject("error").put("type", "es_rejected_execution_exception");
                continue;
            }
            item.put("status", 200);
            JsonNode document = JSON.readTree(lines[i + 1]);
            if (seventh && lie == Lie.KEEPS_THE_OLD) {
                stored.putIfAbsent(tenant + id, document);
            } else if (!seventh || lie != Lie.LOSES) {
                stored.put(tenant + id, document);
            }
        }
        if (lie == Lie.SWAPS) {
            JsonNode first = items.remove(0);
            items.add(first);
        } else if (lie == Lie.FORGETS) {
            items.remove(0);
        }
        return answer;
    }

    private JsonNode get(String tenant, String body) throws IOException {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode shown = answer.putArray("docs");
        for (JsonNode id : JSON.readTree(body).path("ids")) {
            @Nullable JsonNode document = stored.get(tenant + id.asText());
            ObjectNode one = shown.addObject().put("_id", id.asText()).put("found", document != null);
            if (document != null) {
                one.set("_source", document);
            }
        }
        return answer;
    }

    private JsonNode search(String tenant) {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode hits = answer.putObject("hits").putArray("hits");
        String shown = lie == Lie.MIXES ? "globex" : tenant;
        stored.forEach((key, document) -> {
            if (key.startsWith(shown) && hits.size() < 5) {
                hits.addObject().set("_source", document);
            }
        });
        return answer;
    }
}
