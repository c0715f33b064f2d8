package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransportTest {

    private static TestGateway with(String transport, TestNode node) throws Exception {
        assumeTrue(!transport.equals("epoll") || Epoll.isAvailable(), "epoll does not work on this machine");
        assumeTrue(!transport.equals("io_uring") || IoUring.isAvailable(), "io_uring does not work on this machine");
        return new TestGateway(
                TestGateway.yaml("", "nodes: [" + node.address() + "]\n    discovery: { enabled: false }")
                        .replace("eventLoops: 2", "eventLoops: 2, transport: " + transport));
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio", "io_uring"})
    void relaysWithEveryTransport(String transport) throws Exception {
        String body = "x".repeat(2_000_000);
        try (TestNode node = TestNode.answering(TestNode.ok("\"" + body + "\""));
                TestGateway gateway = with(transport, node)) {
            for (int i = 0; i < 5; i++) {
                assertThat(gateway.post("/_bulk", body).body()).hasSize(2_000_002);
            }
            assertThat(node.requests()).allMatch(request -> request.text().equals(body));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio", "io_uring"})
    void seesAClientThatGoesAwayWithEveryTransport(String transport) throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        try (TestNode slow = new TestNode(connection -> {
                    connection.readRequest();
                    if (connection.read() < 0) {
                        gone.countDown();
                    }
                });
                TestGateway gateway = with(transport, slow);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET /_search HTTP/1.1\r\nHost: a\r\n\r\n");
            Awaitility.await().until(() -> !slow.requests().isEmpty());
            client.close();
            assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoll", "nio", "io_uring"})
    void neverEndsAnAnswerWellWhoseConnectionWasReset(String transport) throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    connection.send("HTTP/1.1 200 OK\r\n\r\nhello");
                    seen.await();
                    connection.reset();
                });
                TestGateway gateway = with(transport, node);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            String first = client.readFirst();
            seen.countDown();
            assertThat(first + client.readAll()).contains("200 OK").doesNotEndWith("\r\n0\r\n\r\n");
        }
    }
}
