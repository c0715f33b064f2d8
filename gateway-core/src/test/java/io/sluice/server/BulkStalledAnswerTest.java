package io.sluice.server;

import static io.sluice.server.Bulks.await;
import static io.sluice.server.Bulks.gatewayWith;
import static io.sluice.server.Bulks.later;
import static io.sluice.server.Bulks.readUntil;
import static io.sluice.server.Bulks.request;
import static io.sluice.server.Bulks.slotsInUse;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bulks whose node begins to answer before it has its whole part, and never ends that answer. */
@Timeout(120)
@Tag("slow")
class BulkStalledAnswerTest {
    private static final String BEGINNING =
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n" + "content-length: 1000\r\n\r\n{\"took\":1,";
    private static final String ITEM = "{\"index\":{}}\n\"" + "x".repeat(10_000) + "\"\n";

    @Test
    void endsABulkWhoseNodeTakesTheRestOfItAfterTheBeginningOfItsAnswer() throws Exception {
        String body = ITEM.repeat(1600);
        var sent = new AtomicLong();
        var allSent = new CountDownLatch(1);
        try (TestNode node = beginningToAnswer(sent, allSent);
                TestGateway gateway = gatewayWith("    timeouts: { stall: 2s }\n", "", node);
                var socket = gateway.connect()) {
            byte[] request = request(body, body.length());
            later(() -> {
                for (int at = 0; at < request.length; at += 16_384) {
                    socket.getOutputStream().write(request, at, Math.min(16_384, request.length - at));
                    sent.addAndGet(16_384);
                }
                allSent.countDown();
                return null;
            });

            assertThat(readUntil(socket, "}"))
                    .startsWith("HTTP/1.1 504")
                    .contains("\"type\":\"sluice_outcome_unknown\"");
            await(() -> gateway.gateway().requests() == 0 && slotsInUse(gateway) == 0);
        }
    }

    /** A node that begins its answer once the gateway cannot write more, and takes the rest once all of it was sent. */
    private static TestNode beginningToAnswer(AtomicLong sent, CountDownLatch allSent) throws IOException {
        ServerSocket server = new ServerSocket();
        server.setReceiveBufferSize(8192);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return new TestNode(server, connection -> {
            for (var head = connection.readHead(); head != null; head = connection.readHead()) {
                if (head.line().startsWith("GET")) {
                    connection.readBody(head);
                    connection.send(TestNode.ok("{}"));
                } else {
                    awaitStandstill(sent);
                    connection.send(BEGINNING);
                    allSent.await();
                    readToTheEnd(connection);
                }
            }
        });
    }

    private static void awaitStandstill(AtomicLong sent) {
        var before = new AtomicLong(-1);
        Awaitility.await()
                .pollInterval(Duration.ofMillis(300))
                .until(() -> sent.get() > 0 && before.getAndSet(sent.get()) == sent.get());
    }

    private static void readToTheEnd(TestNode.Connection connection) {
        try {
            while (connection.read() >= 0) {
                // What comes is thrown away.
            }
        } catch (IOException e) {
            // Closed with a reset, which is an end as well.
        }
    }
}
