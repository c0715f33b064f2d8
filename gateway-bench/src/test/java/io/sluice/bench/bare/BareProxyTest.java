package io.sluice.bench.bare;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.stub.StubOptions;
import io.sluice.bench.stub.StubServer;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BareProxyTest {
    private static final String BULK = "{\"index\":{\"_index\":\"logs\",\"_id\":\"a\"}}\n{\"n\":1}\n";

    private StubServer stub;
    private BareProxy proxy;

    @BeforeEach
    void start() throws InterruptedException {
        stub = StubServer.start(StubOptions.local(1, List.of("logs"), 1));
        InetSocketAddress upstream = stub.cluster().nodes().get(0).address();
        proxy = BareProxy.start(new InetSocketAddress("127.0.0.1", 0), upstream, 1);
    }

    @AfterEach
    void stop() {
        proxy.close();
        stub.close();
    }

    @Test
    void relaysLargeBodiesBothWaysOverOneUpstreamConnection() throws Exception {
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            URI uri = URI.create("http://127.0.0.1:" + proxy.address().getPort() + "/_bulk");
            for (int i = 0; i < 3; i++) {
                HttpRequest request = HttpRequest.newBuilder(uri)
                        .POST(HttpRequest.BodyPublishers.ofString(BULK.repeat(20_000)))
                        .build();
                HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
                assertThat(response.statusCode()).isEqualTo(200);
                assertThat(response.body()).hasSizeGreaterThan(20_000 * 100).endsWith("]}");
            }
        }
        assertThat(stub.cluster().nodes().get(0).counters().connectionsOpened().sum())
                .isEqualTo(1);
        assertThat(stub.cluster().nodes().get(0).counters().documents().sum()).isEqualTo(60_000);
    }

    @Test
    void answersPipelinedRequestsInOrder() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", proxy.address().getPort())) {
            String requests = "GET /_count HTTP/1.1\r\nHost: x\r\n\r\nHEAD /logs/_doc/1 HTTP/1.1\r\nHost: x\r\n\r\n"
                    + "GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));

            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);

            assertThat(answers).containsSubsequence("\"count\":", "content-length: 1024", "index_not_found");
        }
    }
}
