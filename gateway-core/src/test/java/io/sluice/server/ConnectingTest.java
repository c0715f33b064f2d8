package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How long opening a connection to a node takes, and how it fails, is one thing; a pool that is full is another. */
@Tag("slow")
class ConnectingTest {
    private static final int PARALLEL = 100;

    /** A name that no resolver can even ask for. */
    private static final String IMPOSSIBLE = "a".repeat(70) + ".invalid";

    private static TestGateway before(String more, String... nodes) throws Exception {
        return new TestGateway(TestGateway.yaml(
                "", "nodes: [" + String.join(", ", nodes) + "]\n    discovery: { enabled: false }\n    " + more));
    }

    private static List<Integer> statusesOf(TestGateway gateway) throws Exception {
        List<CompletableFuture<HttpResponse<String>>> running = new ArrayList<>();
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (int i = 0; i < PARALLEL; i++) {
                running.add(client.sendAsync(
                        gateway.request("/logs/_search").build(), HttpResponse.BodyHandlers.ofString()));
            }
            List<Integer> statuses = new ArrayList<>();
            for (var response : running) {
                statuses.add(response.get(60, TimeUnit.SECONDS).statusCode());
            }
            return statuses;
        }
    }

    @Test
    void tells503WhereANodesNameFailsAtOnce() throws Exception {
        try (TestGateway gateway = before("", "http://" + IMPOSSIBLE + ":9200")) {
            var response = gateway.get("/");
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.body()).contains("sluice_no_upstream", IMPOSSIBLE);
        }
    }

    @Test
    void answersEveryRequestThatComesWhileANameFails() throws Exception {
        try (TestGateway gateway = before("", "http://" + IMPOSSIBLE + ":9200")) {
            assertThat(statusesOf(gateway)).containsOnly(503);
        }
    }

    @Test
    void takesAnotherNodeWhereANameFailsAtOnce() throws Exception {
        try (TestNode alive = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = before("", "http://" + IMPOSSIBLE + ":9200", alive.address())) {
            assertThat(statusesOf(gateway)).containsOnly(200);
        }
    }

    @Test
    void aHandshakeThatTakesItsTimeIsNotAFullPool() throws Exception {
        CountDownLatch mayShake = new CountDownLatch(1);
        try (TlsNode node = new TlsNode(connection -> {
                    mayShake.await();
                    while (connection.readRequest() != null) {
                        connection.send(TestNode.ok("{}"));
                    }
                });
                TestGateway gateway = before(
                        "pool: { acquireTimeout: 200ms }\n    timeouts: { connect: 60s }\n    tls: { verify: false }",
                        node.address())) {
            CompletableFuture<List<Integer>> statuses = CompletableFuture.supplyAsync(() -> {
                try {
                    return statusesOf(gateway);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThatThrownBy(() -> statuses.get(1, TimeUnit.SECONDS))
                    .as("several times the wait for a free connection")
                    .isInstanceOf(TimeoutException.class);
            mayShake.countDown();
            assertThat(statuses.get(60, TimeUnit.SECONDS)).containsOnly(200);
        }
    }

    @Test
    void aHandshakeThatNeverEndsIsNoNodeAndNotAFullPool() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
                TestGateway gateway = before(
                        "pool: { acquireTimeout: 100ms }\n    timeouts: { connect: 700ms }\n    tls: { verify: false }",
                        "https://127.0.0.1:" + silent.getLocalPort())) {
            assertThat(statusesOf(gateway)).containsOnly(503);
        }
    }
}
