package io.sluice.index.diff;

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
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers take a version without any condition but that it is higher. */
class RepairOfVersionsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String OURS = "{\"by\":\"a\"}";
    private static final String CLIENTS = "{\"by\":\"client\"}";

    /** What the index to repair has, by id. */
    private final Map<String, Document> stored = new TreeMap<>();

    private Runnable beforeBulk = () -> {};
    private int busyItems;
    private boolean answerLost;
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            boolean bulk = exchange.getRequestURI().getPath().endsWith("_bulk");
            byte[] answer = (bulk ? write(body.split("\n")) : look(body)).getBytes(StandardCharsets.UTF_8);
            if (bulk && answerLost) {
                answerLost = false;
                return;
            }
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private String look(String body) throws IOException {
        List<String> docs = new ArrayList<>();
        for (JsonNode key : MAPPER.readTree(body).path("docs")) {
            Document found = stored.get(key.path("_id").asText());
            docs.add(
                    found == null
                            ? "{\"_id\":" + key.path("_id") + ",\"found\":false}"
                            : "{\"_id\":\"" + found.id() + "\",\"found\":true,\"_version\":" + found.version()
                                    + ",\"_seq_no\":" + found.seqNo() + ",\"_primary_term\":1,\"_source\":"
                                    + found.text() + "}");
        }
        return "{\"docs\":[" + String.join(",", docs) + "]}";
    }

    private String write(String[] lines) throws IOException {
        beforeBulk.run();
        List<String> items = new ArrayList<>();
        for (int i = 0; i < lines.length; i++) {
            JsonNode action = MAPPER.readTree(lines[i]);
            JsonNode terms = action.elements().next();
            int status = busyItems > 0 ? 429 : write(action, terms, lines, i + 1);
            busyItems = Math.max(0, busyItems - 1);
            i += action.has("delete") ? 0 : 1;
            items.add("{\"index\":{\"status\":" + status + ",\"error\":{\"type\":\"conflict\",\"reason\":\"newer\"}}}");
        }
        return "{\"items\":[" + String.join(",", items) + "]}";
    }

    private int write(JsonNode action, JsonNode terms, String[] lines, int source) {
        if (action.has("delete")) {
            return delete(terms);
        }
        if (terms.has("version")) {
            return index(terms, lines[source]);
        }
        Document there = stored.get(terms.path("_id").asText());
        boolean asSeen = action.has("create")
                ? there == null
                : there != null && there.seqNo() == terms.path("if_seq_no").asLong();
        if (asSeen) {
            put(terms.path("_id").asText(), there == null ? 1 : there.version() + 1, lines[source]);
        }
        return asSeen ? 200 : 409;
    }

    private int delete(JsonNode terms) {
        Document there = stored.get(terms.path("_id").asText());
        if (there == null || there.seqNo() != terms.path("if_seq_no").asLong()) {
            return 409;
        }
        stored.remove(there.id());
        return 200;
    }

    private int index(JsonNode terms, String source) {
        String id = terms.path("_id").asText();
        long version = terms.path("version").asLong();
        Document there = stored.get(id);
        boolean same = terms.path("version_type").asText().equals("external_gte");
        if (there != null && (same ? there.version() > version : there.version() >= version)) {
            return 409;
        }
        put(id, version, source);
        return 200;
    }

    private void put(String id, long version, String source) {
        Document before = stored.get(id);
        stored.put(id, document(id, version, before == null ? 0 : before.seqNo() + 1, source));
    }

    private static Document document(String id, long version, long seqNo, String source) {
        return new Document(id, null, version, seqNo, 1, source.getBytes(StandardCharsets.UTF_8));
    }

    /** What a comparison finds if one side has this version, and the other is as it is now. */
    private Difference difference(String id, @Nullable Long version) {
        Document ours = version == null ? null : document(id, version, 0, OURS);
        return new Difference(id, null, ours, stored.get(id), false, false);
    }

    private Repair repaired(Difference... differences) throws Exception {
        return repaired(true, differences);
    }

    private Repair repaired(boolean versions, Difference... differences) throws Exception {
        String node = "http://127.0.0.1:" + server.getAddress().getPort();
        ClusterConfig config = new ConfigLoader(Map.of())
                .parseFilter("{ nodes: ['" + node + "'] }", "test", Path.of("."), ClusterConfig.class);
        CallTerms bounds = new CallTerms(Duration.ofSeconds(60), Duration.ofSeconds(60), 1 << 20);
        try (ClusterCalls calls = new ClusterCalls(config, bounds)) {
            Repair.Terms terms = new Repair.Terms(true, versions, false);
            Repair repair = new Repair(new Side(calls, Server.of("8.19.4")), "i", terms);
            repair.take(List.of(differences));
            return repair;
        }
    }

    private @Nullable String storedAs(String id) {
        Document there = stored.get(id);
        return there == null ? null : there.version() + " " + there.text();
    }

    @Test
    void takesVersionsOver() throws Exception {
        put("changed", 3, "{}");
        put("same version", 7, "{}");
        put("gone", 2, "{}");

        Repair repair = repaired(
                difference("changed", 10L),
                difference("same version", 7L),
                difference("new", 5L),
                difference("gone", null));

        assertThat(List.of(repair.written(), repair.deleted(), repair.left())).isEqualTo(List.of(3L, 1L, 0L));
        assertThat(storedAs("changed")).isEqualTo("10 " + OURS);
        assertThat(storedAs("same version")).isEqualTo("7 " + OURS);
        assertThat(storedAs("new")).isEqualTo("5 " + OURS);
        assertThat(stored).doesNotContainKey("gone");
    }

    @Test
    void leavesWhatWasWrittenSinceItWasCompared() throws Exception {
        put("changed", 3, "{}");
        put("gone", 3, "{}");
        Difference changed = difference("changed", 10L);
        Difference created = difference("created", 10L);
        Difference gone = difference("gone", 10L);
        put("changed", 4, CLIENTS);
        put("created", 1, CLIENTS);
        stored.remove("gone");

        Repair repair = repaired(changed, created, gone);

        assertThat(List.of(repair.written(), repair.left())).isEqualTo(List.of(0L, 3L));
        assertThat(repair.firstReason())
                .isEqualTo("the document with the id changed was written since it was compared");
        assertThat(storedAs("changed")).isEqualTo("4 " + CLIENTS);
        assertThat(storedAs("created")).isEqualTo("1 " + CLIENTS);
        assertThat(stored).doesNotContainKey("gone");
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "3, 3", "3, 4"})
    void leavesEvenWhatIsWrittenAfterTheLookWhereTheVersionIsTheSameOrTheNext(long before, long ours) throws Exception {
        if (before > 0) {
            put("x", before, "{}");
        }
        beforeBulk = () -> put("x", before + 1, CLIENTS);

        Repair repair = repaired(difference("x", ours));

        assertThat(List.of(repair.written(), repair.left())).isEqualTo(List.of(0L, 1L));
        assertThat(storedAs("x")).isEqualTo(before + 1 + " " + CLIENTS);
    }

    @Test
    void looksAgainAfterThePauseForABusyIndex() throws Exception {
        put("x", 3, "{}");
        put("y", 3, "{}");
        busyItems = 2;
        Difference writtenInThePause = difference("x", 10L);
        Difference untouched = difference("y", 10L);
        beforeBulk = () -> {
            beforeBulk = () -> {};
            put("x", 4, CLIENTS);
        };

        Repair repair = repaired(writtenInThePause, untouched);

        assertThat(List.of(repair.written(), repair.left())).isEqualTo(List.of(1L, 1L));
        assertThat(storedAs("x")).isEqualTo("4 " + CLIENTS);
        assertThat(storedAs("y")).isEqualTo("10 " + OURS);
    }

    @Test
    void knowsItsOwnWriteAfterAnAttemptWithoutAnAnswer() throws Exception {
        put("x", 3, "{}");
        answerLost = true;

        Repair repair = repaired(difference("x", 10L));

        assertThat(List.of(repair.written(), repair.left())).isEqualTo(List.of(1L, 0L));
        assertThat(storedAs("x")).isEqualTo("10 " + OURS);
    }

    /** The second attempt is refused for what the first one did. */
    @Test
    void knowsItsOwnWritesAndDeletionsWhereNoVersionsAreTakenOver() throws Exception {
        put("changed", 3, "{}");
        put("gone", 2, "{}");
        answerLost = true;

        Repair repair = repaired(false, difference("changed", 10L), difference("new", 5L), difference("gone", null));

        assertThat(List.of(repair.written(), repair.deleted(), repair.left())).isEqualTo(List.of(2L, 1L, 0L));
        assertThat(storedAs("changed")).isEqualTo("4 " + OURS);
    }

    @Test
    void leavesWhatAShardHasNoPlaceFor() throws Exception {
        Difference blocked = new Difference("x", "b", document("x", 3, 0, OURS), null, false, true);

        Repair repair = repaired(blocked);

        assertThat(List.of(repair.written(), repair.left())).isEqualTo(List.of(0L, 1L));
        assertThat(stored).isEmpty();
    }
}
