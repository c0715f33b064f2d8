package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.Filter;
import io.sluice.api.PluginFactory;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What clients and balancers see of a gateway between the wish to stop and its end. */
class ShutdownDelayTest {

    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: here\r\n\r\n";

    /** @param listener more of the listener */
    private static String configuration(TestNode node, String listener) {
        return TestGateway.yaml(listener, "nodes: [" + node.address() + "]\n    discovery: { enabled: false }\n");
    }

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
    void answersWhoComesThroughABalancerWithAProxyHeaderDuringTheDelay() throws Exception {
        // Given
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                Stopping gateway = new Stopping(configuration(node, "proxyProtocol: [127.0.0.0/8]"), "60s")) {
            gateway.beginStop();

            // When
            try (RawClient late = new RawClient(gateway.port())) {
                RawClient.Answer answer = late.send("PROXY TCP4 203.0.113.7 10.0.0.1 5000 80\r\n" + REQUEST)
                        .read();

                // Then
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.header("connection")).isEqualTo("close");
            }
        }
    }

    @Test
    void answersNewConnectionsOfHttp2DuringTheDelay(@TempDir Path files) throws Exception {
        // Given
        Http2Certificate certificate = Http2Certificate.issue(files);
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                Stopping gateway = new Stopping(certificate.yaml("", node), "60s");
                HttpClient client =
                        HttpClient.newBuilder().sslContext(certificate.trust()).build()) {
            gateway.beginStop();
            URI uri = URI.create("https://localhost:" + gateway.port() + "/");

            // When
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> answer =
                        client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());

                // Then
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
                Awaitility.await().until(() -> gateway.connections() == 0);
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

    @Test
    void beginsToStopWhileAConfigurationIsMadeWhichIsThenNotTakenOver() throws Exception {
        // Given
        Blocked blocked = new Blocked();
        SeenFilters seen = new SeenFilters();
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                Stopping gateway = new Stopping(node, "200ms", seen.type("a"), blocked.type())) {
            Future<?> change = gateway.change("{ type: a, config: {} }, { type: blocked, config: {} }");
            blocked.awaitBegun();

            // When
            gateway.beginStop();

            // Then
            gateway.awaitRefusal();
            blocked.goOn();
            assertThatThrownBy(() -> change.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(StoppingException.class);
            gateway.awaitEnd();
            assertThat(gateway.generation()).isOne();
            assertThat(seen.made()).hasSize(1);
            assertThat(seen.closed()).hasSize(1);
        }
    }

    @Test
    void stopsInSpiteOfAConfigurationThatIsNeverMade() throws Exception {
        // Given
        Blocked blocked = new Blocked();
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                Stopping gateway = new Stopping(node, "0s", blocked.type())) {
            Future<?> change = gateway.change("{ type: blocked, config: {} }");
            blocked.awaitBegun();

            // When
            gateway.beginStop();
            gateway.awaitEnd();

            // Then
            assertThat(change).isNotDone();
            blocked.goOn();
            assertThatThrownBy(() -> change.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(StoppingException.class);
        }
    }

    /** A filter whose making waits until it is told to go on. */
    private static final class Blocked {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);

        TestFilter type() {
            return new TestFilter("blocked", context -> {
                begun.countDown();
                Awaitility.await().until(() -> goOn.getCount() == 0);
                return new Filter() {};
            });
        }

        void awaitBegun() throws InterruptedException {
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        }

        void goOn() {
            goOn.countDown();
        }
    }

    /** A gateway that another thread stops, as the process's shutdown hook does. */
    private static final class Stopping implements AutoCloseable {
        private final TestGateway gateway;
        private final String yaml;
        private final Thread stop;

        Stopping(TestNode node, String delay, PluginFactory<?>... types) throws Exception {
            this(configuration(node, ""), delay, types);
        }

        Stopping(String configuration, String delay, PluginFactory<?>... types) throws Exception {
            yaml = configuration.replace("drain: 2s", "drain: 2s, shutdownDelay: " + delay);
            gateway = new TestGateway(yaml, types);
            stop = new Thread(() -> gateway.gateway().close());
        }

        /** Changes the filters of the flow, on a thread of its own. */
        Future<?> change(String filters) {
            FutureTask<Void> change = new FutureTask<>(() -> {
                gateway.change(yaml.replace("  default:\n", "  default:\n    filters: [" + filters + "]\n"));
                return null;
            });
            Thread.ofVirtual().start(change);
            return change;
        }

        int generation() {
            return gateway.gateway().generation();
        }

        void awaitRefusal() {
            int port = port();
            Awaitility.await()
                    .untilAsserted(() -> assertThatThrownBy(() -> new Socket("127.0.0.1", port).close())
                            .isInstanceOf(ConnectException.class));
        }

        int port() {
            return gateway.port();
        }

        int connections() {
            return gateway.gateway().connections();
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
