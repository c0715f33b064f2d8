package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A burst of requests on a gateway without any connection to its node: handshakes take time, but no pool overflows. */
class ColdTlsIT {
    private static final int CLIENTS = 100;
    private static final String FOUND = "\"hits\":{\"total\":{\"value\":1,";

    @TempDir
    Path directory;

    @Test
    void answersAHundredSearchesAtOnceOverTlsOnBothSides() throws Exception {
        // Given
        SelfSigned own = new SelfSigned(directory);
        DevCluster cluster = SharedClusters.empty(ServerKind.ELASTICSEARCH_7);
        try (CountingRelay secure = new CountingRelay(
                        cluster.address(0),
                        own.context()
                                .getServerSocketFactory()
                                .createServerSocket(0, 10 * CLIENTS, InetAddress.getLoopbackAddress()));
                HttpClient client = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .sslContext(own.context())
                        .build()) {
            store(client, cluster.address(0));
            Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
            distribution.configure(configuration(own, secure));
            try (RunningGateway gateway = distribution.start()) {
                // When
                URI search = URI.create("https://127.0.0.1:" + gateway.port() + "/logs/_search");
                List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
                for (int i = 0; i < CLIENTS; i++) {
                    answers.add(client.sendAsync(HttpRequest.newBuilder(search).build(), BodyHandlers.ofString()));
                }

                // Then
                for (CompletableFuture<HttpResponse<String>> answer : answers) {
                    assertThat(answer.join().statusCode())
                            .as(answer.join().body())
                            .isEqualTo(200);
                    assertThat(answer.join().body()).contains(FOUND);
                }
            }
        }
    }

    private static void store(HttpClient client, URI node) throws IOException, InterruptedException {
        HttpRequest document = HttpRequest.newBuilder(node.resolve("/logs/_doc/1?refresh=true"))
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"a\":1}"))
                .build();
        assertThat(client.send(document, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
    }

    // acquireTimeout, which applies to full pools, is shorter than a handshake in a newly started JVM. The timeouts of
    // handshakes are long enough for any machine.
    private static String configuration(SelfSigned own, CountingRelay secure) {
        return """
                admin: { enabled: false }
                clusters:
                  primary:
                    nodes: ["https://127.0.0.1:%d"]
                    discovery: { enabled: false }
                    tls: { ca: "%s" }
                    pool: { acquireTimeout: 20ms }
                    timeouts: { connect: 60s }
                flows: { default: { relay: { cluster: primary } } }
                listeners:
                  - name: http
                    bind: "127.0.0.1:0"
                    tls: { certificate: "%s", key: "%s" }
                    timeouts: { handshake: 60s }
                    routes: [{ flow: default }]
                """.formatted(secure.address().getPort(), own.certificate(), own.certificate(), own.key());
    }
}
