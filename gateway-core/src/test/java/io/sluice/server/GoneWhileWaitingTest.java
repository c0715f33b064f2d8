package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.epoll.Epoll;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that go away while a request, all of which has come, waits for the one connection to a node. */
@Tag("slow")
class GoneWhileWaitingTest {
    @TempDir
    static Path files;

    private static Http2Certificate certificate;

    private final CountDownLatch free = new CountDownLatch(1);

    @BeforeAll
    static void issue() throws Exception {
        certificate = Http2Certificate.issue(files);
    }

    @Test
    void sendsNothingOfAStreamThatWasReset() throws Exception {
        try (TestNode node = node();
                TestGateway gateway = gateway(certificate.yaml("", node));
                RawHttp2 client = new RawHttp2(certificate.trust(), gateway.port())) {
            client.headers(1, true).flush();
            untilUnderWay(gateway, 1);
            client.headers(3, false, "x-own", "late").flush();
            untilUnderWay(gateway, 2);
            client.data(3, 10).frame(RawHttp2.DATA, 1, 3, new byte[10]);
            client.ping();

            client.reset(3).flush();

            untilUnderWay(gateway, 1);
            free.countDown();
            assertThat(client.next(RawHttp2.HEADERS).stream()).isOne();
            client.headers(5, true).flush();
            assertThat(client.next(RawHttp2.HEADERS).stream()).isEqualTo(5);
            assertThat(node.requests()).hasSize(2).allMatch(request -> request.header("x-own") == null);
        }
    }

    @Test
    void tellsOfNoErrorWhereTheAnswerHasNoStreamAnyMore() throws Exception {
        try (TestNode node = node();
                TestGateway gateway = gateway(certificate.yaml("", node), "1s");
                RawHttp2 client = new RawHttp2(certificate.trust(), gateway.port())) {
            client.headers(1, true).flush();
            untilUnderWay(gateway, 1);
            client.headers(3, false);
            client.ping();
            client.data(3, 10).frame(RawHttp2.DATA, 1, 3, new byte[10]).reset(3);
            client.ping();
            untilUnderWay(gateway, 1);

            assertThat(gateway.meters().get("sluice.internal.errors").counter().count())
                    .isZero();
            free.countDown();
        }
    }

    @Test
    void sendsNothingOfAStreamWhoseConnectionBroke() throws Exception {
        try (TestNode node = node();
                TestGateway gateway = gateway(certificate.yaml("", node));
                RawHttp2 first = new RawHttp2(certificate.trust(), gateway.port());
                RawHttp2 client = new RawHttp2(certificate.trust(), gateway.port())) {
            first.headers(1, true).flush();
            untilUnderWay(gateway, 1);
            client.headers(1, false, "x-own", "late").flush();
            untilUnderWay(gateway, 2);
            client.data(1, 10).frame(RawHttp2.DATA, 1, 1, new byte[10]);
            client.ping();

            client.cut();

            untilUnderWay(gateway, 1);
            free.countDown();
            assertThat(first.next(RawHttp2.HEADERS).stream()).isOne();
            first.headers(3, true).flush();
            assertThat(first.next(RawHttp2.HEADERS).stream()).isEqualTo(3);
            assertThat(node.requests()).hasSize(2).allMatch(request -> request.header("x-own") == null);
        }
    }

    /** With epoll, which tells of the end of a connection that nobody reads. */
    @Test
    void sendsNothingOfAConnectionThatWasClosed() throws Exception {
        Assumptions.assumeTrue(Epoll.isAvailable());
        String yaml = TestGateway.yaml("", "nodes: [\"%s\"]\n    discovery: { enabled: false }");
        try (TestNode node = node();
                TestGateway gateway = gateway(yaml.formatted(node.address()));
                RawClient first = new RawClient(gateway.port());
                RawClient client = new RawClient(gateway.port())) {
            first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            untilUnderWay(gateway, 1);
            client.send("POST / HTTP/1.1\r\nHost: a\r\nX-Own: late\r\nContent-Length: 10000\r\n\r\n");
            untilUnderWay(gateway, 2);
            client.send("x".repeat(10_000).getBytes(StandardCharsets.US_ASCII));

            client.close();

            untilUnderWay(gateway, 1);
            free.countDown();
            assertThat(first.read().status()).isEqualTo(200);
            first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(first.read().status()).isEqualTo(200);
            assertThat(node.requests()).hasSize(2).allMatch(request -> request.header("x-own") == null);
        }
    }

    // Answers once it may.
    private TestNode node() throws Exception {
        return new TestNode(connection -> {
            while (connection.readRequest() != null) {
                free.await(60, TimeUnit.SECONDS);
                connection.send(TestNode.ok("{}"));
            }
        });
    }

    private static TestGateway gateway(String yaml) throws Exception {
        return gateway(yaml, "60s");
    }

    private static TestGateway gateway(String yaml, String acquireTimeout) throws Exception {
        String pool = "pool: { maxConnectionsPerNode: 1, acquireTimeout: " + acquireTimeout + " }\n    ";
        return new TestGateway(
                yaml.replace("eventLoops: 2", "eventLoops: 1").replace("discovery:", pool + "discovery:"));
    }

    private static void untilUnderWay(TestGateway gateway, int requests) {
        Awaitility.await()
                .atMost(30, TimeUnit.SECONDS)
                .until(() -> gateway.gateway().requests() == requests);
    }
}
