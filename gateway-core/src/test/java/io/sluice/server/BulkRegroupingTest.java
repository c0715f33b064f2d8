package io.sluice.server;

import static io.sluice.server.Bulks.await;
import static io.sluice.server.Bulks.bulk;
import static io.sluice.server.Bulks.gateway;
import static io.sluice.server.Bulks.gatewayWith;
import static io.sluice.server.Bulks.ids;
import static io.sluice.server.Bulks.items;
import static io.sluice.server.Bulks.names;
import static io.sluice.server.Bulks.request;
import static io.sluice.server.Bulks.withIds;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class BulkRegroupingTest {
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
            assertThat(BulkNode.bulks(one)).hasSize(1);
            assertThat(BulkNode.bulks(two)).hasSize(1);
            assertThat(BulkNode.bulks(three)).hasSize(1);
            assertThat(Stream.of(one, two, three)
                            .flatMap(node ->
                                    BulkNode.ids(BulkNode.bulks(node).getFirst().text()).stream())
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

            assertThat(response.body()).contains("\"errors\":false").doesNotContain("\"status\":429");
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
            assertThat(BulkNode.bulks(one).size() + BulkNode.bulks(two).size()).isEqualTo(1);
        }
    }

    @Test
    void givesTheNodesAnswerWhereAllSayTheSame() throws Exception {
        String refusal =
                "HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Basic realm=\"x\"\r\ncontent-length: 2\r\n\r\n{}";
        try (TestNode one = TestNode.answering(refusal);
                TestNode two = TestNode.answering(refusal);
                TestGateway gateway = gateway("", one, two)) {
            var response = bulk(gateway, items(0, 200));

            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(response.body()).isEqualTo("{}");
            assertThat(response.headers().firstValue("www-authenticate")).hasValue("Basic realm=\"x\"");
        }
    }

    @Test
    void reportsTheRefusalOfOneNodeAtItsItems() throws Exception {
        String error = "{\"error\":{\"type\":\"x_too_big\",\"reason\":\"far\"},\"status\":413}";
        String refusal = TestNode.ok(error).replace("200 OK", "413 Too Large");
        try (TestNode one = TestNode.answering(refusal);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", one, two)) {
            var response = bulk(gateway, items(0, 200));

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).contains("\"status\":413").contains("x_too_big");
            assertThat(response.body().split("\"status\":413", -1)).hasSizeBetween(50, 150);
        }
    }

    @Test
    void sendsAgainWhatANodeRefusedAsAWholeWith429() throws Exception {
        var refused = new java.util.concurrent.atomic.AtomicBoolean();
        TestNode busyOnce = new TestNode(connection -> {
            for (var request = BulkNode.readBulk(connection);
                    request != null;
                    request = BulkNode.readBulk(connection)) {
                connection.send(
                        refused.compareAndSet(false, true)
                                ? "HTTP/1.1 429 Too Many Requests\r\ncontent-length: 2\r\n\r\n{}"
                                : TestNode.ok(BulkNode.answer(request.text(), 0, BulkNode.CREATED)));
            }
        });
        try (busyOnce;
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("retry: { pause: 1ms }", busyOnce, two)) {
            var response = bulk(gateway, items(0, 200));

            assertThat(response.body()).contains("\"errors\":false");
            assertThat(ids(response)).isEqualTo(names(0, 200));
            assertThat(BulkNode.bulks(busyOnce)).hasSize(2);
        }
    }

    @Test
    void reportsItemsThatANodeRefusesEveryTime() throws Exception {
        BulkNode.Results alwaysBusy = (request, id) -> BulkNode.busy();
        try (TestNode one = BulkNode.answering(alwaysBusy);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("retry: { attempts: 3, pause: 1ms }", one, two)) {
            var response = bulk(gateway, items(0, 200));

            assertThat(response.body()).contains("\"errors\":true").contains("es_rejected_execution_exception");
            assertThat(ids(response)).isEqualTo(names(0, 200));
            assertThat(BulkNode.bulks(one)).hasSize(3);
        }
    }

    @Test
    void sendsThePartOfANodeThatIsNotThereToAnother() throws Exception {
        try (TestNode fine = BulkNode.answering(BulkNode.CREATED);
                TestNode gone = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", gone, fine)) {
            gone.close();
            var response = bulk(gateway, items(0, 200));

            assertThat(response.body()).contains("\"errors\":false");
            assertThat(ids(response)).isEqualTo(names(0, 200));
            assertThat(BulkNode.bulks(fine)).hasSize(2);
        }
    }

    @Test
    void endsNoPartOfABulkWhoseLastLineIsMalformed() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", one, two)) {
            var response = bulk(gateway, items(0, 20_000) + "{\"index\":\n{}\n");

            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(BulkNode.bulks(one)).isEmpty();
            assertThat(BulkNode.bulks(two)).isEmpty();
        }
    }

    @Test
    void finishesManyBulksOverOneConnectionANode() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestNode three = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway =
                        gatewayWith("    pool: { maxConnectionsPerNode: 1 }\n", "queueTimeout: 60s", one, two, three)) {
            try (var executor = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
                var all = IntStream.range(0, 100)
                        .mapToObj(i -> executor.submit(() -> bulk(gateway, items(i, i + 300))))
                        .toList();
                for (int i = 0; i < all.size(); i++) {
                    assertThat(ids(all.get(i).get())).isEqualTo(names(i, i + 300));
                }
            }
        }
    }

    @Test
    void undoesGzip() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", one, two)) {
            var response = zipped(gateway, items(0, 3000));

            assertThat(response.body()).startsWith("{\"took\"");
            assertThat(ids(response)).isEqualTo(names(0, 3000));
            assertThat(BulkNode.bulks(one).getFirst().header("content-encoding"))
                    .isNull();
        }
    }

    @Test
    void keepsTheOrderOfWhatIsInflatedWhileItWaitsForNodes() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", one, two)) {
            // The second time the connections are there at once.
            for (int i = 0; i < 2; i++) {
                assertThat(ids(zipped(gateway, items(0, 30_000)))).isEqualTo(names(0, 30_000));
            }
        }
    }

    private static HttpResponse<String> zipped(TestGateway gateway, String body) throws Exception {
        var zipped = new java.io.ByteArrayOutputStream();
        try (var gzip = new java.util.zip.GZIPOutputStream(zipped)) {
            gzip.write(body.getBytes(UTF_8));
        }
        return gateway.send(gateway.request("/logs/_bulk")
                .header("Content-Type", "application/x-ndjson")
                .header("Content-Encoding", "gzip")
                .timeout(Duration.ofSeconds(60))
                .POST(BodyPublishers.ofByteArray(zipped.toByteArray()))
                .build());
    }

    @Test
    void splitsABulkThatComesInPieces() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", one, two);
                var socket = gateway.connect()) {
            String first = items(0, 200);
            String second = items(200, 300);
            String head = "POST /logs/_bulk HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-ndjson\r\n"
                    + "content-length: " + (first.length() + second.length()) + "\r\nconnection: close\r\n\r\n";
            var out = socket.getOutputStream();
            out.write((head + first).getBytes(UTF_8));
            await(() -> gateway.connections(one) > 0 && gateway.connections(two) > 0);
            out.write(second.getBytes(UTF_8));

            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            assertThat(answer).contains("\"errors\":false").contains("document299");
        }
    }

    @Test
    void beginsABulkThatIsKnownToBeLongBeforeMinBytesOfItAreThere() throws Exception {
        String relay = "bulk: { groupBy: test, minBytes: 1MiB, minItems: 10 }";
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = Bulks.gatewayOf("", relay, TestRouter.inRunsOf(7), one, two);
                var socket = gateway.connect()) {
            String first = items(0, 5_000);
            String body = first + items(5_000, 50_000);
            socket.getOutputStream().write(request(first, body.length()));
            await(() -> gateway.connections(one) > 0 && gateway.connections(two) > 0);
            socket.getOutputStream().write(body.substring(first.length()).getBytes(UTF_8));

            assertThat(Bulks.readUntil(socket, "]}\r\n0\r\n\r\n"))
                    .contains("\"errors\":false")
                    .contains("document49999");
        }
    }

    @Test
    void closesAllConnectionsOfABulkWhoseClientGoesAway() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", one, two)) {
            try (var socket = gateway.connect()) {
                String body = items(0, 30_000);
                socket.getOutputStream().write(request(body, body.length() + 1));
                await(() -> gateway.connections(one) > 0 && gateway.connections(two) > 0);
            }

            await(() -> gateway.connections(one) == 0 && gateway.connections(two) == 0);
            await(() -> gateway.gateway().requests() == 0);
            assertThat(BulkNode.bulks(one)).isEmpty();
        }
    }

    @Test
    void relaysABulkWholeWhoseIndicesAreNotKnown() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gatewayWith("", "", TestRouter.lookingForShards(), one, two)) {
            var response = bulk(gateway, withIds(0, 500));

            assertThat(ids(response)).isEqualTo(names(0, 500));
            assertThat(BulkNode.bulks(one).size() + BulkNode.bulks(two).size()).isEqualTo(1);
            assertThat(gateway.meters()
                            .get("sluice.bulk.whole")
                            .tag("reason", "unknown-name")
                            .counter()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void splitsABulkWhosePathNamesAllIndices() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", one, two)) {
            var response = bulk(gateway, "/_all/_bulk", items(0, 1000));

            assertThat(ids(response)).isEqualTo(names(0, 1000));
            assertThat(BulkNode.bulks(one)).hasSize(1);
            assertThat(BulkNode.bulks(two)).hasSize(1);
        }
    }

    /** Servers may take what such paths name for bulks. */
    @ParameterizedTest
    @ValueSource(strings = {"/_x/_bulk", "/_x/y/_bulk", "/_bulk/stream", "/logs/_bulk/stream"})
    void leavesBulksWithOddPathsWholeAndSaysSo(String path) throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", one, two)) {
            assertThat(bulk(gateway, path, items(0, 1000)).statusCode()).isEqualTo(200);

            assertThat(BulkNode.bulks(one).size() + BulkNode.bulks(two).size()).isEqualTo(1);
            assertThat(gateway.meters()
                            .get("sluice.bulk.whole")
                            .tag("reason", "url")
                            .counter()
                            .count())
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_x/_bulk", "/_x/y/_bulk", "/_bulk/stream", "/logs/_bulk/stream"})
    void refusesBulksWithOddPathsWhereARouterMustBeAsked(String path) throws Exception {
        try (TestNode node = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gatewayWith("", "", TestRouter.byCluster(), node)) {
            assertThat(bulk(gateway, path, items(0, 1000)).statusCode()).isEqualTo(400);
            assertThat(bulk(gateway, "/_xpack/monitoring/_bulk", "{}").statusCode())
                    .isEqualTo(200);

            assertThat(BulkNode.bulks(node)).hasSize(1);
        }
    }

    /** However few requests there may be, no item goes to another cluster. */
    @ParameterizedTest
    @ValueSource(strings = {"", "maxSubrequests: 1, "})
    void letsARouterChooseBetweenClusters(String keys) throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED)) {
            String clusters =
                    "nodes: [" + one.address() + "]\n    discovery: { enabled: false }\n  secondary:\n    nodes: ["
                            + two.address() + "]\n    discovery: { enabled: false }\n";
            String yaml = TestGateway.yaml("", clusters)
                    .replace(
                            "relay: { cluster: primary }",
                            "relay: { cluster: primary, "
                                    + Bulks.REGROUPED.formatted(keys + "config: { clusters: [secondary] }") + " }");
            try (TestGateway gateway = new TestGateway(yaml, TestRouter.byCluster())) {
                String body = "{\"index\":{\"_index\":\"primary\",\"_id\":\"a\"}}\n{}\n"
                        + "{\"index\":{\"_index\":\"secondary\",\"_id\":\"b\"}}\n{}\n";
                var response = bulk(gateway, body);

                assertThat(ids(response)).containsExactly("a", "b");
                assertThat(BulkNode.ids(BulkNode.bulks(one).getFirst().text())).containsExactly("a");
                assertThat(BulkNode.ids(BulkNode.bulks(two).getFirst().text())).containsExactly("b");
            }
        }
    }
}
