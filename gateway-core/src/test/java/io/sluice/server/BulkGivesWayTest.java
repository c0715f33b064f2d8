package io.sluice.server;

import static io.sluice.server.Bulks.await;
import static io.sluice.server.Bulks.bulk;
import static io.sluice.server.Bulks.gatewayWith;
import static io.sluice.server.Bulks.ids;
import static io.sluice.server.Bulks.later;
import static io.sluice.server.Bulks.names;
import static io.sluice.server.Bulks.request;
import static io.sluice.server.Bulks.slotsInUse;
import static io.sluice.server.Bulks.withIds;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bulks whose clients are slow, beside others who wait for their slots. */
@Timeout(120)
@Tag("slow")
class BulkGivesWayTest {
    private static final String ONE_AT_A_TIME = "    bulkConcurrency: { initial: 1, max: 1 }\n";
    private static final int ITEMS = 400;

    @Test
    void sendsWhatCameAndLetsOthersThrough() throws Exception {
        try (TestNode node = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gatewayWith(ONE_AT_A_TIME, "queueTimeout: 60s", node);
                RawClient slow = new RawClient(gateway.port())) {
            String body = withIds(0, ITEMS);
            String begin = withIds(0, 100);
            slow.send(request(begin, body.length()));
            await(() -> slotsInUse(gateway) == 1);

            // When
            List<Future<HttpResponse<String>>> others = List.of(
                    later(() -> bulk(gateway, withIds(1_000, 1_100))),
                    later(() -> bulk(gateway, withIds(2_000, 2_100))));
            AtomicInteger sent = new AtomicInteger(100);
            await(() -> {
                String item = withIds(sent.get(), sent.incrementAndGet());
                slow.send(item.getBytes(StandardCharsets.UTF_8));
                return sent.get() == ITEMS - 1 || others.stream().allMatch(Future::isDone);
            });

            // Then
            assertThat(ids(others.getFirst().get().body())).isEqualTo(names(1_000, 1_100));
            assertThat(ids(others.getLast().get().body())).isEqualTo(names(2_000, 2_100));
            assertThat(sent.get()).as("the slow one is not over").isLessThan(ITEMS - 1);
            slow.send(withIds(sent.get(), ITEMS).getBytes(StandardCharsets.UTF_8));
            RawClient.Answer answer = slow.read();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).contains("\"errors\":false");
            assertThat(ids(answer.body())).isEqualTo(names(0, ITEMS));
            List<String> first = BulkNode.ids(BulkNode.bulks(node).getFirst().text());
            assertThat(first).startsWith("document0", "document1").hasSizeLessThan(ITEMS);
            await(() -> gateway.gateway().requests() == 0 && slotsInUse(gateway) == 0);
        }
    }

    @Test
    void endsABulkThatStaysWithinAnItemWhileOthersWait() throws Exception {
        try (TestNode node = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gatewayWith(ONE_AT_A_TIME, "queueTimeout: 10s", node);
                RawClient slow = new RawClient(gateway.port())) {
            String begin = withIds(0, 100) + "{\"index\":{}}\n{\"a\":\"";
            slow.send(request(begin, 1 << 20));
            await(() -> slotsInUse(gateway) == 1);

            HttpResponse<String> other = bulk(gateway, withIds(1_000, 1_100));

            assertThat(ids(other.body())).isEqualTo(names(1_000, 1_100));
            RawClient.Answer answer = slow.read();
            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.body()).contains("comes too slowly while other bulks wait");
            assertThat(BulkNode.bulks(node)).hasSize(1);
            await(() -> gateway.gateway().requests() == 0 && slotsInUse(gateway) == 0);
        }
    }

    @Test
    void letsASlowClientTakeItsTimeWhileNobodyWaits() throws Exception {
        try (TestNode node = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gatewayWith(ONE_AT_A_TIME, "", node);
                RawClient slow = new RawClient(gateway.port())) {
            String body = withIds(0, ITEMS);
            slow.send(request(withIds(0, 100), body.length()));
            AtomicInteger sent = new AtomicInteger(100);
            await(() -> {
                String item = withIds(sent.get(), sent.incrementAndGet());
                slow.send(item.getBytes(StandardCharsets.UTF_8));
                return sent.get() == ITEMS;
            });

            assertThat(ids(slow.read().body())).isEqualTo(names(0, ITEMS));
            assertThat(BulkNode.bulks(node)).hasSize(1);
        }
    }
}
