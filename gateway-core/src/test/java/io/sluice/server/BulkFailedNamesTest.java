package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Results of items that the gateway makes name the index as a server's results do, whatever name the bulk says. */
class BulkFailedNamesTest {
    private static final Pattern FAILED = Pattern.compile("\"_index\":\"([^\"]*)\",[^{}]*\"error\"");
    private static final String BUSY = TestNode.ok(
                    "{\"error\":{\"type\":\"es_rejected_execution_exception\",\"reason\":\"x\"},\"status\":429}")
            .replace("200 OK", "429 Too Many Requests");

    private static TestGateway gateway(ModelCluster cluster) throws Exception {
        return Bulks.gatewayOf(
                "",
                "bulk: { groupBy: test, minBytes: 1KiB, minItems: 10, retry: { attempts: 2, pause: 1ms } }",
                TestRouter.byShard(),
                cluster.nodes());
    }

    private static String items(String name) {
        return IntStream.range(0, 200)
                .mapToObj(i -> "{\"index\":{\"_index\":\"" + name + "\",\"_id\":\"" + i + "\"}}\n{\"a\":" + i + "}\n")
                .collect(Collectors.joining());
    }

    private static List<String> failed(HttpResponse<String> response) {
        return FAILED.matcher(response.body())
                .results()
                .map((MatchResult match) -> match.group(1))
                .distinct()
                .toList();
    }

    /** The answer to a bulk by which an alias is filled, where the first of two nodes does this with its part. */
    private static HttpResponse<String> answer(ModelCluster.Behaviour first, String target, String items)
            throws Exception {
        try (ModelCluster cluster = new ModelCluster(2).index("index", 7).alias("alias", "index");
                TestGateway gateway = gateway(cluster)) {
            cluster.behave(first);
            return Bulks.bulk(gateway, target, items);
        }
    }

    @Test
    void behindAnAliasOfANodeThatIsLost() throws Exception {
        var response = answer((connection, node) -> node == 0, "/_bulk", items("alias"));

        assertThat(response.body()).contains("sluice_outcome_unknown");
        assertThat(failed(response)).containsExactly("index");
    }

    @Test
    void behindAnAliasOfANodeThatRefusesItsPart() throws Exception {
        var response = answer(
                (connection, node) -> {
                    if (node == 0) {
                        connection.send(BUSY);
                    }
                    return node == 0;
                },
                "/_bulk",
                items("alias"));

        assertThat(response.body()).contains("es_rejected_execution_exception");
        assertThat(failed(response)).containsExactly("index");
    }

    @Test
    void thatTheUrlSays() throws Exception {
        var response = answer(
                (connection, node) -> node == 0, "/alias/_bulk", items("x").replace("\"_index\":\"x\",", ""));

        assertThat(failed(response)).containsExactly("index");
    }
}
