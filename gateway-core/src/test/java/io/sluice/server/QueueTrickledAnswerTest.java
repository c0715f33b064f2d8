package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node that goes on answering a queue's bulk for ever. */
@Tag("slow")
class QueueTrickledAnswerTest {

    @Test
    void endsAtTheTotalTimeAndSendsAgain() throws Exception {
        try (TestNode node = new TestNode(connection -> {
                    for (TestNode.Request request = connection.readRequest();
                            request != null;
                            request = connection.readRequest()) {
                        if (!request.line().contains("_bulk")) {
                            connection.send(TestNode.ok("{}"));
                            continue;
                        }
                        connection.send(
                                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999999\r\n\r\n{");
                        while (true) {
                            connection.send(" ");
                            Thread.sleep(20);
                        }
                    }
                });
                TestGateway gateway = new TestGateway("""
                        admin: { enabled: false }
                        process: { eventLoops: 1, drain: 100ms }
                        clusters:
                          primary:
                            nodes: [NODE]
                            discovery: { enabled: false }
                            timeouts: { response: 1s, total: 200ms }
                        queues:
                          ingest: { engine: memory, cluster: primary, retry: { first: 5ms, most: 20ms, patience: 0s } }
                        flows: { default: { relay: { queue: ingest } } }
                        listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                        """.replace("NODE", node.address()), new MemoryEngine())) {
            int status = gateway.send(gateway.request("/logs/_doc/1")
                            .header("Content-Type", "application/json")
                            .PUT(HttpRequest.BodyPublishers.ofString("{}"))
                            .build())
                    .statusCode();

            assertThat(status).isBetween(200, 202);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> node.requests().stream()
                                    .filter(request -> request.line().contains("_bulk"))
                                    .count()
                            >= 2);
        }
    }
}
