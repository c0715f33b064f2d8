package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
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

    private static Http2Certificate certificate;
    private static SSLContext trust;
    private static HttpClient client;

    @BeforeAll
    static void issue() throws Exception {
        certificate = Http2Certificate.issue(files);
        trust = certificate.trust();
        client = HttpClient.newBuilder().sslContext(trust).build();
    }

    @AfterAll
    static void close() {
        client.close();
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
                TestGateway gateway = new TestGateway(certificate.yaml("", node))) {
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
                TestGateway gateway = new TestGateway(certificate.yaml("", node))) {
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
                TestGateway gateway = new TestGateway(certificate.yaml("", node))) {
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
                TestGateway gateway = new TestGateway(certificate.yaml("limits: { body: 1KiB }", node))) {
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
                TestGateway gateway = new TestGateway(certificate.yaml("limits: { body: 1KiB }", node))) {
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
                TestGateway gateway = new TestGateway(certificate.yaml("", node))) {
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
                TestGateway gateway = new TestGateway(certificate.yaml("", node))) {
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

    @Test
    void endsAConnectionOfHttp1WhoseHandshakeWasUnderWayAsItStopped() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(certificate.yaml("", node).replace("drain: 2s", "drain: 60s"));
                SSLSocket idle = (SSLSocket) trust.getSocketFactory().createSocket("localhost", gateway.port())) {
            idle.setSoTimeout(10_000);
            Awaitility.await().until(() -> gateway.gateway().connections() == 1);
            int port = gateway.port();

            // When
            Thread stop = Thread.ofVirtual().start(gateway.gateway()::close);
            Awaitility.await().until(() -> refuses(port));
            idle.startHandshake();

            // Then
            assertThat(idle.getInputStream().read()).isEqualTo(-1);
            assertThat(stop.join(Duration.ofSeconds(30))).isTrue();
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
                TestGateway gateway = new TestGateway(certificate.yaml("timeouts: { idle: 300ms }", node))) {
            send(request(gateway, "/"));

            Awaitility.await().until(() -> gateway.gateway().connections() == 0);
        }
    }

    @Test
    void speaksHttp1WithClientsThatChooseIt() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(certificate.yaml("", node))) {
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
}
