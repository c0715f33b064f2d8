package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that take their time with an answer, or with its end. */
@Tag("slow")
class SlowReadersTest {
    /** More than the buffers of both ends of a connection hold. */
    private static final int BYTES = 32 << 20;

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1\r\nConnection: close", "HTTP/1.0"})
    void getAllOfTheAnswer(String version) throws Exception {
        TestFilter large =
                TestFilter.onRequest((head, exchange) -> new RequestPlan.Answer(Reply.text(200, "x".repeat(BYTES))));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, large);
                Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write(("GET / " + version + "\r\nHost: a\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo('H');
            long answered = System.nanoTime();
            Awaitility.await().until(() -> System.nanoTime() - answered > TimeUnit.MILLISECONDS.toNanos(1_500));
            assertThat(socket.getInputStream().readAllBytes().length).isGreaterThan(BYTES);
        }
    }

    /** It takes some of the answer every moment, though for seconds not as much as the buffers of the kernel hold. */
    @Test
    void areNotTakenForClientsThatTakeNothing() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("y".repeat(BYTES)));
                TestGateway gateway =
                        new TestGateway(TestGateway.yaml("timeouts: { body: 6s }", "nodes: [" + node.address() + "]"));
                Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] part = new byte[10_000];
            long began = System.nanoTime();

            new SteadyPace(Duration.ofMillis(50)).until(() -> {
                assertThat(socket.getInputStream().read(part)).isPositive();
                return System.nanoTime() - began > TimeUnit.SECONDS.toNanos(16);
            });
        }
    }

    /** All of it fits into the buffers of the gateway and the kernel, so the exchange is long over. */
    @Test
    void mayTakeLongerThanConnectionsMayBeIdle() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("y".repeat(360_000)));
                TestGateway gateway = new TestGateway(
                        TestGateway.yaml("timeouts: { idle: 4s }", "nodes: [" + node.address() + "]"))) {
            take(gateway, "HTTP/1.1", 360_000, 5_000, 100);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1\r\nConnection: close", "HTTP/1.1"})
    void mayTakeTheEndOfAnAnswerSlowly(String version) throws Exception {
        int bytes = 2 << 20;
        try (TestNode node = TestNode.answering(TestNode.ok("y".repeat(bytes)));
                TestGateway gateway = new TestGateway(
                        TestGateway.yaml("timeouts: { body: 4s }", "nodes: [" + node.address() + "]"))) {
            take(gateway, version, bytes, 10_000, 50);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1\r\nConnection: close", "HTTP/1.1"})
    void mayTakeAnAnswerOfAFilterSlowly(String version) throws Exception {
        int bytes = 8 << 20;
        TestFilter large =
                TestFilter.onRequest((head, exchange) -> new RequestPlan.Answer(Reply.text(200, "x".repeat(bytes))));
        String yaml = TestGateway.yaml("timeouts: { body: 3s }", "nodes: [\"http://127.0.0.1:1\"]")
                .replace("relay:", "filters: [ { type: on-request, config: {} } ]\n    relay:");
        try (TestGateway gateway = new TestGateway(yaml, large)) {
            take(gateway, version, bytes, 33_000, 50);
        }
    }

    /** Takes an answer bit by bit, and fails if it is cut off. */
    private static void take(TestGateway gateway, String version, int bytes, int bit, int everyMillis)
            throws Exception {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(16 << 10);
            socket.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write(("GET / " + version + "\r\nHost: a\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            AtomicInteger taken = new AtomicInteger();
            new SteadyPace(Duration.ofMillis(everyMillis)).until(() -> {
                int wanted = Math.min(bit, bytes - taken.get());
                int more = socket.getInputStream().readNBytes(wanted).length;
                assertThat(more).as("bytes after %s", taken).isEqualTo(wanted);
                return taken.addAndGet(more) == bytes;
            });
        }
    }
}
