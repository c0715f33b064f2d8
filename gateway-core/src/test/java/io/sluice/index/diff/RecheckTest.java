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
import io.sluice.index.read.SnapshotKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents of 10,000 bytes, all of which differ between the indices {@code a} and {@code b}. */
class RecheckTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int LENGTH = 10_000;
    private static final int DOCUMENTS = 60;
    private static final int PAGE = 1 << 17;

    private final List<Integer> batches = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", RecheckTest::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String index = exchange.getRequestURI().getPath().substring(1, 2);
            List<String> documents = new ArrayList<>();
            for (JsonNode key :
                    MAPPER.readTree(exchange.getRequestBody().readAllBytes()).path("docs")) {
                documents.add("{\"_id\":" + key.path("_id")
                        + ",\"found\":true,\"_version\":1,\"_seq_no\":1,\"_primary_term\":1,\"_source\":{\"" + index
                        + "\":\""
                        + "x".repeat(LENGTH) + "\"}}");
            }
            byte[] answer = ("{\"docs\":[" + String.join(",", documents) + "]}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private DiffCounts recheck(int maxAnswer) throws Exception {
        String node = "http://127.0.0.1:" + server.getAddress().getPort();
        ClusterConfig config = new ConfigLoader(Map.of())
                .parseFilter("{ nodes: ['" + node + "'] }", "test", Path.of("."), ClusterConfig.class);
        CallTerms bounds = new CallTerms(Duration.ofSeconds(60), Duration.ofSeconds(60), maxAnswer);
        DiffTerms terms =
                new DiffTerms(Compare.SOURCE, 1, PAGE, SnapshotKind.AUTO, Path.of("."), 1, Duration.ofMillis(1));
        try (ClusterCalls calls = new ClusterCalls(config, bounds)) {
            Side side = new Side(calls, Server.of("8.19.4"));
            Recheck recheck = new Recheck(new Recheck.Pair(side, side, "a", "b"), terms, differences -> {
                batches.add(differences.size());
                differences.forEach(difference -> told.add(difference.id()));
            });
            for (int i = 0; i < DOCUMENTS; i++) {
                Entry entry = new Entry(Integer.toString(i), null, 1, 0, i);
                recheck.add(entry, entry);
            }
            return recheck.end(DOCUMENTS, DOCUMENTS);
        }
    }

    @Test
    void holdsAboutOnePageOfEachSide() throws Exception {
        recheck(16 * PAGE);

        assertThat(batches).allSatisfy(batch -> assertThat(batch).isLessThanOrEqualTo(PAGE / LENGTH));
    }

    @ParameterizedTest
    @ValueSource(ints = {LENGTH + 200, 3 * LENGTH + 600, 100 * LENGTH})
    void tellsEachDifferenceOnceHoweverManyFitIntoAnAnswer(int maxAnswer) throws Exception {
        DiffCounts counts = recheck(maxAnswer);

        assertThat(counts.different()).isEqualTo(DOCUMENTS);
        assertThat(told)
                .isEqualTo(IntStream.range(0, DOCUMENTS)
                        .mapToObj(Integer::toString)
                        .toList());
    }
}
