package io.sluice.server;

import static io.sluice.server.Bulks.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Items with one id are executed in the client's order, whatever their names and routings mean to the nodes by then: every name may
 * have become another name of every index. {@code -Dsluice.order.bulks} is how many bulks are drawn for each setting.
 */
@Tag("slow")
class BulkOrderTest {
    private static final long SEED = Long.getLong("sluice.order.seed", 1);
    private static final int BULKS = Integer.getInteger("sluice.order.bulks", 20);
    private static final int IDS = 40;

    private final Random random = new Random(SEED);

    @ParameterizedTest
    @ValueSource(strings = {"", "splitBytes: 3KiB, ", "maxSubrequests: 12, ", "maxSubrequests: 2, ", "atomic: true, "})
    void executesItemsWithOneIdInTheirOrder(String more) throws Exception {
        try (ModelCluster cluster = new ModelCluster(3)
                        .index("one", 7)
                        .index("two", 3)
                        .index("three3", 12)
                        .alias("alias", "one");
                TestGateway gateway = gateway(more, cluster)) {
            await(() -> {
                Bulks.bulk(gateway, "/_bulk", all());
                return gateway.meters().get("sluice.bulk.split").counter().count() > 0;
            });
            for (int number = 0; number < BULKS; number++) {
                cluster.forgetExecuted();
                Random dice = new Random(random.nextLong());
                cluster.busyFor(source -> number(source) % 11 == 0 && dice.nextInt(3) > 0);
                int items = send(gateway, 30 + random.nextInt(400));
                assertOrder(cluster, items, "-Dsluice.order.seed=" + SEED + ", bulk " + number + ", " + more);
            }
        }
    }

    @Test
    void beginsAnotherRoundWhereMoreIdsComeThanAreNoted() throws Exception {
        int ids = 150_000;
        try (ModelCluster cluster = new ModelCluster(3).index("one", 7).index("two", 3);
                TestGateway gateway = gateway("", cluster)) {
            StringBuilder body = new StringBuilder();
            for (int i = 0; i < ids + 1_000; i++) {
                String name = i % 2 == 0 ? "one" : "two";
                body.append("{\"index\":{\"_index\":\"%s\",\"_id\":\"%d\"}}%n{\"n\":%d}%n".formatted(name, i % ids, i));
            }
            assertThat(Bulks.bulk(gateway, "/_bulk", body.toString()).body()).contains("\"errors\":false");

            assertOrder(cluster, ids, "many ids");
            assertThat(gateway.meters().get("sluice.bulk.rounds").counter().count())
                    .isEqualTo(2);
            assertThat(gateway.meters()
                            .get("sluice.bulk.items.misplaced")
                            .counter()
                            .count())
                    .isLessThan(1_000);
        }
    }

    private static String all() {
        return "{\"index\":{\"_index\":\"one\",\"_id\":\"a\"}}\n{}\n{\"index\":{\"_index\":\"two\",\"_id\":\"b\"}}\n{}\n"
                + "{\"index\":{\"_index\":\"three3\",\"_id\":\"b\"}}\n{}\n"
                + "{\"index\":{\"_index\":\"alias\",\"_id\":\"c\"}}\n{}\n".repeat(100);
    }

    private void assertOrder(ModelCluster cluster, int items, String as) {
        Map<String, List<ModelCluster.Executed>> byId = new HashMap<>();
        List<ModelCluster.Executed> executed = new ArrayList<>(cluster.executed());
        assertThat(executed).as(as).hasSizeGreaterThan(items * 3 / 4);
        executed.sort((one, other) -> Integer.compare(number(one.source()), number(other.source())));
        for (ModelCluster.Executed item : executed) {
            byId.computeIfAbsent(item.id(), id -> new ArrayList<>()).add(item);
        }
        byId.remove("drawn");
        byId.forEach((id, chain) -> {
            for (int i = 1; i < chain.size(); i++) {
                assertThat(chain.get(i - 1).isBefore(chain.get(i)))
                        .as("%s: %s is before %s", as, chain.get(i - 1), chain.get(i))
                        .isTrue();
            }
        });
    }

    private static int number(String source) {
        return Integer.parseInt(source, 5, source.length() - 1, 10);
    }

    private int send(TestGateway gateway, int items) throws Exception {
        StringBuilder body = new StringBuilder();
        // Some bulks begin with one name, some have one name only.
        List<String> all = List.of("one", "alias", "two", "three3", "unknown", "<math-{now/d}>");
        int first = random.nextInt(3) * items / 2;
        String only = all.get(random.nextInt(all.size()));
        boolean routed = random.nextBoolean();
        for (int i = 0; i < items; i++) {
            String name = i < first ? only : all.get(random.nextInt(random.nextBoolean() ? 2 : all.size()));
            String id = random.nextInt(8) == 0 ? "" : ",\"_id\":\"" + random.nextInt(IDS) + "\"";
            String routing = routed && random.nextInt(3) == 0 ? ",\"routing\":\"r" + random.nextInt(5) + "\"" : "";
            body.append("{\"index\":{\"_index\":\"%s\"%s%s}}%n{\"n\":%d}%n".formatted(name, id, routing, i));
        }
        byte[] bytes = body.toString().getBytes(UTF_8);
        try (Socket socket = gateway.connect()) {
            String head =
                    "POST /_bulk HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-ndjson\r\nconnection: close\r\n"
                            + "content-length: " + bytes.length + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(UTF_8));
            int cut = random.nextInt(bytes.length);
            socket.getOutputStream().write(bytes, 0, cut);
            if (random.nextBoolean()) {
                await(() -> cut < 1024
                        || Bulks.slotsInUse(gateway) > 0
                        || gateway.gateway().requests() == 1);
            }
            socket.getOutputStream().write(bytes, cut, bytes.length - cut);
            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 200");
        }
        return items;
    }

    private static TestGateway gateway(String more, ModelCluster cluster) throws Exception {
        return Bulks.gatewayOf(
                "",
                "bulk: { groupBy: test, minBytes: 512B, minItems: 2, " + more + "retry: { attempts: 5, pause: 1ms } }",
                TestRouter.byShard(),
                cluster.nodes());
    }
}
