package io.sluice.server;

import static io.sluice.server.Bulks.withIds;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node that takes longer for parts of bulks than it may, and is well otherwise. */
@Tag("slow")
class LateBulksTest {
    private static final int FAILURES = 3;

    @Test
    void doNotLeaveOutANodeThatAnswersProbes() throws Exception {
        try (TestNode busy = new TestNode(connection -> {
                    for (var head = connection.readHead(); head != null; head = connection.readHead()) {
                        if (head.line().startsWith("HEAD")) {
                            connection.send("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
                        } else {
                            connection.readBody(head);
                        }
                    }
                });
                TestGateway gateway = Bulks.gatewayWith(
                        "    timeouts: { connect: 60s, response: 300ms }\n    health: { failures: %d, probeEvery: 1h }\n"
                                .formatted(FAILURES),
                        "retry: { attempts: 1 }",
                        TestRouter.inRunsOf(50),
                        busy)) {
            for (int i = 0; i < FAILURES; i++) {
                Bulks.bulk(gateway, withIds(0, 100));
            }
            Bulks.await(() -> gateway.node().health().recoveries() > 0
                    || gateway.node().health().ejected());
            assertThat(gateway.node().health().ejected()).isFalse();
        }
    }
}
