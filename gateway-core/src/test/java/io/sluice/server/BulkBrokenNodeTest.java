package io.sluice.server;

import static io.sluice.server.Bulks.REGROUPED;
import static io.sluice.server.Bulks.await;
import static io.sluice.server.Bulks.bulk;
import static io.sluice.server.Bulks.gateway;
import static io.sluice.server.Bulks.gatewayWith;
import static io.sluice.server.Bulks.ids;
import static io.sluice.server.Bulks.items;
import static io.sluice.server.Bulks.later;
import static io.sluice.server.Bulks.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulks of which a node breaks: what is known of its items is told, and nothing else. */
class BulkBrokenNodeTest {
    @Test
    void tellsTheTruthAboutANodeThatBreaks() throws Exception {
        try (TestNode broken = breakingAfterTheBulk();
                TestNode fine = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", broken, fine)) {
            var response = bulk(gateway, items(0, 1000));

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).contains("\"errors\":true").contains("sluice_outcome_unknown");
            assertThat(ids(response)).hasSize(1000).containsNull().anyMatch(Objects::nonNull);
        }
    }

    @Test
    void namesTheItemsOfANodeThatBrokeAfterItHadEverything() throws Exception {
        try (TestNode broken = breakingAfterTheBulk();
                TestNode fine = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", broken, fine)) {
            String body = IntStream.range(0, 200)
                    .mapToObj(i -> "{\"index\":{\"_index\":\"logs\",\"_id\":\"" + i + "\"}}\n{\"a\":" + i + "}\n")
                    .collect(Collectors.joining());
            var response = bulk(gateway, body);

            assertThat(response.body())
                    .contains("{\"index\":{\"_index\":\"logs\",\"_id\":\"0\",\"status\":504,\"error\":{\"type\":"
                            + "\"sluice_outcome_unknown\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "splitBytes: 4KiB"})
    void tellsThatABulkOfOnePartMayBeStored(String more) throws Exception {
        try (TestNode broken = breakingAfterTheBulk();
                TestGateway gateway = gateway(more, broken)) {
            var response = bulk(gateway, items(0, 100));

            assertThat(response.statusCode()).isEqualTo(504);
            assertThat(response.body())
                    .contains("\"type\":\"sluice_outcome_unknown\"")
                    .contains("items of the bulk may be stored");
        }
    }

    @Test
    void saysThatNoNodeWasReachedIfAllPartsFoundNone() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", one, two)) {
            one.close();
            two.close();

            var response = bulk(gateway, items(0, 1000));

            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.headers().firstValue("Retry-After")).isPresent();
            assertThat(response.body()).contains("sluice_no_upstream");
        }
    }

    @Test
    void saysThatTheTriesAreUsedUpWhereThereAreMoreNodes() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gatewayWith("    replay: { attempts: 1 }\n", "", one, two)) {
            one.close();
            two.close();

            var response = bulk(gateway, items(0, 1000));

            assertThat(response.statusCode()).isEqualTo(502);
            assertThat(response.body()).contains("sluice_upstream_connect");
        }
    }

    @Test
    void tellsThatABulkOfWhichAllPartsWereLostMayBeStored() throws Exception {
        try (TestNode one = breakingAfterTheBulk();
                TestNode two = breakingAfterTheBulk();
                TestGateway gateway = gateway("", one, two)) {
            var response = bulk(gateway, items(0, 1000));

            assertThat(response.statusCode()).isEqualTo(504);
            assertThat(response.body()).contains("\"type\":\"sluice_outcome_unknown\"");
        }
    }

    /** Sends a bulk but for its last byte. */
    private static String answerToABulkWithoutItsEnd(TestNode resetting) throws Exception {
        try (TestGateway gateway = gateway("", resetting);
                var socket = gateway.connect()) {
            awaitViews(gateway, 1);
            String body = items(0, 5000);
            socket.getOutputStream().write(request(body, body.length() + 1));

            return Bulks.readUntil(socket, "}");
        }
    }

    @Test
    void tellsThatABulkWasNotExecutedOfWhichNoNodeHadTheEnd() throws Exception {
        // The node's version says that it executes nothing of a bulk before it has all of it.
        try (TestNode node = BulkNode.described(100 << 20, (connection, head) -> connection.reset())) {
            assertThat(answerToABulkWithoutItsEnd(node))
                    .startsWith("HTTP/1.1 503")
                    .contains("\"type\":\"sluice_not_executed\"");
        }
    }

    @Test
    void tellsThatABulkMayBeStoredWhileOnlySomeNodesAreUpgraded() throws Exception {
        try (TestNode node =
                BulkNode.described(100 << 20, List.of("8.19.4", "8.15.5"), (connection, head) -> connection.reset())) {
            assertThat(answerToABulkWithoutItsEnd(node))
                    .startsWith("HTTP/1.1 504")
                    .contains("\"type\":\"sluice_outcome_unknown\"");
        }
    }

    /** The flow's own cluster collects bulks; the other, to which the items go, does not. */
    @Test
    void tellsThatABulkMayBeStoredWhereItsItemsGoToAnUpgradedCluster() throws Exception {
        try (TestNode old = BulkNode.taking(100 << 20);
                TestNode upgraded =
                        BulkNode.described(100 << 20, List.of("8.19.4"), (connection, head) -> connection.reset());
                TestGateway gateway = new TestGateway(
                        Bulks.yaml("", REGROUPED.formatted("config: { clusters: [secondary] }"), old)
                                .replace(
                                        "flows:",
                                        "  secondary: { nodes: [" + upgraded.address()
                                                + "], discovery: { enabled: false } }\nflows:"),
                        TestRouter.byCluster());
                var socket = gateway.connect()) {
            awaitViews(gateway, 2);
            String body = "{\"index\":{\"_index\":\"secondary\"}}\n{\"a\":1}\n".repeat(5000);
            socket.getOutputStream().write(request(body, body.length() + 1));

            assertThat(Bulks.readUntil(socket, "}"))
                    .startsWith("HTTP/1.1 504")
                    .contains("\"type\":\"sluice_outcome_unknown\"");
        }
    }

    private static void awaitViews(TestGateway gateway, int clusters) {
        await(() -> gateway.meters().get("sluice.view.refreshes").functionCounters().stream()
                        .filter(refreshes -> refreshes.count() > 0)
                        .count()
                == clusters);
    }

    @Test
    void closesTheClientsConnectionWhereANodeBreaksInTheMiddleOfResultsThatAreOnTheirWay() throws Exception {
        var begun = new CountDownLatch(1);
        TestNode breaking = new TestNode(connection -> {
            var request = BulkNode.readBulk(connection);
            String answer = TestNode.ok(BulkNode.answer(request.text(), 0, BulkNode.CREATED));
            connection.send(answer.substring(0, answer.length() / 2));
            begun.await();
            connection.reset();
        });
        try (breaking;
                TestNode fine = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", breaking, fine);
                var socket = gateway.connect()) {
            String body = items(0, 1000);
            socket.getOutputStream().write(request(body, body.length()));
            byte[] first = socket.getInputStream().readNBytes(100);
            begun.countDown();
            byte[] rest;
            try {
                rest = socket.getInputStream().readAllBytes();
            } catch (SocketException reset) {
                rest = new byte[0];
            }

            assertThat(new String(first, UTF_8)).startsWith("HTTP/1.1 200");
            assertThat(new String(rest, UTF_8)).doesNotEndWith("0\r\n\r\n");
        }
    }

    @Test
    void reportsTheResultsThatCameOfANodeThatBreaksBeforeTheAnswerBegins() throws Exception {
        BulkNode.Results oneFails = (request, id) -> id.equals("document0")
                ? "\"status\":409,\"error\":{\"type\":\"x\",\"reason\":\"y\"}"
                : BulkNode.CREATED.of(request, id);
        var broken = new CountDownLatch(1);
        TestNode breaking = new TestNode(connection -> {
            String answer = BulkNode.answer(BulkNode.readBulk(connection).text(), 0, oneFails);
            String whole = TestNode.ok(answer);
            connection.send(whole.substring(0, whole.length() - answer.length() / 2));
        });
        TestNode late = answeringAfter(broken);
        try (breaking;
                late;
                TestGateway gateway = gateway("", breaking, late)) {
            var answer = later(() -> bulk(gateway, items(0, 1000)));
            await(() -> !BulkNode.bulks(breaking).isEmpty() && gateway.connections(breaking) == 0);
            broken.countDown();
            var response = answer.get();

            assertThat(response.body().split("\"status\":409", -1)).hasSize(2);
            assertThat(response.body().split("sluice_outcome_unknown", -1)).hasSizeBetween(200, 300);
            assertThat(ids(response)).hasSize(1000);
            assertThat(ids(response).stream().filter(Objects::nonNull)).hasSizeBetween(700, 800);
        }
    }

    @Test
    void survivesThatANodeBreaksWhoseResultsHaveBegunBeforeTheAnswerDoes() throws Exception {
        var broken = new CountDownLatch(1);
        TestNode breaking = new TestNode(connection -> {
            String answer =
                    TestNode.ok(BulkNode.answer(BulkNode.readBulk(connection).text(), 0, BulkNode.CREATED));
            connection.send(answer.substring(0, answer.length() / 2));
            broken.await();
            connection.reset();
        });
        TestNode late = answeringAfter(broken);
        try (breaking;
                late;
                TestGateway gateway = gateway("", breaking, late)) {
            var answer = later(() -> bulk(gateway, items(0, 1000)));
            await(() ->
                    !BulkNode.bulks(breaking).isEmpty() && !BulkNode.bulks(late).isEmpty());
            broken.countDown();
            try {
                assertThat(ids(answer.get())).hasSize(1000);
            } catch (ExecutionException e) {
                // The answer had begun by then.
                assertThat(e).hasCauseInstanceOf(IOException.class);
            }
            await(() -> gateway.gateway().requests() == 0);
        }
    }

    private static TestNode breakingAfterTheBulk() throws IOException {
        return new TestNode(connection -> {
            BulkNode.readBulk(connection);
            connection.reset();
        });
    }

    private static TestNode answeringAfter(CountDownLatch event) throws IOException {
        return new TestNode(connection -> {
            var request = BulkNode.readBulk(connection);
            event.await();
            connection.send(TestNode.ok(BulkNode.answer(request.text(), 0, BulkNode.CREATED)));
        });
    }
}
