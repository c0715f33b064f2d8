package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class LimitsTest {

    private static TestGateway with(String listener, TestNode node) throws Exception {
        return new TestGateway(
                TestGateway.yaml(listener, "nodes: [" + node.address() + "]\n    discovery: { enabled: false }"));
    }

    @Test
    void refusesARequestLineThatIsTooLong() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = with("limits: { requestLine: 1KiB }", node);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET /" + "a".repeat(2000) + " HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(414);
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void refusesHeadersThatAreTooLargeOrTooMany() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = with("limits: { headers: 2KiB, headerCount: 10 }", node)) {
            try (RawClient client = new RawClient(gateway.port())) {
                client.send("GET / HTTP/1.1\r\nHost: a\r\nX: " + "a".repeat(3000) + "\r\n\r\n");
                assertThat(client.read().status()).isEqualTo(431);
            }
            try (RawClient client = new RawClient(gateway.port())) {
                client.send("GET / HTTP/1.1\r\nHost: a\r\n" + "X: 1\r\n".repeat(10) + "\r\n");
                assertThat(client.read().status()).isEqualTo(431);
            }
        }
    }

    @Test
    void refusesABodyThatIsTooLargeBeforeItIsSent() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = with("limits: { body: 1KiB }", node);
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST /_bulk HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n");
            RawClient.Answer answer = client.read();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.body()).contains("content_too_long_exception", "1KiB");
            assertThat(node.requests()).isEmpty();
        }
    }

    @Test
    void refusesAChunkedBodyWhenItOutgrowsTheLimit() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = with("limits: { body: 1KiB }", node);
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST /_bulk HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
            client.send("200\r\n" + "a".repeat(0x200) + "\r\n");
            client.send("400\r\n" + "a".repeat(0x400) + "\r\n");
            assertThat(client.read().status()).isEqualTo(413);
            assertThat(client.closed()).isTrue();
            assertThat(node.requests()).isEmpty();
        }
    }

    @Test
    void refusesConnectionsBeyondTheLimitAndTakesThemAgainLater() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = with("limits: { connections: 3 }", node)) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                clients.add(new RawClient(gateway.port()));
                assertThat(clients.get(i)
                                .send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                                .read()
                                .status())
                        .isEqualTo(200);
            }
            try (RawClient fourth = new RawClient(gateway.port())) {
                RawClient.Answer answer = fourth.read();
                assertThat(answer.status()).isEqualTo(429);
                assertThat(answer.header("retry-after")).isEqualTo("1");
            }
            clients.getFirst().close();
            Awaitility.await().untilAsserted(() -> {
                try (RawClient another = new RawClient(gateway.port())) {
                    another.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                    assertThat(another.read().status()).isEqualTo(200);
                }
            });
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void resetsNoConnectionWhoseRefusedClientHasSentItsRequest() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = with("limits: { connections: 1 }", node);
                RawClient first = new RawClient(gateway.port())) {
            first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").read();

            try (RawClient second = new RawClient(gateway.port())) {
                second.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");

                assertThat(second.readAllOrThrow()).startsWith("HTTP/1.1 429");
                assertThat(gateway.gateway().connections()).isOne();
            }
        }
    }

    @Test
    void refusesConnectionsFromOneAddressBeyondItsLimit() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = with("limits: { connectionsPerAddress: 1 }", node);
                RawClient first = new RawClient(gateway.port())) {
            first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").read();
            try (RawClient second = new RawClient(gateway.port())) {
                assertThat(second.read().status()).isEqualTo(429);
            }
        }
    }

    @Test
    void closesConnectionsThatSendTheirHeadTooSlowly() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = with("timeouts: { head: 300ms }", node);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET / HTTP/1.1\r\nHost:");
            RawClient.Answer answer = client.read();
            assertThat(answer.status()).isEqualTo(408);
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void closesConnectionsThatStopInTheirBody() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = with("timeouts: { body: 300ms }", node);
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc");
            assertThat(client.read().status()).isEqualTo(408);
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void closesIdleConnections() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = with("timeouts: { idle: 300ms }", node);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(200);
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void refusesRequestsBeyondThoseInFlight() throws Exception {
        try (TestNode silent = new TestNode(connection -> {
                    connection.readRequest();
                    connection.read();
                });
                TestGateway gateway = new TestGateway(
                        TestGateway.yaml("", "nodes: [" + silent.address() + "]\n    discovery: { enabled: false }")
                                .replace("eventLoops: 2", "eventLoops: 2, maxRequests: 2"));
                RawClient first = new RawClient(gateway.port());
                RawClient second = new RawClient(gateway.port());
                RawClient third = new RawClient(gateway.port())) {
            first.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n");
            second.send("GET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
            Awaitility.await().until(() -> gateway.gateway().requests() == 2);
            third.send("GET /3 HTTP/1.1\r\nHost: a\r\n\r\n");
            RawClient.Answer answer = third.read();
            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.body()).contains("es_rejected_execution_exception");
            first.close();
            Awaitility.await().until(() -> gateway.gateway().requests() == 1);
        }
    }
}
