package io.sluice.server;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Requests through a gateway that relays to one node, which answers each with {@code {}}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OneNodeTest {
    TestNode node;
    TestGateway gateway;

    @BeforeAll
    void start() throws Exception {
        node = TestNode.answering(TestNode.ok("{}"));
        gateway = TestGateway.before("", node);
    }

    @AfterAll
    void stop() throws Exception {
        gateway.close();
        node.close();
    }

    final RawClient.Answer send(String request) throws Exception {
        try (RawClient client = new RawClient(gateway.port())) {
            return client.send(request).read();
        }
    }
}
