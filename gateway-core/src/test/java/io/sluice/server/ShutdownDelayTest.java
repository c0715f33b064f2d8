package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.Socket;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What clients and balancers see of a gateway between the wish to stop and its end. */
class ShutdownDelayTest {

    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: here\r\n\r\n";

    @Test
    void isNotReadyButStillAcceptsAndAnswersDuringTheDelay() throws Exception {
        // Given
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                Stopping gateway = new Stopping(node, "60s");
                RawClient early = new RawClient(gateway.port())) {
            assertThat(early.send(REQUEST).read().header("connection")).isNull();

            // The gateway closes connections whose exchange ends while it stops.
            Awaitility.await().until(gateway::isIdle);

            // When
            gateway.beginStop();

            // Then
            RawClient.Answer last = early.send(REQUEST).read();
            assertThat(last.status()).isEqualTo(200);
            assertThat(last.header("connection")).isEqualTo("close");
            assertThat(early.closed()).isTrue();
            try (RawClient late = new RawClient(gateway.port())) {
                assertThat(late.send(REQUEST).read().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void acceptsNobodyWhenTheDelayIsOver() throws Exception {
        // Given
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                Stopping gateway = new Stopping(node, "200ms")) {
            int port = gateway.port();

            // When
            gateway.beginStop();
            gateway.awaitEnd();

            // Then
            assertThatThrownBy(() -> new Socket("127.0.0.1", port).close()).isInstanceOf(ConnectException.class);
        }
    }

    /** A gateway that another thread stops, as the process's shutdown hook does. */
    private static final class Stopping implements AutoCloseable {
        private final TestGateway gateway;
        private final Thread stop;

        Stopping(TestNode node, String delay) throws Exception {
            String yaml = TestGateway.yaml("", "nodes: [" + node.address() + "]\n    discovery: { enabled: false }\n");
            gateway = new TestGateway(yaml.replace("drain: 2s", "drain: 2s, shutdownDelay: " + delay));
            stop = new Thread(() -> gateway.gateway().close());
        }

        int port() {
            return gateway.port();
        }

        boolean isIdle() {
            return gateway.gateway().requests() == 0;
        }

        void beginStop() {
            assertThat(gateway.gateway().ready()).isTrue();
            stop.start();
            Awaitility.await().until(() -> !gateway.gateway().ready());
        }

        void awaitEnd() throws InterruptedException {
            assertThat(stop.join(Duration.ofSeconds(30))).isTrue();
        }

        // An interrupt ends the delay.
        @Override
        public void close() throws Exception {
            stop.interrupt();
            if (stop.isAlive()) {
                stop.join();
            }
            gateway.close();
        }
    }
}
