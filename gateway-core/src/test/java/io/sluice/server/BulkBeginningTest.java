package io.sluice.server;

import static io.sluice.server.Bulks.await;
import static io.sluice.server.Bulks.slotsInUse;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever a bulk begins with, in whatever pieces it comes, and whenever nodes refuse it: the client gets an answer.
 * {@code -Dsluice.beginnings.bulks} is how many bulks are drawn for each of 72 settings.
 */
@Tag("slow")
class BulkBeginningTest {
    private static final long SEED = Long.getLong("sluice.beginnings.seed", 1);
    private static final int BULKS = Integer.getInteger("sluice.beginnings.bulks", 6);

    @Test
    void answersABulkWhoseFirstItemComesAfterSplittingBegan() throws Exception {
        try (ModelCluster cluster = new ModelCluster(3);
                TestGateway gateway = gateway("256KiB", "", cluster);
                Socket socket = gateway.connect()) {
            String blank = "\n".repeat(300_000);
            String items = Bulks.withIds(0, 200);
            socket.getOutputStream().write(Bulks.request(blank, blank.length() + items.length()));
            await(() -> slotsInUse(gateway) > 0);
            socket.getOutputStream().write(items.getBytes(UTF_8));

            assertThat(Bulks.readUntil(socket, "\r\n\r\n")).startsWith("HTTP/1.1 200 OK");
        }
    }

    @Test
    void answersABulkOfWhichOneByteIsEnoughToBegin() throws Exception {
        try (ModelCluster cluster = new ModelCluster(3);
                TestGateway gateway = gateway("1B", "", cluster);
                Socket socket = gateway.connect()) {
            String items = Bulks.withIds(0, 200);
            socket.getOutputStream().write(Bulks.request("{", items.length()));
            await(() -> slotsInUse(gateway) > 0);
            socket.getOutputStream().write(items.substring(1).getBytes(UTF_8));

            assertThat(Bulks.readUntil(socket, "\r\n\r\n")).startsWith("HTTP/1.1 200 OK");
        }
    }

    /** What nodes do instead of reading a bulk. */
    enum Refusal {
        NONE,
        STATUS_401,
        STATUS_413,
        STATUS_429,
        STATUS_503,
        RESULTS_OF_NOTHING,
        CLOSED,
        RESET
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "splitBytes: 2KiB, ", "atomic: true, "})
    void answersInAllPiecesWithAllNamesAndRefusals(String more) throws Exception {
        Random random = new Random(SEED);
        for (String minBytes : List.of("1B", "100B", "4KiB")) {
            try (ModelCluster cluster = new ModelCluster(3).index("known", 7).alias("alias", "known");
                    TestGateway gateway = gateway(minBytes, more, cluster)) {
                awaitKnown(gateway);
                for (Refusal refusal : Refusal.values()) {
                    cluster.behave((connection, node) -> refuse(refusal, connection, node, random.nextInt(3)));
                    answersAll(gateway, random, "minBytes " + minBytes + ", " + more + refusal);
                }
            }
        }
    }

    private static void answersAll(TestGateway gateway, Random random, String setting) throws IOException {
        for (int number = 0; number < BULKS; number++) {
            String body = body(random);
            assertThat(send(gateway, body, random))
                    .as("-Dsluice.beginnings.seed=%d, %s, bulk %d of %d bytes", SEED, setting, number, body.length())
                    .startsWith("HTTP/1.1 ");
        }
        await(() -> gateway.gateway().requests() == 0 && slotsInUse(gateway) == 0);
    }

    private static void awaitKnown(TestGateway gateway) {
        String body =
                "{\"index\":{\"_index\":\"known\",\"_id\":\"a\"}}\n{}\n{\"index\":{\"_index\":\"alias\",\"_id\":\"b\"}}\n{}\n";
        await(() -> {
            Bulks.bulk(gateway, "/_bulk", body.repeat(200));
            return gateway.meters().get("sluice.bulk.split").counter().count() > 0;
        });
    }

    private static boolean refuse(Refusal refusal, TestNode.Connection connection, int node, int draw)
            throws IOException {
        // One of three nodes, or a third of all requests.
        if (refusal == Refusal.NONE || node > 0 && draw > 0) {
            return false;
        }
        switch (refusal) {
            case STATUS_401, STATUS_413, STATUS_429, STATUS_503 ->
                connection.send("HTTP/1.1 " + refusal.name().substring(7)
                        + " No\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}");
            case RESULTS_OF_NOTHING -> connection.send(TestNode.ok("{\"took\":1,\"errors\":false,\"items\":[]}"));
            case RESET -> connection.reset();
            default -> {}
        }
        return true;
    }

    /** A bulk that begins with anything, and may be malformed. */
    private static String body(Random random) {
        StringBuilder body = new StringBuilder();
        int items = random.nextInt(60);
        blank(random, body);
        for (int i = 0; i < items; i++) {
            String name = List.of("known", "alias", "unknown", "other", "<math-{now/d}>")
                    .get(random.nextInt(5));
            String id = random.nextInt(3) == 0 ? "" : ",\"_id\":\"" + random.nextInt(20) + "\"";
            body.append("{\"index\":{\"_index\":\"")
                    .append(name)
                    .append('"')
                    .append(id)
                    .append("}}\n{}\n");
            blank(random, body);
        }
        switch (random.nextInt(8)) {
            case 0 -> body.append("{\"index\":\n");
            case 1 -> body.append("{\"delete\":{}}\n");
            case 2 -> body.setLength(Math.max(0, body.length() - 1));
            default -> {}
        }
        return body.toString();
    }

    private static void blank(Random random, StringBuilder body) {
        if (random.nextInt(6) == 0) {
            body.append("\n".repeat(random.nextInt(6_000)));
        }
    }

    private static String send(TestGateway gateway, String body, Random random) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
            socket.setSoTimeout(20_000);
            socket.setTcpNoDelay(true);
            String head =
                    "POST /_bulk HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-ndjson\r\nconnection: close\r\n"
                            + "content-length: " + bytes.length + "\r\n\r\n";
            try {
                socket.getOutputStream().write(head.getBytes(UTF_8));
                int from = 0;
                for (int to : cuts(bytes.length, random)) {
                    socket.getOutputStream().write(bytes, from, to - from);
                    from = to;
                    LockSupport.parkNanos(random.nextInt(3) * 1_000_000L);
                }
            } catch (SocketException answered) {
                // The gateway has answered already and closed the connection; the answer is there to be read.
            }
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static List<Integer> cuts(int length, Random random) {
        List<Integer> cuts = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0 && length > 0; i--) {
            cuts.add(random.nextBoolean() ? Math.min(length, random.nextInt(8)) : random.nextInt(length));
        }
        cuts.add(length);
        return cuts.stream().sorted().toList();
    }

    private static TestGateway gateway(String minBytes, String more, ModelCluster cluster) throws Exception {
        return Bulks.gatewayOf(
                "",
                "bulk: { groupBy: test, minItems: 1, minBytes: " + minBytes + ", " + more + "retry: { pause: 1ms } }",
                TestRouter.byShard(),
                cluster.nodes());
    }
}
