package io.sluice.server;

import static io.sluice.server.BulkNode.answering;
import static io.sluice.server.Bulks.await;
import static io.sluice.server.Bulks.bulk;
import static io.sluice.server.Bulks.files;
import static io.sluice.server.Bulks.gateway;
import static io.sluice.server.Bulks.gauge;
import static io.sluice.server.Bulks.ids;
import static io.sluice.server.Bulks.items;
import static io.sluice.server.Bulks.later;
import static io.sluice.server.Bulks.names;
import static io.sluice.server.Bulks.request;
import static io.sluice.server.Bulks.withIds;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bulks that run in several rounds, each after the answers of the one before. */
class BulkRoundsTest {
    private static final String SMALL = "splitBytes: 4KiB, retry: { pause: 1ms }";
    private static final int ITEMS = 1000;

    @TempDir
    Path directory;

    @Test
    void answersInTheClientsOrderOverAllRounds() throws Exception {
        BulkNode.Results someFail = (request, id) -> id.endsWith("00") && !id.equals("document0")
                ? "\"status\":400,\"error\":{\"type\":\"x\",\"reason\":\"y\"}"
                : BulkNode.CREATED.of(request, id);
        try (TestNode one = BulkNode.answering(someFail);
                TestNode two = BulkNode.answering(someFail);
                TestGateway gateway = gateway(SMALL, one, two)) {
            var response = bulk(gateway, items(0, ITEMS));

            int rounds = BulkNode.bulks(one).size();
            assertThat(rounds).isGreaterThanOrEqualTo(3);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).startsWith("{\"took\":" + 3 * rounds + ",\"errors\":true,\"items\":[{");
            assertThat(response.body()).endsWith("}}]}");
            assertThat(ids(response)).isEqualTo(names(0, ITEMS));
            assertThat(response.body().split("\"status\":400", -1)).hasSize(10);
            assertThat(sent(one, two))
                    .isEqualTo(names(0, ITEMS).stream().sorted().toList());
            await(() -> counter(gateway, "sluice.bulk.rounds") == rounds);
        }
    }

    @Test
    void beginsARoundOnlyAfterTheAnswersOfTheOneBefore() throws Exception {
        List<String> events = new CopyOnWriteArrayList<>();
        TestNode.Script script = connection -> {
            for (var request = BulkNode.readBulk(connection);
                    request != null;
                    request = BulkNode.readBulk(connection)) {
                events.add("has");
                String answer = TestNode.ok(BulkNode.answer(request.text(), 0, BulkNode.CREATED));
                events.add("answers");
                connection.send(answer);
            }
        };
        try (TestNode one = new TestNode(script);
                TestNode two = new TestNode(script);
                TestGateway gateway = gateway(SMALL, one, two)) {
            assertThat(ids(bulk(gateway, items(0, ITEMS)))).isEqualTo(names(0, ITEMS));

            assertThat(events).hasSizeGreaterThan(8);
            for (int i = 0; i + 4 <= events.size(); i += 4) {
                assertThat(events.subList(i, i + 4))
                        .as("events of a round")
                        .containsExactlyInAnyOrder("has", "has", "answers", "answers");
            }
        }
    }

    @Test
    void sendsRefusedItemsAgainBeforeTheNextRound() throws Exception {
        var attempts = new ConcurrentHashMap<String, Integer>();
        BulkNode.Results busyOnce = (request, id) -> attempts.merge(id, 1, Integer::sum) == 1 && id.endsWith("7")
                ? BulkNode.busy()
                : BulkNode.CREATED.of(request, id);
        try (TestNode one = BulkNode.answering(busyOnce);
                TestNode two = BulkNode.answering(busyOnce);
                TestGateway gateway = gateway(SMALL, one, two)) {
            var response = bulk(gateway, items(0, ITEMS));

            assertThat(response.body()).contains("\"errors\":false").doesNotContain("\"status\":429");
            assertThat(ids(response)).isEqualTo(names(0, ITEMS));
            List<String> first = new ArrayList<>();
            BulkNode.bulks(one)
                    .forEach(bulk -> first.add(BulkNode.ids(bulk.text()).getFirst()));
            // Round, retry, round, retry: what is sent again is older than what the next round begins with.
            assertThat(number(first.get(1))).isLessThan(number(first.get(2)));
        }
    }

    @Test
    void tellsTheTruthAboutANodeThatIsLostInTheSecondRound() throws Exception {
        TestNode breaking = answering((number, connection, answer) -> {
            if (number == 2) {
                connection.reset();
            } else {
                connection.send(answer);
            }
        });
        try (breaking;
                TestNode fine = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway(SMALL, breaking, fine)) {
            var response = bulk(gateway, withIds(0, ITEMS));

            List<String> lost = BulkNode.ids(BulkNode.bulks(breaking).get(1).text());
            assertThat(response.body()).contains("\"errors\":true");
            assertThat(ids(response)).isEqualTo(names(0, ITEMS));
            assertThat(failed(response, "sluice_outcome_unknown")).isEqualTo(lost);
            assertThat(response.body().split("\"status\":201", -1)).hasSize(ITEMS - lost.size() + 1);
        }
    }

    @Test
    void tellsTheTruthAboutANodeThatIsLostInTheMiddleOfItsResultsWhenAnotherRoundFollows() throws Exception {
        var merged = new CountDownLatch(1);
        TestNode breaking = answering((number, connection, answer) -> {
            if (number == 1) {
                connection.send(answer.substring(0, answer.length() / 2));
                merged.await();
                connection.reset();
            } else {
                connection.send(answer);
            }
        });
        try (breaking;
                TestNode fine = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway(SMALL, breaking, fine)) {
            var bulk = later(() -> bulk(gateway, withIds(0, ITEMS)));
            await(() -> gauge(gateway, "sluice.bulk.spool.bytes") > 0);
            merged.countDown();
            var response = bulk.get();

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).contains("\"errors\":true");
            assertThat(ids(response)).isEqualTo(names(0, ITEMS));
            List<String> sent = BulkNode.ids(BulkNode.bulks(breaking).getFirst().text());
            List<String> lost = failed(response, "sluice_outcome_unknown");
            assertThat(lost).isEqualTo(sent.subList(sent.size() - lost.size(), sent.size()));
            assertThat(lost).hasSizeBetween(1, sent.size() - 1);
        }
    }

    @Test
    void reportsWhatAllNodesSayInALaterRoundAtItsItems() throws Exception {
        String refusal = TestNode.ok("{\"error\":{\"type\":\"x_forbidden\",\"reason\":\"far\"},\"status\":403}")
                .replace("200 OK", "403 Forbidden");
        try (TestNode one = answering((number, connection, answer) -> connection.send(number == 2 ? refusal : answer));
                TestGateway gateway = gateway(SMALL, one)) {
            var response = bulk(gateway, withIds(0, ITEMS));

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(ids(response)).isEqualTo(names(0, ITEMS));
            assertThat(failed(response, "x_forbidden"))
                    .isEqualTo(BulkNode.ids(BulkNode.bulks(one).get(1).text()));
        }
    }

    @Test
    void givesTheNodesAnswerWhereAllSayTheSameInTheFirstRound() throws Exception {
        String refusal = "HTTP/1.1 401 Unauthorized\r\ncontent-length: 2\r\n\r\n{}";
        try (TestNode one = TestNode.answering(refusal);
                TestNode two = TestNode.answering(refusal);
                TestGateway gateway = gateway(SMALL, one, two)) {
            assertThat(bulk(gateway, items(0, ITEMS)).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void showsWhatTheClientAskedForOfAllRounds() throws Exception {
        BulkNode.Results someFail = (request, id) -> id.equals("document500")
                ? "\"status\":400,\"error\":{\"type\":\"x\",\"reason\":\"y\"}"
                : BulkNode.CREATED.of(request, id);
        try (TestNode one = BulkNode.answering(someFail);
                TestGateway gateway = gateway(SMALL, one)) {
            String body = items(0, ITEMS);
            assertThat(bulk(gateway, "/logs/_bulk?filter_path=errors,items.*.error", body)
                            .body())
                    .isEqualTo(
                            "{\"errors\":true,\"items\":[{\"index\":{\"error\":{\"type\":\"x\",\"reason\":\"y\"}}}]}");
            assertThat(bulk(gateway, "/logs/_bulk?filter_path=errors", body).body())
                    .isEqualTo("{\"errors\":true}");
            HttpResponse<String> statuses = bulk(gateway, "/logs/_bulk?filter_path=items.*.status", body);
            assertThat(statuses.body()).startsWith("{\"items\":[{\"index\":{\"status\":201}},{\"index\"");
            assertThat(statuses.body().split("\\{\"index\":\\{\"status\":", -1)).hasSize(ITEMS + 1);
            assertThat(ids(bulk(gateway, "/logs/_bulk?filter_path=items.*._id", body)))
                    .isEqualTo(names(0, ITEMS));
        }
    }

    @Test
    void refusesABulkThatIsMalformedInALaterRoundThoughEarlierOnesAreExecuted() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway(SMALL, one, two)) {
            var response = bulk(gateway, items(0, 500) + "{\"index\":\n{}\n");

            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(sent(one, two)).isNotEmpty().hasSizeLessThan(500);
            await(() -> gauge(gateway, "sluice.bulk.spool.bytes") == 0);
        }
    }

    @Test
    void endsNoRoundOfABulkThatIsInvalidAlready() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway(SMALL, one, two)) {
            var response = bulk(gateway, items(0, 50) + "{\"delete\":{}}\n" + items(50, ITEMS));

            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).contains("id is missing");
            assertThat(sent(one, two)).isEmpty();
        }
    }

    @Test
    void putsResultsByInAFileWhereMemoryEnds() throws Exception {
        var third = new CountDownLatch(1);
        try (TestNode slow = waitingAt(3, third);
                TestGateway gateway = gateway(withFiles(), slow)) {
            var bulk = later(() -> bulk(gateway, items(0, 60_000)));
            await(() -> gauge(gateway, "sluice.bulk.spool.file.bytes") > 1_000_000);
            third.countDown();
            var response = bulk.get();

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).startsWith("{\"took\":").endsWith("}}]}");
            assertThat(ids(response)).isEqualTo(names(0, 60_000));
            await(() -> gauge(gateway, "sluice.bulk.spool.file.bytes") == 0);
            assertThat(gauge(gateway, "sluice.bulk.spool.bytes")).isZero();
            assertThat(files(directory)).isEmpty();
        }
    }

    @Test
    void leavesNothingBehindOfAClientThatGoesAwayBetweenRounds() throws Exception {
        var gone = new CountDownLatch(1);
        try (TestNode slow = waitingAt(4, gone);
                TestGateway gateway = gateway(withFiles(), slow)) {
            try (var socket = gateway.connect()) {
                String body = items(0, 70_000);
                socket.getOutputStream().write(request(body, body.length() + 1));
                await(() -> BulkNode.bulks(slow).size() == 4);
                assertThat(gauge(gateway, "sluice.bulk.spool.file.bytes")).isPositive();
            }
            gone.countDown();

            await(() -> gateway.connections(slow) == 0 && gateway.gateway().requests() == 0);
            await(() -> gauge(gateway, "sluice.bulk.spool.file.bytes") == 0);
            assertThat(gauge(gateway, "sluice.bulk.spool.bytes")).isZero();
            assertThat(files(directory)).isEmpty();
        }
    }

    @Test
    void executesNothingMoreWhereResultsCannotBePutBy() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway(SMALL + ", spool: { bytesPerBulk: 16KiB }", one)) {
            var response = bulk(gateway, withIds(0, ITEMS));

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(ids(response)).isEqualTo(names(0, ITEMS));
            List<String> refused = failed(response, "sluice_not_executed");
            List<String> executed = sent(one);
            assertThat(refused).isNotEmpty();
            assertThat(executed).isNotEmpty();
            assertThat(Stream.concat(refused.stream(), executed.stream()).sorted())
                    .isEqualTo(names(0, ITEMS).stream().sorted().toList());
        }
    }

    /** Its answer, to a body that does not come, would be taken for that of all that follows. */
    @Test
    void opensNoRequestForWhatIsNotSent() throws Exception {
        AtomicInteger bodies = new AtomicInteger();
        TestNode.Script script = connection -> {
            for (var head = connection.readHead(); head != null; head = connection.readHead()) {
                if (head.line().startsWith("GET")) {
                    connection.readBody(head);
                    connection.send(TestNode.ok("{}"));
                } else if (head.header("content-length") == null && bodies.get() >= 2) {
                    connection.send(TestNode.ok("{\"took\":1,\"errors\":false,\"items\":[]}"));
                } else {
                    bodies.incrementAndGet();
                    connection.send(TestNode.ok(
                            BulkNode.answer(connection.readBody(head).text(), 0, BulkNode.CREATED)));
                }
            }
        };
        try (TestNode one = new TestNode(script);
                TestGateway gateway = gateway(SMALL + ", spool: { bytesPerBulk: 16KiB }", one)) {
            var response = bulk(gateway, withIds(0, ITEMS));

            assertThat(failed(response, "sluice_not_executed")).isNotEmpty();
            assertThat(failed(response, "sluice_outcome_unknown")).isEmpty();
        }
    }

    @Test
    void failsWhereTheFileCannotBeMade() throws Exception {
        Path gone = Files.createDirectory(directory.resolve("gone"));
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway(withFiles().replace(directory.toString(), gone.toString()), one)) {
            Files.delete(gone);
            var response = bulk(gateway, items(0, 60_000));

            assertThat(response.statusCode()).isEqualTo(504);
            assertThat(response.body())
                    .contains("\"type\":\"sluice_spool_failed\"")
                    .contains("items of the bulk may be stored");
            assertThat(gateway.meters()
                            .find("sluice.bulk.spool.failures")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
            await(() -> gauge(gateway, "sluice.bulk.spool.bytes") == 0);
        }
    }

    /** A node that answers its bulks, one of them only after the event. */
    private static TestNode waitingAt(int bulk, CountDownLatch event) throws IOException {
        return answering((number, connection, answer) -> {
            if (number == bulk) {
                event.await();
            }
            connection.send(answer);
        });
    }

    private String withFiles() {
        return "splitBytes: 400KiB, mergeBytes: 1MiB, spool: { directory: '" + directory + "' }";
    }

    private static double counter(TestGateway gateway, String name) {
        return gateway.meters().get(name).counter().count();
    }

    /** The ids of items that have an error of that type. */
    private static List<String> failed(HttpResponse<String> response, String type) {
        return Pattern.compile("\"_id\":\"([^\"]*)\",\"status\":\\d+,\"error\":\\{\"type\":\"" + type + "\"")
                .matcher(response.body())
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static List<String> sent(TestNode... nodes) {
        return Stream.of(nodes)
                .flatMap(node -> BulkNode.bulks(node).stream())
                .flatMap(bulk -> BulkNode.ids(bulk.text()).stream())
                .sorted()
                .toList();
    }

    private static int number(String name) {
        return Integer.parseInt(name.substring("document".length()));
    }
}
