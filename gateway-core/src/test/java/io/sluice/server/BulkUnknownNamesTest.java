package io.sluice.server;

import static io.sluice.server.Bulks.await;
import static io.sluice.server.Bulks.gauge;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Bulks with names that the gateway does not know, though the cluster may. */
class BulkUnknownNamesTest {
    private static final String SPLIT = "splitBytes: 4KiB, ";

    @Test
    void asksForNamesBeforeALongBulkIsRelayed() throws Exception {
        try (ModelCluster cluster = new ModelCluster(3).index("known", 7).alias("alias", "known");
                TestGateway gateway = gateway("", cluster)) {
            await(() -> gateway.meters()
                            .get("sluice.view.refreshes")
                            .functionCounter()
                            .count()
                    > 0);
            var response = Bulks.bulk(gateway, "/_bulk", items("alias", 0, 1) + items("known", 1, 400));

            assertThat(Bulks.ids(response)).isEqualTo(ids(0, 400));
            await(() -> count(gateway, "sluice.bulk.split") == 1);
            assertThat(count(gateway, "sluice.bulk.items.misplaced")).isZero();
            assertThat(requests(cluster)).hasSize(3);
        }
    }

    @Test
    void waitsOnceForANameThatIsNowhereAndRelaysTheBulkWhole() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        try (ModelCluster cluster = new ModelCluster(3).index("known", 7).onLook(looks::incrementAndGet);
                TestGateway gateway = gateway("", cluster)) {
            await(() -> looks.get() > 0);
            Bulks.bulk(gateway, "/_bulk", items("nowhere", 0, 200));
            int before = looks.get();
            for (int i = 0; i < 10; i++) {
                Bulks.bulk(gateway, "/_bulk", items("nowhere", 0, 200));
            }

            assertThat(count(gateway, "sluice.bulk.split")).isZero();
            assertThat(requests(cluster)).hasSize(11);
            // One look each second at most, whatever ten bulks take.
            assertThat(looks.get() - before).isLessThan(10);
        }
    }

    @Test
    void relaysTheBulkWholeWhereTheClusterDoesNotAnswerTheQuestion() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        try (ModelCluster cluster = new ModelCluster(3).onLook(() -> {
                    if (looks.incrementAndGet() > 1) {
                        throw new IOException("no answer");
                    }
                });
                TestGateway gateway = gateway("queueTimeout: 200ms, ", cluster)) {
            var response = Bulks.bulk(gateway, "/_bulk", items("known", 0, 200));

            assertThat(Bulks.ids(response)).isEqualTo(ids(0, 200));
            assertThat(requests(cluster)).hasSize(1);
        }
    }

    @Test
    void sendsALongBulkOfANameThatIsNowhereInPartsThatTheNodesTake() throws Exception {
        try (ModelCluster cluster = new ModelCluster(3).taking(20_000);
                TestGateway gateway = gateway("splitBytes: 1MiB, ", cluster)) {
            var response = Bulks.bulk(gateway, "/_bulk", items("nowhere", 0, 2_000));

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(Bulks.ids(response)).isEqualTo(ids(0, 2_000));
            assertThat(requests(cluster)).hasSizeGreaterThan(5).allMatch(request -> request.body().length < 20_000);
        }
    }

    @Test
    void keepsItemsOfUnknownNamesTogetherBesideTheGroupsOfKnownOnes() throws Exception {
        try (ModelCluster cluster = new ModelCluster(3).index("known", 7);
                TestGateway gateway = gateway("", cluster)) {
            String withoutIds = "{\"index\":{\"_index\":\"new\"}}\n{}\n".repeat(50);
            String deletes = IntStream.range(0, 50)
                    .mapToObj(i -> "{\"delete\":{\"_index\":\"new\",\"_id\":\"new" + i + "\"}}\n")
                    .collect(Collectors.joining());
            Bulks.bulk(gateway, "/_bulk", items("known", 0, 300) + withoutIds + deletes + items("new", 300, 400));

            Set<Integer> begun = new TreeSet<>();
            cluster.executed().stream()
                    .filter(item -> item.index().equals("new"))
                    .forEach(item -> begun.add(item.begun()));
            assertThat(begun).hasSize(1);
            assertThat(requests(cluster)).hasSize(3);
        }
    }

    @Test
    void runsWhatFollowsOneAfterTheOtherWhereAnUnknownNameTakesUpAnIdOfAKnownOne() throws Exception {
        try (ModelCluster cluster = new ModelCluster(3).index("known", 7);
                TestGateway gateway = gateway("", cluster)) {
            String answer = inTwoPieces(
                    gateway,
                    items("known", 0, 300),
                    items("new", 0, 300) + items("known", 300, 400),
                    "]}\r\n0\r\n\r\n");

            assertThat(answer).startsWith("HTTP/1.1 200").contains("\"errors\":false");
            assertThat(requests(cluster)).hasSize(4);
            assertThat(cluster.executed()).hasSize(700);
            await(() -> gauge(gateway, "sluice.bulk.spool.bytes") == 0);
        }
    }

    @Test
    void endsRoundsOfOneLaneAtSplitBytesToo() throws Exception {
        try (ModelCluster cluster = new ModelCluster(3).index("known", 7);
                TestGateway gateway = gateway(SPLIT, cluster)) {
            String answer = inTwoPieces(gateway, items("known", 0, 60), items("new", 0, 600), "]}\r\n0\r\n\r\n");

            assertThat(answer).startsWith("HTTP/1.1 200").contains("\"errors\":false");
            assertThat(cluster.executed()).hasSize(660);
            assertThat(requests(cluster)).allMatch(request -> request.body().length < 4 * 1024 + 100);
        }
    }

    @Test
    void refusesItemsOfAPartThatIsTooLongForItsNodeAndWhatFollowsWhenARoundHasBeenExecuted() throws Exception {
        try (ModelCluster cluster = new ModelCluster(3).index("known", 7).taking(20_000);
                TestGateway gateway = gateway("", cluster)) {
            String answer = inTwoPieces(gateway, items("known", 0, 500), items("new", 0, 1_500), "]}\r\n0\r\n\r\n");

            assertThat(answer).startsWith("HTTP/1.1 200 OK");
            assertThat(answer.split("\"status\":200", -1)).hasSize(501);
            assertThat(answer.split("is larger than the 20000 bytes", -1)).hasSize(1_501);
            assertThat(cluster.executed()).hasSize(500);
        }
    }

    /** Sends the second piece when slots have been taken for the first. */
    private static String inTwoPieces(TestGateway gateway, String first, String second, String end) throws Exception {
        try (Socket socket = gateway.connect()) {
            String head = "POST /_bulk HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-ndjson\r\ncontent-length: "
                    + (first.length() + second.length()) + "\r\n\r\n";
            socket.getOutputStream().write((head + first).getBytes(US_ASCII));
            await(() -> Bulks.slotsInUse(gateway) > 0);
            socket.getOutputStream().write(second.getBytes(US_ASCII));
            return Bulks.readUntil(socket, end);
        }
    }

    private static List<TestNode.Request> requests(ModelCluster cluster) {
        return Stream.of(cluster.nodes())
                .flatMap(node -> BulkNode.bulks(node).stream())
                .toList();
    }

    private static String items(String index, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> "{\"index\":{\"_index\":\"" + index + "\",\"_id\":\"" + i + "\"}}\n{}\n")
                .collect(Collectors.joining());
    }

    private static List<String> ids(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }

    private static double count(TestGateway gateway, String name) {
        return gateway.meters().get(name).counter().count();
    }

    private static TestGateway gateway(String more, ModelCluster cluster) throws Exception {
        return Bulks.gatewayOf(
                "",
                "bulk: { groupBy: test, minBytes: 1KiB, minItems: 10, " + more + "retry: { pause: 1ms } }",
                TestRouter.byShard(),
                cluster.nodes());
    }
}
