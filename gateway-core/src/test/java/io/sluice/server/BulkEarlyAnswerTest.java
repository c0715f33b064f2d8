package io.sluice.server;

import static io.sluice.server.BulkNode.CREATED;
import static io.sluice.server.Bulks.REGROUPED;
import static io.sluice.server.Bulks.await;
import static io.sluice.server.Bulks.gateway;
import static io.sluice.server.Bulks.gauge;
import static io.sluice.server.Bulks.readUntil;
import static io.sluice.server.Bulks.request;
import static io.sluice.server.Bulks.withIds;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ResponsePlan;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulks that a node answers in full before it has had all of its part: the items that came later have no result. */
@Timeout(120)
class BulkEarlyAnswerTest {
    private static final String NOTHING = TestNode.ok("{\"took\":1,\"errors\":false,\"items\":[]}");
    private static final String ITEM = "{\"index\":{\"_id\":\"document%d\"}}\n\"%s\"\n";

    private final AtomicInteger requested = new AtomicInteger();

    @Test
    void namesTheItemOfALaterRoundThatMayBeStored() throws Exception {
        var answered = new CountDownLatch(1);
        String body = item(0) + item(1) + item(2);
        int pause = body.length() - 1000;
        try (TestNode node = answeringEarly(3, answered);
                TestGateway gateway = gateway("splitBytes: 1KiB", node);
                var socket = gateway.connect()) {
            socket.getOutputStream().write(request(body.substring(0, pause), body.length()));
            answered.await();
            socket.getOutputStream().write(body.substring(pause).getBytes());

            String answer = readUntil(socket, "]}");
            assertThat(answer)
                    .startsWith("HTTP/1.1 200")
                    .contains("\"_id\":\"document2\",\"status\":504,\"error\":{\"type\":\"sluice_outcome_unknown\"")
                    .contains("it has 0 of the 1 items that were asked");
            assertThat(answer.split("\"status\":201", -1)).hasSize(3);
            await(() -> gateway.gateway().requests() == 0);
            assertThat(gauge(gateway, "sluice.bulk.spool.bytes")).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "splitBytes: 1KiB"})
    void tellsThatABulkMayBeStoredOfWhichItsOnlyNodeDidNotAwaitTheEnd(String more) throws Exception {
        var answered = new CountDownLatch(1);
        String body = ITEM.formatted(0, "x".repeat(100_000));
        try (TestNode node = answeringEarly(1, answered);
                TestGateway gateway = gateway(more, node);
                var socket = gateway.connect()) {
            socket.getOutputStream().write(request(body.substring(0, 90_000), body.length()));
            answered.await();
            socket.getOutputStream().write(body.substring(90_000).getBytes());

            assertThat(readUntil(socket, "}"))
                    .startsWith("HTTP/1.1 504")
                    .contains("\"type\":\"sluice_outcome_unknown\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "splitBytes: 1KiB"})
    void endsABulkWhoseNodeStopsReadingAfterItsAnswer(String more) throws Exception {
        var over = new CountDownLatch(1);
        String body = ITEM.formatted(0, "x".repeat(50_000_000));
        try (TestNode node = deafAfterItsAnswer(over);
                TestGateway gateway = gateway(more, node);
                var socket = gateway.connect()) {
            var writer = new Thread(() -> sendAll(socket, request(body, body.length())));
            writer.start();

            // Not what a node is told that was waited for in vain.
            assertThat(readUntil(socket, "}")).contains("it has 0 of the 1 items that were asked");
            await(() -> gateway.gateway().requests() == 0);
            over.countDown();
            writer.join();
        }
    }

    @Test
    void takesNothingMoreOfABulkThatWasRefusedWhileAFilterThinksAboutTheAnswer() throws Exception {
        var plans = new LinkedBlockingQueue<CompletableFuture<String>>();
        var refused = new CountDownLatch(1);
        TestFilter filter = TestFilter.onResponse((head, exchange) -> {
            CompletableFuture<String> plan = new CompletableFuture<>();
            plans.add(plan);
            return new ResponsePlan.Later<>(plan, value -> ResponsePlan.pass());
        });
        String first = withIds(0, 100);
        String rest = withIds(100, 200);
        try (TestNode one = refusing(refused);
                TestNode two = refusing(refused);
                TestGateway gateway = gatewayInRunsOf(100, filter, one, two);
                var socket = gateway.connect()) {
            socket.getOutputStream().write(request(first, first.length() + rest.length()));
            CompletableFuture<String> plan = plans.take();
            refused.await();

            socket.getOutputStream().write(rest.getBytes());
            // Time enough for the retry of the part that was refused, and for the part of the other node.
            Thread.sleep(500);
            plan.complete("");

            String answer = readUntil(socket, "429}");
            assertThat(answer).startsWith("HTTP/1.1 429").containsIgnoringCase("retry-after: 7");
            await(() -> gateway.gateway().requests() == 0);
            assertThat(requested).hasValue(1);
            assertThat(plans).isEmpty();
        }
    }

    private static TestGateway gatewayInRunsOf(int items, TestFilter filter, TestNode... nodes) throws Exception {
        String yaml = Bulks.yaml("", REGROUPED.formatted("retry: { pause: 1ms }"), nodes)
                .replace("relay: { cluster", "filters: [{ type: on-response, config: {} }]\n    relay: { cluster");
        return new TestGateway("plugins: { filterTimeout: 60s }\n" + yaml, filter, TestRouter.inRunsOf(items));
    }

    /** A node that refuses bulks with 429 before it has read them, and counts them. */
    private TestNode refusing(CountDownLatch refused) throws IOException {
        String error = "{\"error\":{\"type\":\"es_rejected_execution_exception\",\"reason\":\"busy\"},\"status\":429}";
        return node((connection, head) -> {
            requested.incrementAndGet();
            connection.send("HTTP/1.1 429 Too Many Requests\r\nretry-after: 7\r\n"
                    + "content-type: application/json\r\ncontent-length: " + error.length() + "\r\n\r\n"
                    + error);
            readToTheEnd(connection);
            refused.countDown();
        });
    }

    private static void sendAll(Socket socket, byte[] request) {
        try {
            socket.getOutputStream().write(request);
        } catch (IOException e) {
            // The gateway closes the connection after its answer, while it is still sent to.
        }
    }

    /** A node that answers a bulk as soon as its head is there, and does not read on until it may end. */
    private static TestNode deafAfterItsAnswer(CountDownLatch over) throws IOException {
        return node((connection, head) -> {
            connection.send(NOTHING);
            over.await();
        });
    }

    private static String item(int number) {
        return ITEM.formatted(number, "x".repeat(2000));
    }

    /**
     * A node that answers a bulk as soon as its head is there, as if it were empty, and goes on reading; it answers those before in
     * the usual way.
     *
     * @param early the number of that bulk, from 1
     * @param answered counted down when the gateway has taken that answer, and closed the connection as it sends no more
     */
    private static TestNode answeringEarly(int early, CountDownLatch answered) throws IOException {
        var bulks = new AtomicInteger();
        return node((connection, head) -> {
            if (bulks.incrementAndGet() == early) {
                connection.send(NOTHING);
                readToTheEnd(connection);
                answered.countDown();
            } else {
                String body = connection.readBody(head).text();
                connection.send(TestNode.ok(BulkNode.answer(body, 0, CREATED)));
            }
        });
    }

    /** What a node does with a bulk of which it has read the head. */
    private interface Bulk {
        void answer(TestNode.Connection connection, TestNode.Request head) throws IOException, InterruptedException;
    }

    /** A node that answers what is asked of it beside bulks with an empty object. */
    private static TestNode node(Bulk bulk) throws IOException {
        return new TestNode(connection -> {
            for (var head = connection.readHead(); head != null; head = connection.readHead()) {
                if (head.line().startsWith("GET")) {
                    connection.readBody(head);
                    connection.send(TestNode.ok("{}"));
                } else {
                    bulk.answer(connection, head);
                }
            }
        });
    }

    private static void readToTheEnd(TestNode.Connection connection) {
        try {
            while (connection.read() >= 0) {
                // What comes is thrown away.
            }
        } catch (IOException e) {
            // Closed with a reset, which is an end as well.
        }
    }
}
