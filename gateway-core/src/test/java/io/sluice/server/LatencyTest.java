package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The latency of a cluster, whatever time its clients take. */
class LatencyTest {

    private static final Duration PAUSE = Duration.ofMillis(200);
    /** More than the buffers of both ends of a connection hold. */
    private static final int BYTES = 32 << 20;

    private final List<ExchangeSummary> ended = new CopyOnWriteArrayList<>();

    private final TestFilter noting = new TestFilter("noting", new Filter() {
        @Override
        public void onComplete(ExchangeSummary summary) {
            ended.add(summary);
        }
    });

    private static void write(Socket socket, String text) throws Exception {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void readUntil(InputStream in, String end) throws Exception {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end) < 0) {
            int c = in.read();
            assertThat(c).as(text.toString()).isNotNegative();
            text.append((char) c);
        }
    }

    private static long pause() {
        long began = System.nanoTime();
        Awaitility.await().until(() -> System.nanoTime() - began > PAUSE.toNanos());
        return System.nanoTime() - began;
    }

    private void assertLatencyIsWithout(long pause) {
        Awaitility.await().until(() -> !ended.isEmpty());
        ExchangeSummary.Traffic traffic = ended.getFirst().traffic();
        assertThat(traffic.latencyNanos()).isPositive().isLessThanOrEqualTo(traffic.upstreamNanos() - pause);
    }

    @Test
    void hasNoPartOfTheTimeInWhichAClientSends() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, noting);
                Socket socket = gateway.connect()) {
            write(socket, "POST /a/_doc HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
            readUntil(socket.getInputStream(), "100 Continue\r\n\r\n");
            long pause = pause();
            write(socket, "{}");
            readUntil(socket.getInputStream(), "\r\n\r\n{}");

            assertLatencyIsWithout(pause);
        }
    }

    @Test
    void hasNoPartOfTheTimeInWhichAClientTakesTheAnswer() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("y".repeat(BYTES)));
                TestGateway gateway = TestFilter.gateway(node, noting);
                Socket socket = gateway.connect()) {
            write(socket, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            readUntil(socket.getInputStream(), "H");
            long pause = pause();
            assertThat(socket.getInputStream().readAllBytes().length).isGreaterThan(BYTES);

            assertLatencyIsWithout(pause);
        }
    }

    @Test
    void isUnknownWhereTheAnswerComesBeforeTheEndOfTheRequest() throws Exception {
        try (TestNode node = new TestNode(connection -> {
                    connection.readHead();
                    connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
                });
                TestGateway gateway = TestFilter.gateway(node, noting);
                Socket socket = gateway.connect()) {
            write(socket, "POST /a/_doc HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n");
            readUntil(socket.getInputStream(), "\r\n\r\n");

            Awaitility.await().until(() -> !ended.isEmpty());
            assertThat(ended.getFirst().traffic().latencyNanos()).isZero();
        }
    }
}
