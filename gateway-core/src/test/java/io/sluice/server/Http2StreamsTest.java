package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Frames that a client of HTTP/2 should not send, or not so many of them. */
@Tag("slow")
class Http2StreamsTest {

    @TempDir
    static Path files;

    private static Http2Certificate certificate;
    private static SSLContext trust;

    @BeforeAll
    static void issue() throws Exception {
        certificate = Http2Certificate.issue(files);
        trust = certificate.trust();
    }

    @Test
    void endsAConnectionThatResetsItsStreamsRapidly() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(certificate.yaml("", node));
                RawHttp2 raw = new RawHttp2(trust, gateway.port())) {
            for (int stream = 1; stream < 1_000; stream += 2) {
                raw.headers(stream, true).reset(stream);
            }
            raw.flush();

            assertThat(raw.next(RawHttp2.GO_AWAY).code()).isEqualTo(RawHttp2.ENHANCE_YOUR_CALM);
            Awaitility.await().until(() -> gateway.gateway().requests() == 0);
        }
    }

    @Test
    void resetsAStreamWhoseHeadCouldBeReadOtherwiseAsText() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(certificate.yaml("", node));
                RawHttp2 raw = new RawHttp2(trust, gateway.port())) {
            List<String[]> headers = List.of(
                    new String[] {"transfer-encoding", "chunked"},
                    new String[] {"connection", "x-tenant"},
                    new String[] {"a", "b\r\nx-tenant: other"},
                    new String[] {"a\r\nb", "c"},
                    new String[] {"Upper", "c"},
                    new String[] {"content-length", "5"},
                    new String[] {":unknown", "c"});
            int stream = 1;
            for (String[] header : headers) {
                raw.headers(stream, true, header).flush();

                assertThat(raw.next(RawHttp2.RST_STREAM).code()).as(header[0]).isEqualTo(RawHttp2.PROTOCOL_ERROR);
                stream += 2;
            }
            assertThat(node.requests()).isEmpty();
            raw.headers(stream, true).flush();
            assertThat(raw.next(RawHttp2.HEADERS).stream()).isEqualTo(stream);
        }
    }

    /** Behind a proxy the other streams belong to others. */
    @Test
    void answersAHeadThatIsTooLargeBesideOtherRequests() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    end.await(10, TimeUnit.SECONDS);
                    connection.send(TestNode.ok("{}"));
                });
                TestGateway gateway = new TestGateway(certificate.yaml("", node));
                RawHttp2 raw = new RawHttp2(trust, gateway.port())) {
            raw.headers(1, true).longHead(3, 70_000).flush();

            assertThat(raw.next(RawHttp2.HEADERS, RawHttp2.RST_STREAM, RawHttp2.GO_AWAY))
                    .returns(RawHttp2.HEADERS, RawHttp2.Frame::type)
                    .returns(3, RawHttp2.Frame::stream);
            assertThat(gateway.meters().scrape())
                    .contains("sluice_refused_total{failure=\"too-large\",listener=\"http\"} 1.0");
            end.countDown();
            assertThat(raw.next(RawHttp2.HEADERS, RawHttp2.RST_STREAM, RawHttp2.GO_AWAY))
                    .returns(RawHttp2.HEADERS, RawHttp2.Frame::type)
                    .returns(1, RawHttp2.Frame::stream);
        }
    }

    /** What a client had sent before it learnt of the reset belongs to that stream, and ends no other. */
    @Test
    void passesOverBodiesOfRefusedHeads() throws Exception {
        List<String[]> headers = List.of(
                new String[] {"transfer-encoding", "chunked"},
                new String[] {"te", "gzip"},
                new String[] {"a", "b\r\nx-tenant: other"},
                new String[] {"Upper", "c"},
                new String[] {"a", " b"},
                new String[] {":unknown", "c"});
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(certificate.yaml("", node));
                RawHttp2 raw = new RawHttp2(trust, gateway.port())) {
            int stream = 1;
            for (String[] header : headers) {
                raw.headers(stream, false, header);
                for (int i = 0; i < 150; i++) {
                    raw.data(stream, 10);
                }
                raw.headers(stream, true)
                        .reset(stream)
                        .headers(stream + 2, true)
                        .flush();

                assertThat(raw.next(RawHttp2.RST_STREAM, RawHttp2.GO_AWAY).code())
                        .as(header[0])
                        .isEqualTo(RawHttp2.PROTOCOL_ERROR);
                assertThat(raw.next(RawHttp2.HEADERS, RawHttp2.GO_AWAY))
                        .as(header[0])
                        .returns(RawHttp2.HEADERS, RawHttp2.Frame::type)
                        .returns(stream + 2, RawHttp2.Frame::stream);
                stream += 4;
            }
            Awaitility.await().until(() -> gateway.gateway().requests() == 0);
            assertThat(node.requests()).hasSize(headers.size());
        }
    }

    @Test
    void passesOverBodiesOfStreamsThatAreTooMany() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (TestNode node = new TestNode(connection -> {
                    for (var request = connection.readRequest(); request != null; request = connection.readRequest()) {
                        end.await(10, TimeUnit.SECONDS);
                        connection.send(TestNode.ok("{}"));
                    }
                });
                TestGateway gateway = new TestGateway(certificate.yaml("limits: { streams: 2 }", node));
                RawHttp2 raw = new RawHttp2(trust, gateway.port())) {
            raw.headers(1, true).headers(3, true);
            for (int stream = 5; stream < 15; stream += 2) {
                raw.headers(stream, false);
                for (int i = 0; i < 100; i++) {
                    raw.data(stream, 10);
                }
            }
            raw.flush();

            for (int stream = 5; stream < 15; stream += 2) {
                assertThat(raw.next(RawHttp2.RST_STREAM, RawHttp2.GO_AWAY))
                        .returns(RawHttp2.RST_STREAM, RawHttp2.Frame::type)
                        .returns(stream, RawHttp2.Frame::stream)
                        .returns(RawHttp2.REFUSED_STREAM, RawHttp2.Frame::code);
            }
            end.countDown();
            assertThat(raw.next(RawHttp2.HEADERS, RawHttp2.GO_AWAY).type()).isEqualTo(RawHttp2.HEADERS);
            assertThat(raw.next(RawHttp2.HEADERS, RawHttp2.GO_AWAY).type()).isEqualTo(RawHttp2.HEADERS);
            raw.headers(15, true).flush();
            assertThat(raw.next(RawHttp2.HEADERS, RawHttp2.GO_AWAY).stream()).isEqualTo(15);
        }
    }

    @Test
    void refusesMoreStreamsThanAreAllowed() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    end.await(10, TimeUnit.SECONDS);
                });
                TestGateway gateway = new TestGateway(certificate.yaml("limits: { streams: 2 }", node));
                RawHttp2 raw = new RawHttp2(trust, gateway.port())) {
            raw.headers(1, true).headers(3, true).headers(5, true).flush();
            RawHttp2.Frame refused = raw.next(RawHttp2.RST_STREAM);
            assertThat(refused.stream()).isEqualTo(5);
            assertThat(refused.code()).isEqualTo(RawHttp2.REFUSED_STREAM);
            end.countDown();
        }
    }

    @Test
    void readsNoMoreOfAStreamThanItsWindowWhileTheNodeTakesNothing() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (TestNode node = new TestNode(connection -> end.await(20, TimeUnit.SECONDS));
                TestGateway gateway = new TestGateway(certificate.yaml("", node));
                RawHttp2 raw = new RawHttp2(trust, gateway.port())) {
            raw.headers(1, false).flush();
            // More than the kernel's buffers on the way to the node hold, which may be 36 MiB.
            Thread writer = Thread.ofVirtual().start(() -> raw.dataWithoutWindow(1, 64 * 1024 * 1024));

            assertThat(raw.next(RawHttp2.GO_AWAY, RawHttp2.RST_STREAM).code()).isEqualTo(RawHttp2.FLOW_CONTROL_ERROR);
            end.countDown();
            raw.close();
            writer.join();
        }
    }

    @Test
    void endsAConnectionWhoseStreamBeginsAnew() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(certificate.yaml("", node));
                RawHttp2 raw = new RawHttp2(trust, gateway.port())) {
            raw.headers(1, true).flush();
            assertThat(raw.next(RawHttp2.DATA).stream()).isEqualTo(1);

            raw.headers(1, true).flush();

            assertThat(raw.next(RawHttp2.RST_STREAM, RawHttp2.GO_AWAY))
                    .returns(RawHttp2.GO_AWAY, RawHttp2.Frame::type)
                    .returns(RawHttp2.STREAM_CLOSED, RawHttp2.Frame::code);
            assertThat(node.requests()).hasSize(1);
        }
    }

    @Test
    void endsAConnectionThatOpensAnOlderStream() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(certificate.yaml("", node));
                RawHttp2 raw = new RawHttp2(trust, gateway.port())) {
            raw.headers(1, true).headers(9, true).flush();
            assertThat(raw.next(RawHttp2.HEADERS).type()).isEqualTo(RawHttp2.HEADERS);

            raw.headers(5, true).flush();

            assertThat(raw.next(RawHttp2.RST_STREAM, RawHttp2.GO_AWAY))
                    .returns(RawHttp2.GO_AWAY, RawHttp2.Frame::type)
                    .returns(RawHttp2.PROTOCOL_ERROR, RawHttp2.Frame::code);
        }
    }

    @Test
    void resetsAStreamThatHasTwoHeads() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (TestNode node = new TestNode(connection -> {
                    for (var request = connection.readRequest(); request != null; request = connection.readRequest()) {
                        end.await(10, TimeUnit.SECONDS);
                        connection.send(TestNode.ok("{}"));
                    }
                });
                TestGateway gateway = new TestGateway(certificate.yaml("", node));
                RawHttp2 raw = new RawHttp2(trust, gateway.port())) {
            raw.headers(1, true).headers(3, true).headers(1, true).flush();

            assertThat(raw.next(RawHttp2.RST_STREAM, RawHttp2.GO_AWAY))
                    .returns(RawHttp2.RST_STREAM, RawHttp2.Frame::type)
                    .returns(1, RawHttp2.Frame::stream)
                    .returns(RawHttp2.STREAM_CLOSED, RawHttp2.Frame::code);
            end.countDown();
            assertThat(raw.next(RawHttp2.HEADERS, RawHttp2.GO_AWAY).stream()).isEqualTo(3);
        }
    }

    /** Their bytes count for everybody, and each connection could hold more of them after each idle time. */
    @Test
    void resetsStreamsWhoseAnswersNobodyTakes() throws Exception {
        byte[] noWindow = {0, 4, 0, 0, 0, 0};
        try (TestNode node = TestNode.answering(TestNode.ok("x".repeat(200_000)));
                TestGateway gateway = new TestGateway(certificate.yaml("timeouts: { idle: 2s, body: 1s }", node));
                RawHttp2 raw = new RawHttp2(trust, gateway.port(), noWindow)) {
            for (int stream = 1; stream < 20; stream += 2) {
                raw.headers(stream, true);
            }
            raw.flush();

            for (int stream = 1; stream < 20; stream += 2) {
                assertThat(raw.next(RawHttp2.RST_STREAM).code()).isEqualTo(RawHttp2.CANCEL);
            }
            assertThat(raw.next(RawHttp2.GO_AWAY).code()).isZero();
            Awaitility.await().until(() -> gateway.gateway().connections() == 0);
        }
    }

    /** The end of its stream and of the connection are frames too, which wait for ever behind those that it does not take. */
    @Test
    void endsAConnectionWhoseClientTakesNoByte() throws Exception {
        byte[] largestWindow = {0, 4, 0x7f, -1, -1, -1};
        byte[] largestIncrement = {0x7f, -1, 0, 0};
        String part = "x".repeat(1 << 20);
        // More than the kernel's buffers on the way to the client hold.
        int parts = 64;
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + (long) parts * part.length() + "\r\n\r\n");
                    for (int i = 0; i < parts; i++) {
                        connection.send(part);
                    }
                });
                TestGateway gateway = new TestGateway(certificate.yaml("timeouts: { idle: 1s, body: 1s }", node));
                RawHttp2 raw = new RawHttp2(trust, gateway.port(), largestWindow)) {
            raw.frame(RawHttp2.WINDOW_UPDATE, 0, 0, largestIncrement)
                    .headers(1, true)
                    .flush();
            Awaitility.await().until(() -> !node.requests().isEmpty());

            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> gateway.gateway().connections() == 0);
        }
    }

    @Test
    void givesClientsTimeThatTakeTheirAnswersSlowly() throws Exception {
        byte[] smallWindow = {0, 4, 0, 0, 0, 16};
        try (TestNode node = TestNode.answering(TestNode.ok("x".repeat(100)));
                TestGateway gateway = new TestGateway(certificate.yaml("", node));
                RawHttp2 raw = new RawHttp2(trust, gateway.port(), smallWindow)) {
            raw.headers(1, true).flush();
            int taken = 0;
            while (taken < 100) {
                taken += raw.next(RawHttp2.DATA, RawHttp2.RST_STREAM).payload().length;
                raw.frame(RawHttp2.WINDOW_UPDATE, 0, 1, new byte[] {0, 0, 0, 16})
                        .flush();
            }

            assertThat(taken).isEqualTo(100);
        }
    }

    /** The exchange is long over, as the gateway holds the answer. */
    @Test
    void resetsNoStreamWhoseClientTakesSomethingAllTheTime() throws Exception {
        byte[] smallWindow = {0, 4, 0, 0, 0x27, 0x10};
        try (TestNode node = TestNode.answering(TestNode.ok("x".repeat(200_000)));
                TestGateway gateway = new TestGateway(certificate.yaml("timeouts: { body: 5s }", node));
                RawHttp2 raw = new RawHttp2(trust, gateway.port(), smallWindow)) {
            raw.frame(RawHttp2.WINDOW_UPDATE, 0, 0, new byte[] {0, 0x10, 0, 0});
            raw.headers(1, true).flush();
            AtomicInteger taken = new AtomicInteger();
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> {
                        RawHttp2.Frame frame = raw.next(RawHttp2.DATA, RawHttp2.RST_STREAM);
                        assertThat(frame.type()).as("after %s", taken).isEqualTo(RawHttp2.DATA);
                        int length = frame.payload().length;
                        raw.frame(RawHttp2.WINDOW_UPDATE, 0, 1, new byte[] {0, 0, (byte) (length >> 8), (byte) length})
                                .flush();
                        return taken.addAndGet(length) == 200_000;
                    });
        }
    }
}
