package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import io.sluice.dist.KeepAliveConnection.Request;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A search of one minute ends on the server when its client disconnects. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CancelIT {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long SEARCH_MILLIS = 60_000;

    /** The server checks for cancellation before each segment; each bulk of the test makes one segment. */
    private static final int SEGMENTS = 120;

    private static final int DOCUMENTS_PER_SEGMENT = 25;
    /** A fraction of the minute, so that an uncancelled search still runs then. */
    private static final Duration LIMIT = Duration.ofSeconds(15);

    private static final int TRIAL_ROUNDS = 5;

    /** Painless limits a loop to a million iterations, but not a function called in a loop. */
    private static final String QUERY = """
            {"size":0,"query":{"bool":{"filter":[%s,{"script":{"script":{
             "source":"long burn() { long x = 0; for (int i = 0; i < 200000; i++) { x += i %% 7 } return x }\
             long y = 0; for (int i = 0; i < params.rounds; i++) { y += burn() } return y < 0",
             "params":{"rounds":%d}}}}]}}}""";

    private final HttpClient client = HttpClient.newHttpClient();
    private DevCluster cluster;
    private int rounds;

    @TempDir
    Path directory;

    @BeforeAll
    void start() throws Exception {
        cluster = DevCluster.of(ServerKind.OPENSEARCH_2).fastStart().start();
        fill();
        rounds = roundsForAMinute();
    }

    @AfterAll
    void stop() {
        client.close();
        cluster.close();
    }

    @Test
    void endsTheSearchOfAClientThatWentAwayOnEpoll() throws Exception {
        endsTheSearchOfAClientThatWentAway("epoll");
    }

    @Test
    void endsTheSearchOfAClientThatWentAwayOnNio() throws Exception {
        endsTheSearchOfAClientThatWentAway("nio");
    }

    private void endsTheSearchOfAClientThatWentAway(String transport) throws Exception {
        // Given
        Distribution distribution = Distribution.copyTo(directory.resolve(transport));
        distribution.configure(configuration(transport));
        String search = QUERY.formatted("{\"match_all\":{}}", rounds);
        try (RunningGateway gateway = distribution.start();
                KeepAliveConnection searching = new KeepAliveConnection(gateway.port())) {
            searching.send(new Request("POST", "/numbers/_search", search));
            Awaitility.await().atMost(LIMIT).until(() -> runningMillis() > 1_000);

            // When
            searching.close();
            long closed = System.nanoTime();

            // Then
            Awaitility.await().atMost(LIMIT).until(() -> runningMillis() < 0);
            System.out.printf(
                    "cancel on %s: the search was gone after %d ms%n",
                    transport, (System.nanoTime() - closed) / 1_000_000);
            JsonNode pool = MAPPER.readTree(gateway.admin("/clusters").body()).at("/primary/nodes/0/pool");
            assertThat(pool.path("active").intValue()).isZero();
            assertThat(pool.path("requests").intValue()).isEqualTo(1);
        }
    }

    private String configuration(String transport) {
        return """
                admin: { bind: "127.0.0.1:0" }
                plugins: { directory: ../plugins }
                process: { transport: %s }
                clusters: { primary: { nodes: [%s], timeouts: { response: 120s } } }
                flows: { default: { relay: { cluster: primary } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(transport, cluster.address(0));
    }

    private void fill() throws Exception {
        send("PUT", "/numbers", """
                {"settings":{"number_of_shards":1,"number_of_replicas":0,"refresh_interval":-1,
                 "merge.policy.segments_per_tier":500}}""");
        for (int segment = 0; segment < SEGMENTS; segment++) {
            String document = "{\"index\":{}}\n{\"segment\":" + segment + "}\n";
            send("POST", "/numbers/_bulk?refresh=true", document.repeat(DOCUMENTS_PER_SEGMENT));
        }
    }

    /** Iterations of the script for a search of one minute over all segments, measured on one segment. */
    private int roundsForAMinute() throws Exception {
        String trial = QUERY.formatted("{\"term\":{\"segment\":0}}", TRIAL_ROUNDS);
        send("POST", "/numbers/_search", trial);
        long took = send("POST", "/numbers/_search", trial).path("took").longValue();
        return (int) Math.max(1, SEARCH_MILLIS * TRIAL_ROUNDS / (SEGMENTS * Math.max(1, took)));
    }

    /** How long the search has been running according to the node; negative if there is none. */
    private long runningMillis() throws Exception {
        JsonNode tasks =
                send("GET", "/_tasks?actions=*search*&group_by=none", "").path("tasks");
        long longest = -1_000_000;
        for (JsonNode task : tasks) {
            longest = Math.max(longest, task.path("running_time_in_nanos").longValue());
        }
        return longest / 1_000_000;
    }

    private JsonNode send(String method, String target, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(cluster.address(0).resolve(target))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return MAPPER.readTree(answer.body());
    }
}
