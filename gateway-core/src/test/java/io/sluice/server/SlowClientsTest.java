package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that are slow while they hold all connections to a node, beside others who wait for one. */
@Timeout(120)
@Tag("slow")
class SlowClientsTest {
    private static final int CONNECTIONS = 2;
    private static final int LONG = 10_000_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<RawClient> slow = new ArrayList<>();
    private TestNode node;
    private TestGateway gateway;

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(this::serve);
        gateway = TestGateway.before(
                "    pool: { maxConnectionsPerNode: " + CONNECTIONS + ", acquireTimeout: 40s }\n", node);
    }

    @AfterEach
    void stop() throws Exception {
        for (RawClient client : slow) {
            client.close();
        }
        gateway.close();
        node.close();
    }

    private void serve(TestNode.Connection connection) throws IOException {
        for (var head = connection.readHead(); head != null; head = connection.readHead()) {
            connection.readBody(head);
            connection.send(TestNode.ok(head.line().startsWith("GET /long") ? "y".repeat(LONG) : "{}"));
        }
    }

    private void beginAll(String request) throws Exception {
        for (int i = 0; i < CONNECTIONS; i++) {
            slow.add(new RawClient(gateway.port()).send(request));
        }
        await().atMost(PATIENCE).until(() -> inFlight() == CONNECTIONS);
    }

    private int inFlight() {
        return gateway.node().inFlight();
    }

    private void beginUploads() throws Exception {
        beginAll("PUT /a/_doc/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n{\"v\":\"" + "x".repeat(100_000));
    }

    /** One byte now and then is enough for {@code timeouts.body}. */
    private void trickleUntil(Future<?> done, int bytes) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> {
            for (RawClient client : slow) {
                try {
                    client.send("x".repeat(bytes));
                } catch (IOException e) {
                    // The gateway has closed it.
                    assertThat(e).isNotNull();
                }
            }
            return done.isDone();
        });
    }

    /** As many give way as others need. */
    private RawClient firstAnswered() throws IOException {
        for (RawClient client : slow) {
            if (client.hasAnswer()) {
                return client;
            }
        }
        throw new AssertionError("nobody gave way");
    }

    @Test
    void anUploadThatHardlyGoesOnGivesWay() throws Exception {
        beginUploads();

        Future<HttpResponse<String>> other = Bulks.later(() -> gateway.get("/"));
        trickleUntil(other, 1);

        assertThat(other.get().statusCode()).as(other.get().body()).isEqualTo(200);
        RawClient.Answer answer = firstAnswered().read();
        assertThat(answer.status()).isEqualTo(408);
        assertThat(answer.body()).contains("too slow while others wait for its connection to the node");
    }

    @Test
    void anUploadThatGoesOnKeepsItsConnection() throws Exception {
        beginUploads();

        Future<HttpResponse<String>> other = Bulks.later(() -> gateway.get("/"));
        long end = System.nanoTime() + Duration.ofSeconds(8).toNanos();
        new SteadyPace(Duration.ofMillis(50)).until(() -> {
            for (RawClient client : slow) {
                client.send("x".repeat(5_000));
            }
            return System.nanoTime() > end;
        });

        assertThat(other).isNotDone();
        for (RawClient client : slow) {
            client.close();
        }
        assertThat(other.get().statusCode()).isEqualTo(200);
    }

    @Test
    void aSlowUploadIsLetBeWhileNobodyWaits() throws Exception {
        beginUploads();
        long end = System.nanoTime() + Duration.ofSeconds(9).toNanos();
        await().atMost(PATIENCE).until(() -> System.nanoTime() > end);

        assertThat(inFlight()).isEqualTo(CONNECTIONS);
        for (RawClient client : slow) {
            client.send("x".repeat(1_000_000 - 100_006));
            assertThat(client.read().status()).isEqualTo(200);
        }
    }

    @Test
    void aClientThatTakesNothingOfItsAnswerGivesWay() throws Exception {
        beginAll("GET /long HTTP/1.1\r\nHost: a\r\n\r\n");

        assertThat(gateway.get("/").statusCode()).isEqualTo(200);
    }
}
