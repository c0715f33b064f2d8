package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.upstream.NodeHealth;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node that takes requests and says nothing: it hangs, or is busy with what it was asked. */
@Tag("slow")
class HungNodeTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** @param probe how long a node has to answer a probe */
    private static TestGateway before(TestNode node, TestNode standby, String probe) throws Exception {
        return new TestGateway("""
                admin: { enabled: false }
                process: { eventLoops: 1, drain: 2s }
                clusters:
                  primary: { nodes: [%s], discovery: { enabled: false }, timeouts: { connect: %s, response: 200ms }, health: { ejection: 1s, probeEvery: 1s } }
                  next: { nodes: [%s], discovery: { enabled: false } }
                flows:
                  default: { relay: { cluster: primary, standby: next } }
                listeners:
                  - { name: http, bind: "127.0.0.1:0", routes: [ { flow: default } ] }
                """.formatted(node.address(), probe, standby.address()));
    }

    private static NodeHealth health(TestGateway gateway) {
        return gateway.node().health();
    }

    @Test
    void isLeftOutIfItAnswersNoProbeEither() throws Exception {
        try (TestNode hung = new TestNode(connection -> {
                    while (connection.readRequest() != null) {}
                });
                TestNode standby = TestNode.answering(TestNode.ok("{\"from\":\"standby\"}"));
                TestGateway gateway = before(hung, standby, "1s")) {
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(gateway.get("/logs/_doc/1").body()).contains("standby"));
            assertThat(health(gateway).ejected()).isTrue();
        }
    }

    @Test
    void isKeptIfItAnswersProbes() throws Exception {
        try (TestNode busy = new TestNode(connection -> {
                    for (TestNode.Request head = connection.readHead(); head != null; head = connection.readHead()) {
                        if (head.line().startsWith("HEAD")) {
                            connection.send("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
                        }
                    }
                });
                TestNode standby = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = before(busy, standby, "60s")) {
            await().atMost(PATIENCE).until(() -> {
                assertThat(gateway.get("/logs/_doc/1").statusCode()).isEqualTo(504);
                return health(gateway).recoveries() > 1;
            });
            assertThat(standby.requests()).isEmpty();
        }
    }
}
