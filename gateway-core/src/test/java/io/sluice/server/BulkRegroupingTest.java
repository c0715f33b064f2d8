package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BulkRegroupingTest {
    private static final String REGROUPED = "bulk: { groupBy: node, minBytes: 1KiB, minItems: 10, %s }";

    @Test
    void splitsABulkOverTheNodesAndAnswersInTheClientsOrder() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestNode three = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", one, two, three)) {
            // When
            var response = bulk(gateway, items(0, 1000));

            // Then
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).startsWith("{\"took\":3,\"errors\":false,\"items\":[{");
            assertThat(ids(response)).isEqualTo(names(0, 1000));
            assertThat(one.requests()).hasSize(1);
            assertThat(two.requests()).hasSize(1);
            assertThat(three.requests()).hasSize(1);
            assertThat(Stream.of(one, two, three)
                            .flatMap(node ->
                                    BulkNode.ids(node.requests().getFirst().text()).stream())
                            .sorted()
                            .toList())
                    .isEqualTo(names(0, 1000).stream().sorted().toList());
        }
    }

    @Test
    void sendsItemsThatANodeRefusedOnceMore() throws Exception {
        var attempts = new java.util.concurrent.ConcurrentHashMap<String, Integer>();
        BulkNode.Results tenthIsBusyOnce = (request, id) -> attempts.merge(id, 1, Integer::sum) == 1 && id.endsWith("7")
                ? BulkNode.busy()
                : BulkNode.CREATED.of(request, id);
        try (TestNode one = BulkNode.answering(tenthIsBusyOnce);
                TestNode two = BulkNode.answering(tenthIsBusyOnce);
                TestGateway gateway = gateway("retry: { pause: 1ms }", one, two)) {
            var response = bulk(gateway, items(0, 500));

            assertThat(response.body()).contains("\"errors\":false").doesNotContain("429");
            assertThat(ids(response)).isEqualTo(names(0, 500));
        }
    }

    @Test
    void relaysAShortBulkWhole() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", one, two)) {
            var response = bulk(gateway, items(0, 5));

            assertThat(ids(response)).isEqualTo(names(0, 5));
            assertThat(one.requests().size() + two.requests().size()).isEqualTo(1);
        }
    }

    @Test
    void tellsTheTruthAboutANodeThatBreaks() throws Exception {
        TestNode broken = new TestNode(connection -> {
            connection.readRequest();
            connection.reset();
        });
        try (broken;
                TestNode fine = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", broken, fine)) {
            var response = bulk(gateway, items(0, 1000));

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).contains("\"errors\":true").contains("sluice_outcome_unknown");
            assertThat(ids(response)).isEqualTo(names(0, 1000));
        }
    }

    private static TestGateway gateway(String more, TestNode... nodes) throws Exception {
        String list = Stream.of(nodes).map(TestNode::address).collect(Collectors.joining(", "));
        String cluster = "nodes: [" + list + "]\n    discovery: { enabled: false }\n";
        String yaml = TestGateway.yaml("", cluster)
                .replace(
                        "relay: { cluster: primary }",
                        "relay: { cluster: primary, " + REGROUPED.formatted(more) + " }");
        return new TestGateway(yaml);
    }

    private static HttpResponse<String> bulk(TestGateway gateway, String body) throws Exception {
        return gateway.send(gateway.request("/logs/_bulk")
                .header("Content-Type", "application/x-ndjson")
                .timeout(Duration.ofSeconds(20))
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    /** Items without ids, of which the sources tell who they are: any node may take them. */
    private static String items(int from, int to) {
        return names(from, to).stream()
                .map(name -> "{\"index\":{}}\n\"" + name + "\"\n")
                .collect(Collectors.joining());
    }

    private static List<String> names(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "document" + i).toList();
    }

    private static List<String> ids(HttpResponse<String> response) {
        return java.util.regex.Pattern.compile("\"_id\":\"([^\"]*)\"|\"_id\":null")
                .matcher(response.body())
                .results()
                .map(match -> match.group(1))
                .toList();
    }
}
