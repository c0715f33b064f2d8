package io.sluice.index.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigLoader;
import io.sluice.index.call.CallTerms;
import io.sluice.index.call.ClusterCalls;
import io.sluice.index.call.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DocumentLookupTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int LENGTH = 1_000;
    private static final int MOST = 60_000;

    private final List<Integer> asked = new CopyOnWriteArrayList<>();
    /** The id of a document of which more is said than of others. */
    private volatile String longest = "";

    /** Has none of the documents, and says so at length. */
    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode docs = MAPPER.readTree(exchange.getRequestBody()).path("docs");
            asked.add(docs.size());
            StringBuilder answer = new StringBuilder("{\"docs\":[");
            for (JsonNode each : docs) {
                answer.append(answer.charAt(answer.length() - 1) == '[' ? "" : ",")
                        .append("{\"_index\":\"logs\",\"_id\":\"")
                        .append(each.path("_id").asText())
                        .append("\",\"found\":false}")
                        .append(" ".repeat(each.path("_id").asText().equals(longest) ? MOST - LENGTH : LENGTH));
            }
            byte[] bytes = answer.append("]}").toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.getResponseHeaders().add("X-Elastic-Product", "Elasticsearch");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Test
    void asksForMoreAtOnceOnlyAfterAnAnswerThatTookAll() throws Exception {
        lookUp();

        assertThat(asked).containsExactly(200, 100, 50, 50, 100, 50, 50, 20);
    }

    @Test
    void asksForMoreAtOnceAgainBehindALongDocument() throws Exception {
        longest = "id0";

        lookUp();

        assertThat(asked).startsWith(200, 100, 50, 25, 12, 6, 3, 1, 1, 2, 4, 8, 16, 32);
    }

    private void lookUp() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        ClusterConfig config = new ConfigLoader(Map.of())
                .parseFilter(
                        "{ nodes: ['http://127.0.0.1:" + server.getAddress().getPort() + "'] }",
                        "test",
                        Path.of("."),
                        ClusterConfig.class);
        List<DocumentLookup.Key> keys = IntStream.range(0, 220)
                .mapToObj(i -> new DocumentLookup.Key("id" + i, null))
                .toList();
        try (ClusterCalls calls =
                new ClusterCalls(config, new CallTerms(Duration.ofSeconds(60), Duration.ofSeconds(60), MOST))) {
            DocumentLookup lookup = new DocumentLookup(calls, new Server(false, 8, 19), "logs", SourceForm.LINE);

            assertThat(lookup.get(keys)).hasSize(220).containsOnlyNulls();
        } finally {
            server.stop(0);
        }
    }
}
