package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
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

    private static TestGateway gateway(TestNode node, TestFilter filter) throws Exception {
        String cluster = "nodes: [" + node.address() + "]\n    discovery: { enabled: false }";
        return new TestGateway(
                TestGateway.yaml("", cluster)
                        .replace("eventLoops: 2", "eventLoops: 1")
                        .replace("relay:", "filters: [{ type: on-request, config: {} }]\n    relay:"),
                filter);
    }
}
