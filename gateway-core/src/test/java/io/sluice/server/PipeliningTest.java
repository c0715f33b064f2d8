package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Requests that a client sends one after the other without waiting for answers. */
class PipeliningTest {
    private static final int REQUESTS = 400;
    // More than the buffers of both sockets take, all together.
    private static final int ANSWER_BYTES = 256 * 1024;

    @Test
    void beginsNoRequestWhileTheClientTakesNoAnswers() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        RequestPlan answer = RequestPlan.answer(Reply.error(403, "test", "x".repeat(ANSWER_BYTES)));
        TestFilter filter = TestFilter.onRequest((head, exchange) -> {
            if (head.target().rawPath().equals("/other")) {
                return RequestPlan.answer(Reply.error(403, "test", "other"));
            }
            begun.incrementAndGet();
            return answer;
        });
        try (TestNode node = TestNode.answering("{}");
                TestGateway gateway = gateway(node, filter);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET /logs HTTP/1.1\r\nhost: a\r\n\r\n".repeat(REQUESTS));
            await().until(() -> begun.get() > 0);
            // The only event loop answers this one after what it has begun for the other client.
            assertThat(gateway.get("/other").statusCode()).isEqualTo(403);

            assertThat(begun.get()).isLessThan(REQUESTS / 2);

            for (int i = 0; i < REQUESTS; i++) {
                assertThat(client.read().status()).isEqualTo(403);
            }
            assertThat(begun.get()).isEqualTo(REQUESTS);
        }
    }

    /** The next requests come with the one that fails, and the connection is known to be broken only when that is written. */
    @Test
    void answersInOrderWhereAConnectionBreaksAsARequestIsWritten() throws Exception {
        CountDownLatch breaks = new CountDownLatch(1);
        CountDownLatch broken = new CountDownLatch(1);
        CountDownLatch third = new CountDownLatch(1);
        TestFilter filter = TestFilter.onRequest((head, exchange) -> {
            if (head.target().rawPath().equals("/first")) {
                breaks.countDown();
                awaitQuietly(broken);
            }
            return new RequestPlan.Aggregate(1000, whole -> RequestPlan.pass());
        });
        try (TestNode node = new TestNode(connection -> {
                    for (var request = connection.readRequest(); request != null; request = connection.readRequest()) {
                        String target = request.line().split(" ")[1];
                        if (target.equals("/second")) {
                            // The third request is not to come before this one is answered.
                            third.await(1, TimeUnit.SECONDS);
                        } else if (target.equals("/third")) {
                            third.countDown();
                        }
                        connection.send(TestNode.ok(target));
                        if (target.equals("/before")) {
                            breaks.await();
                            connection.reset();
                            broken.countDown();
                            return;
                        }
                    }
                });
                TestGateway gateway = gateway(node, filter);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET /before HTTP/1.1\r\nhost: a\r\n\r\n");
            assertThat(client.read().body()).isEqualTo("/before");

            client.send("POST /first HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}"
                    + "GET /second HTTP/1.1\r\nhost: a\r\n\r\nGET /third HTTP/1.1\r\nhost: a\r\n\r\n");

            assertThat(client.read().status()).isEqualTo(502);
            assertThat(client.read().body()).isEqualTo("/second");
            assertThat(client.read().body()).isEqualTo("/third");
        }
    }

    /** What is written makes the client's connection take no more, and what is flushed makes it take more, amid each answer. */
    @Test
    void answersInOrderWhereAnswersAreLongerThanWhatIsHeld() throws Exception {
        try (TestNode node = new TestNode(connection -> {
                    for (var request = connection.readRequest(); request != null; request = connection.readRequest()) {
                        String target = request.line().split(" ")[1];
                        int length = Integer.parseInt(target.substring(1));
                        connection.send("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
                                + Integer.toHexString(length) + "\r\n" + "x".repeat(length) + "\r\n0\r\n\r\n");
                    }
                });
                TestGateway gateway = TestGateway.before("", node);
                RawClient client = new RawClient(gateway.port())) {
            for (int round = 0; round < 100; round++) {
                int first = 20_000 + 3_001 * round;
                for (int length = first; length < first + 3; length++) {
                    client.send("GET /" + length + " HTTP/1.1\r\nhost: a\r\n\r\n");
                }
                for (int length = first; length < first + 3; length++) {
                    assertThat(client.read().body()).hasSize(length);
                }
            }
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static TestGateway gateway(TestNode node, TestFilter filter) throws Exception {
        String cluster = "nodes: [" + node.address() + "]\n    discovery: { enabled: false }";
        return new TestGateway(
                TestGateway.yaml("", cluster)
                        .replace("eventLoops: 2", "eventLoops: 1")
                        .replace("relay:", "filters: [{ type: on-request, config: {} }]\n    relay:"),
                filter);
    }
}
