package io.sluice.index.diff;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigLoader;
import io.sluice.index.call.CallTerms;
import io.sluice.index.call.ClusterCalls;
import io.sluice.index.call.Server;
import io.sluice.index.read.Document;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RepairTest {
    private final List<String> bulks = new ArrayList<>();
    private final ConcurrentLinkedQueue<Integer> statuses = new ConcurrentLinkedQueue<>();
    private HttpServer server;

    @BeforeEach
    void serve() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            List<String> items = new ArrayList<>();
            if (exchange.getRequestURI().getPath().endsWith("/_mget")) {
                respond(exchange, "{\"docs\":[{\"_id\":\"2\",\"found\":false}]}");
                return;
            }
            bulks.add(body);
            for (String line : body.split("\n")) {
                if (line.contains("\"_id\"")) {
                    Integer status = statuses.poll();
                    items.add("{\"index\":{\"status\":" + (status == null ? 200 : status)
                            + ",\"error\":{\"type\":\"conflict\",\"reason\":\"newer\"}}}");
                }
            }
            respond(exchange, "{\"items\":[" + String.join(",", items) + "]}");
        });
        server.start();
    }

    private static void respond(HttpExchange exchange, String json) throws IOException {
        byte[] answer = json.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static Document document(String id, long version) {
        return new Document(id, null, version, version + 10, 2, "{\"a\":1}".getBytes(StandardCharsets.UTF_8));
    }

    private static Difference difference(String id, @Nullable Document a, @Nullable Document b) {
        return new Difference(id, null, a, b, false, false);
    }

    private static List<Difference> oneOfEach() {
        return List.of(
                difference("1", document("1", 3), null),
                difference("2", document("2", 3), document("2", 5)),
                difference("3", null, document("3", 7)));
    }

    private Repair repaired(Repair.Terms terms) throws Exception {
        return repaired(terms, oneOfEach());
    }

    private Repair repaired(Repair.Terms terms, List<Difference> differences) throws Exception {
        String node = "http://127.0.0.1:" + server.getAddress().getPort();
        ClusterConfig config = new ConfigLoader(Map.of())
                .parseFilter("{ nodes: ['" + node + "'] }", "test", Path.of("."), ClusterConfig.class);
        CallTerms bounds = new CallTerms(Duration.ofSeconds(60), Duration.ofSeconds(60), 1 << 20);
        try (ClusterCalls calls = new ClusterCalls(config, bounds)) {
            Repair repair = new Repair(new Side(calls, Server.of("8.19.4")), "i", terms);
            repair.take(differences);
            return repair;
        }
    }

    @Test
    void writesAndDeletesOnlyWhatIsStillAsItWasCompared() throws Exception {
        Repair repair = repaired(new Repair.Terms(true, false, false));

        assertThat(bulks)
                .containsExactly("{\"create\":{\"_id\":\"1\"}}\n{\"a\":1}\n"
                        + "{\"index\":{\"_id\":\"2\",\"if_seq_no\":15,\"if_primary_term\":2}}\n{\"a\":1}\n"
                        + "{\"delete\":{\"_id\":\"3\",\"if_seq_no\":17,\"if_primary_term\":2}}\n");
        assertThat(List.of(repair.written(), repair.deleted(), repair.left())).isEqualTo(List.of(2L, 1L, 0L));
    }

    /** A write would replace another document, which may be the same on both sides. */
    @Test
    void leavesWhatAShardHasNoPlaceFor() throws Exception {
        Difference blocked = new Difference("1", "b", document("1", 3), null, false, true);
        Difference deleted = new Difference("2", "b", null, document("2", 3), false, true);

        Repair repair = repaired(new Repair.Terms(true, false, false), List.of(blocked, deleted));

        assertThat(bulks).containsExactly("{\"delete\":{\"_id\":\"2\",\"if_seq_no\":13,\"if_primary_term\":2}}\n");
        assertThat(List.of(repair.written(), repair.deleted(), repair.left())).isEqualTo(List.of(0L, 1L, 1L));
        assertThat(repair.firstReason())
                .isEqualTo("a shard there has another document with the id 1, of another routing");
    }

    @Test
    void leavesWhatWasWrittenSinceAndSaysWhy() throws Exception {
        statuses.addAll(List.of(200, 409, 200));

        Repair repair = repaired(new Repair.Terms(true, false, false));

        assertThat(List.of(repair.written(), repair.deleted(), repair.left())).isEqualTo(List.of(1L, 1L, 1L));
        assertThat(repair.firstReason()).isEqualTo("conflict: newer");
    }

    @Test
    void sendsABusyItemAgain() throws Exception {
        statuses.addAll(List.of(200, 429, 200));

        Repair repair = repaired(new Repair.Terms(true, false, false));

        assertThat(bulks).hasSize(2);
        assertThat(List.of(repair.written(), repair.deleted(), repair.left())).isEqualTo(List.of(2L, 1L, 0L));
    }

    @Test
    void deletesNothingUnlessItIsTold() throws Exception {
        Repair repair = repaired(new Repair.Terms(false, false, false));

        assertThat(bulks.getFirst()).doesNotContain("delete");
        assertThat(List.of(repair.written(), repair.deleted(), repair.left())).isEqualTo(List.of(2L, 0L, 1L));
    }

    @Test
    void sendsNothingInADryRun() throws Exception {
        Repair repair = repaired(new Repair.Terms(true, false, true));

        assertThat(bulks).isEmpty();
        assertThat(List.of(repair.written(), repair.deleted(), repair.left())).isEqualTo(List.of(2L, 1L, 0L));
    }
}
