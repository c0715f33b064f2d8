package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.JsonEdit;
import io.sluice.api.RequestPlan;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests whose node ends the connection before anything of them was sent. */
class UnsentRequestsTest {

    /** A gateway whose filter reads bodies, so that a short one goes to the node at once when it has ended. */
    private static TestGateway readingBodies(TestNode node, String more) throws Exception {
        TestFilter reading =
                TestFilter.onRequest((head, exchange) -> new RequestPlan.Json(head, at -> JsonEdit.descend()));
        return TestFilter.gateway("", more, node, reading);
    }

    /** Ends each of the first connections, one a permit, with some last bytes; answers on the others. */
    private static TestNode endingTheFirst(int count, Semaphore permits, String last) throws IOException {
        AtomicInteger accepted = new AtomicInteger();
        return new TestNode(connection -> {
            if (accepted.incrementAndGet() <= count) {
                permits.acquire();
                connection.send(last);
                return;
            }
            while (connection.readRequest() != null) {
                connection.send(TestNode.ok("{}"));
            }
        });
    }

    private static void awaitConnection(int number, TestNode node, TestGateway gateway) {
        Awaitility.await()
                .until(() -> node.accepted() == number && gateway.node().inFlight() == 1);
    }

    // A proxy before the nodes may end idle connections sooner than a client sends its body.
    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 408 Request Time-out\r\nconnection: close\r\n\r\n"})
    void takesAnotherConnectionForAWriteOfWhichNothingWasSent(String last) throws Exception {
        Semaphore permits = new Semaphore(0);
        try (TestNode node = endingTheFirst(2, permits, last);
                TestGateway gateway = readingBodies(node, "replay: { attempts: 3, budgetPercent: 0 }");
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST /a/_doc HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\n{\"a\":");
            for (int i = 1; i <= 2; i++) {
                awaitConnection(i, node, gateway);
                permits.release();
            }
            awaitConnection(3, node, gateway);
            client.send("123456}");

            assertThat(client.read().status()).isEqualTo(200);
            assertThat(node.requests())
                    .singleElement()
                    .satisfies(request -> assertThat(request.text()).isEqualTo("{\"a\":123456}"));
            assertThat(gateway.node().health().failuresInARow()).isZero();
            assertThat(gateway.node().health().recoveries()).isZero();
        }
    }

    @Test
    void tellsThatNothingWasSentWhenEachConnectionEndsBeforeTheBody() throws Exception {
        Semaphore permits = new Semaphore(0);
        try (TestNode node = endingTheFirst(2, permits, "");
                TestGateway gateway = readingBodies(node, "replay: { attempts: 2 }");
                RawClient client = new RawClient(gateway.port())) {
            client.send("POST /a/_doc HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\n{\"a\":");
            for (int i = 1; i <= 2; i++) {
                awaitConnection(i, node, gateway);
                permits.release();
            }

            RawClient.Answer answer = client.read();

            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.body()).contains("sluice_upstream_connect");
            assertThat(node.requests()).isEmpty();
        }
    }
}
