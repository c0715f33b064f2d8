package io.sluice.devcluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The plugin of {@code dev-cluster/noop-plugin} in a node that has found it in its plugins directory. */
class NoopPluginIT {

    private static final Path PLUGIN = Path.of("../noop-plugin/target/plugin/noop");

    private static final NodeRequests REQUESTS = new NodeRequests();
    private static DevCluster cluster;
    private static URI node;

    @BeforeAll
    static void start() {
        cluster = DevCluster.of(ServerKind.ELASTICSEARCH_7)
                .fastStart()
                .plugin(PLUGIN)
                .start();
        node = cluster.address(0);
    }

    @AfterAll
    static void stop() {
        cluster.close();
        REQUESTS.close();
    }

    @Test
    void isLoadedFromItsDirectory() throws Exception {
        assertThat(REQUESTS.get(node, "/_cat/plugins?h=component,version").body())
                .contains("noop", "0.1.0");
    }

    @Test
    void answersEachItemOfABulkInOrderAndStoresNone() throws Exception {
        // Given
        REQUESTS.put(node, "/noop-bulk", "{}");
        // When
        String answer = REQUESTS.post(node, "/noop-bulk/_bulk", """
                {"index":{"_id":"a"}}
                {"name":"Bern"}
                {"create":{"_id":"b"}}
                {"name":"Basel"}
                {"update":{"_id":"c"}}
                {"doc":{"name":"Chur"}}
                {"delete":{"_id":"d"}}
                """).body();
        // Then
        assertThat(answer)
                .contains("\"errors\":false")
                .containsSubsequence(
                        "\"index\":{",
                        "\"_id\":\"a\"",
                        "\"status\":201",
                        "\"create\":{",
                        "\"_id\":\"b\"",
                        "\"status\":201",
                        "\"update\":{",
                        "\"_id\":\"c\"",
                        "\"status\":200",
                        "\"delete\":{",
                        "\"_id\":\"d\"",
                        "\"status\":200");
        REQUESTS.post(node, "/noop-bulk/_refresh", "");
        assertThat(REQUESTS.get(node, "/noop-bulk/_stats/docs").body()).contains("\"docs\":{\"count\":0");
    }

    @Test
    void answersSearchesWithNoHitsAndReadsThemAsTheServerDoes() throws Exception {
        String answer = REQUESTS.post(node, "/noop-any/_search", "{\"query\":{\"match_phrase\":{\"name\":\"Bern\"}}}")
                .body();
        int wrong = REQUESTS.post(node, "/noop-any/_search", "{\"query\":{\"no_such_query\":{}}}")
                .statusCode();

        assertThat(answer).contains("\"timed_out\":false", "\"total\":{\"value\":0", "\"hits\":[]");
        assertThat(wrong).isEqualTo(400);
    }

    @Test
    void leavesOtherIndicesAlone() throws Exception {
        // When
        REQUESTS.post(node, "/_bulk?refresh", """
                {"index":{"_index":"noop-x","_id":"1"}}
                {"name":"Bern"}
                {"index":{"_index":"cities","_id":"1"}}
                {"name":"Bern"}
                """);
        // Then the whole bulk was done, as one of its items is meant
        String answer = REQUESTS.post(node, "/cities/_search", "{\"query\":{\"match_phrase\":{\"name\":\"Bern\"}}}")
                .body();
        assertThat(answer).contains("\"total\":{\"value\":1");
    }
}
