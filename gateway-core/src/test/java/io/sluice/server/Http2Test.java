package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that choose HTTP/2 while they negotiate TLS: the client here is the JDK's. */
@Tag("slow")
class Http2Test {

    @TempDir
    static Path files;

    private static SSLContext trust;
    private static HttpClient client;

    @BeforeAll
    static void issue() throws Exception {
        X509Bundle own = new CertificateBuilder()
                .subject("CN=localhost")
                .setIsCertificateAuthority(true)
                .ecp256()
                .addSanDnsName("localhost")
                .buildSelfSigned();
        Files.writeString(files.resolve("own.pem"), own.getCertificatePathPEM());
        Files.writeString(files.resolve("own.key"), own.getPrivateKeyPEM());
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(own.toKeyStore(new char[0]));
        trust = SSLContext.getInstance("TLS");
        trust.init(null, trusted.getTrustManagers(), null);
        client = HttpClient.newBuilder().sslContext(trust).build();
    }

    @AfterAll
    static void close() {
        client.close();
    }

    private static String yaml(String more, TestNode... nodes) {
        List<String> addresses = new ArrayList<>();
        for (TestNode node : nodes) {
            addresses.add('"' + node.address() + '"');
        }
        String tls = "tls: { certificate: %s, key: %s, http2: true }"
                .formatted(files.resolve("own.pem"), files.resolve("own.key"));
        return TestGateway.yaml(tls + "\n    " + more, "nodes: " + addresses + "\n    discovery: { enabled: false }");
    }

    private static HttpRequest.Builder request(TestGateway gateway, String path) {
        return HttpRequest.newBuilder(URI.create("https://localhost:" + gateway.port() + path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void answersManyRequestsAtATimeOnOneConnection() throws Exception {
        CountDownLatch all = new CountDownLatch(20);
        try (TestNode node = new TestNode(connection -> {
                    for (var request = connection.readRequest(); request != null; request = connection.readRequest()) {
                        if (!request.line().contains("/first")) {
                            all.countDown();
                            all.await(10, TimeUnit.SECONDS);
                        }
                        connection.send(TestNode.ok(request.line()));
                    }
                });
                TestGateway gateway = new TestGateway(yaml("", node))) {
            // When
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            send(request(gateway, "/first").HEAD());
            for (int i = 0; i < 20; i++) {
                answers.add(client.sendAsync(request(gateway, "/" + i).build(), BodyHandlers.ofString()));
            }

            // Then
            for (int i = 0; i < 20; i++) {
                HttpResponse<String> answer = answers.get(i).get(20, TimeUnit.SECONDS);
                assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
                assertThat(answer.body()).isEqualTo("GET /" + i + " HTTP/1.1");
            }
            assertThat(gateway.gateway().connections()).isOne();
        }
    }

    @Test
    void relaysBodiesOfKnownAndUnknownLengthBothWays() throws Exception {
        String large = "0123456789abcdef".repeat(200_000);
        try (TestNode node = new TestNode(connection -> {
                    for (var request = connection.readRequest(); request != null; request = connection.readRequest()) {
                        connection.send(TestNode.ok(request.text()));
                    }
                });
                TestGateway gateway = new TestGateway(yaml("", node))) {
            byte[] bytes = large.getBytes(StandardCharsets.UTF_8);

            assertThat(send(request(gateway, "/a").POST(BodyPublishers.ofString(large)))
                            .body())
                    .isEqualTo(large);
            assertThat(send(request(gateway, "/b")
                                    .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))))
                            .body())
                    .isEqualTo(large);
            assertThat(send(request(gateway, "/c")
                                    .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[0]))))
                            .body())
                    .isEmpty();
            assertThat(node.requests().getFirst().header("content-length")).isEqualTo(String.valueOf(bytes.length));
        }
    }

    @Test
    void relaysChunkedAndEmptyAnswers() throws Exception {
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Own: 1\r\n\r\n");
                    connection.send("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
                    connection.readRequest();
                    connection.send("HTTP/1.1 204 No Content\r\n\r\n");
                    connection.readRequest();
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n");
                    connection.readRequest();
                });
                TestGateway gateway = new TestGateway(yaml("", node))) {
            HttpResponse<String> chunked = send(request(gateway, "/chunked"));
            assertThat(chunked.body()).isEqualTo("abcde");
            assertThat(chunked.headers().map())
                    .containsKey("x-own")
                    .doesNotContainKeys("transfer-encoding", "connection");
            assertThat(send(request(gateway, "/none")).statusCode()).isEqualTo(204);
            HttpResponse<String> head = send(request(gateway, "/head").HEAD());
            assertThat(head.headers().firstValue("content-length")).hasValue("17");
            assertThat(head.body()).isEmpty();
        }
    }

    @Test
    void refusesARequestAsOnHttp1AndKeepsTheConnection() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(yaml("limits: { body: 1KiB }", node))) {
            // When
            HttpResponse<String> tooLarge =
                    send(request(gateway, "/a").POST(BodyPublishers.ofString("x".repeat(2000))));
            HttpResponse<String> fine = send(request(gateway, "/b"));

            // Then
            assertThat(tooLarge.statusCode()).isEqualTo(413);
            assertThat(tooLarge.body()).contains("\"type\":");
            assertThat(fine.statusCode()).isEqualTo(200);
            assertThat(gateway.gateway().connections()).isOne();
            assertThat(node.requests()).hasSize(1);
        }
    }

    @Test
    void answersAnUploadOfUnknownLengthThatBecomesTooLarge() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(yaml("limits: { body: 1KiB }", node))) {
            byte[] body = new byte[100_000];

            HttpResponse<String> answer = send(
                    request(gateway, "/a").POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))));

            assertThat(answer.statusCode()).isEqualTo(413);
        }
    }

    @Test
    void endsAStreamWhoseAnswerIsCutOff() throws Exception {
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\nshort");
                });
                TestGateway gateway = new TestGateway(yaml("", node))) {
            CompletableFuture<HttpResponse<String>> answer =
                    client.sendAsync(request(gateway, "/cut").build(), BodyHandlers.ofString());

            assertThat(answer).failsWithin(10, TimeUnit.SECONDS);
            Awaitility.await().until(() -> gateway.gateway().requests() == 0);
            assertThat(gateway.gateway().connections()).isOne();
        }
    }

    @Test
    void answersWhatIsUnderWayBeforeItStops() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    asked.countDown();
                    answer.await(10, TimeUnit.SECONDS);
                    connection.send(TestNode.ok("late"));
                });
                TestGateway gateway = new TestGateway(yaml("", node))) {
            // Given
            var late = client.sendAsync(request(gateway, "/late").build(), BodyHandlers.ofString());
            assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();

            // When
            Thread stop = Thread.ofVirtual().start(gateway.gateway()::close);
            Awaitility.await()
                    .until(() -> refuses(gateway.gateway().address("http").getPort()));
            answer.countDown();

            // Then
            assertThat(late.get(10, TimeUnit.SECONDS).body()).isEqualTo("late");
            stop.join();
        }
    }

    private static boolean refuses(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return !socket.isConnected();
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void closesAConnectionThatWasIdleForTooLong() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(yaml("timeouts: { idle: 300ms }", node))) {
            send(request(gateway, "/"));

            Awaitility.await().until(() -> gateway.gateway().connections() == 0);
        }
    }

    @Test
    void speaksHttp1WithClientsThatChooseIt() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(yaml("", node))) {
            HttpResponse<String> chosen = send(request(gateway, "/").version(HttpClient.Version.HTTP_1_1));
            assertThat(chosen.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            assertThat(chosen.statusCode()).isEqualTo(200);

            try (SSLSocket silent = (SSLSocket)
                    trust.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), gateway.port())) {
                silent.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                assertThat(new String(silent.getInputStream().readNBytes(15), StandardCharsets.UTF_8))
                        .isEqualTo("HTTP/1.1 200 OK");
            }
        }
    }

    @Test
    void endsAConnectionThatResetsItsStreamsRapidly() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(yaml("", node));
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
                TestGateway gateway = new TestGateway(yaml("", node));
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
                TestGateway gateway = new TestGateway(yaml("", node));
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
                TestGateway gateway = new TestGateway(yaml("limits: { streams: 2 }", node));
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
                TestGateway gateway = new TestGateway(yaml("limits: { streams: 2 }", node));
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
                TestGateway gateway = new TestGateway(yaml("", node));
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
}
