package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client still sends of a request that has been answered, a byte at a time and for as long as it is let. */
@Tag("slow")
class RestOfAnsweredUploadTest {
    private static final String BODY_TIMEOUT = "timeouts: { body: 400ms }";
    private static final int NO_ERROR = 0;

    @TempDir
    Path files;

    private final ScheduledExecutorService trickle = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void stop() {
        trickle.shutdownNow();
    }

    private static TestNode answeringEarly() throws Exception {
        return new TestNode(connection -> {
            connection.readHead();
            connection.send("HTTP/1.1 429 Too Many\r\nContent-Length: 2\r\n\r\n{}");
            while (connection.read() >= 0) {}
        });
    }

    private void repeat(Callable<?> send) {
        Runnable task = () -> {
            try {
                send.call();
            } catch (Exception e) {
                throw new IllegalStateException("the gateway has ended it", e);
            }
        };
        trickle.scheduleAtFixedRate(task, 0, 50, TimeUnit.MILLISECONDS);
    }

    @Test
    void isReadForABoundedTimeHoweverSlowlyItComes() throws Exception {
        try (TestNode node = answeringEarly();
                TestGateway gateway = new TestGateway(TestGateway.yaml(
                        BODY_TIMEOUT, "nodes: [" + node.address() + "]\n    discovery: { enabled: false }"));
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST /_bulk HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\nfirst");
            assertThat(client.read().status()).isEqualTo(429);

            repeat(() -> client.send("x"));

            Awaitility.await().until(() -> gateway.gateway().requests() == 0);
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void isReadForABoundedTimeWhereTheConnectionWouldBeKept() throws Exception {
        try (TestNode node = answeringEarly();
                TestGateway gateway = new TestGateway(TestGateway.yaml(
                        BODY_TIMEOUT, "nodes: [" + node.address() + "]\n    discovery: { enabled: false }"));
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST /_bulk HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\nfirst");
            RawClient.Answer answer = client.read();
            assertThat(answer.header("connection")).isNull();

            repeat(() -> client.send("x"));

            Awaitility.await().until(() -> gateway.gateway().requests() == 0);
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void isReadForABoundedTimeOverHttp2Too() throws Exception {
        Http2Certificate certificate = Http2Certificate.issue(files);
        try (TestNode node = answeringEarly();
                TestGateway gateway = new TestGateway(certificate.yaml(BODY_TIMEOUT, node));
                RawHttp2 client = new RawHttp2(certificate.trust(), gateway.port())) {
            client.headers(1, false).data(1, 5).flush();
            assertThat(client.next(RawHttp2.HEADERS).stream()).isEqualTo(1);

            repeat(() -> trickled(client));

            assertThat(client.next(RawHttp2.RST_STREAM, RawHttp2.GO_AWAY))
                    .returns(RawHttp2.RST_STREAM, RawHttp2.Frame::type)
                    .returns(NO_ERROR, RawHttp2.Frame::code);
            Awaitility.await().until(() -> gateway.gateway().requests() == 0);
        }
    }

    private static RawHttp2 trickled(RawHttp2 client) throws IOException {
        client.data(1, 1).flush();
        return client;
    }
}
