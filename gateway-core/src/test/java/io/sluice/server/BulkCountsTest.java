package io.sluice.server;

import static io.sluice.server.Bulks.await;
import static io.sluice.server.Bulks.bulk;
import static io.sluice.server.Bulks.gateway;
import static io.sluice.server.Bulks.items;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import org.junit.jupiter.api.Test;

/** What is counted of bulks that are split. */
class BulkCountsTest {
    private static TestNode resetting() throws Exception {
        return new TestNode(connection -> {
            if (BulkNode.readBulk(connection) != null) {
                connection.reset();
            }
        });
    }

    private static double count(TestGateway gateway, String name, String... tags) {
        return gateway.meters().find(name).tags(tags).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    @Test
    void countsItemsWithoutResultsAsFailed() throws Exception {
        try (TestNode one = resetting();
                TestNode two = resetting();
                TestGateway gateway = gateway("", one, two)) {
            var response = bulk(gateway, items(0, 1000));

            assertThat(response.statusCode()).isEqualTo(504);
            await(() -> count(gateway, "sluice.bulk.split") == 1);
            assertThat(count(gateway, "sluice.bulk.items", "outcome", "failed")).isEqualTo(1000);
            assertThat(count(gateway, "sluice.bulk.items", "outcome", "ok")).isZero();
            assertThat(count(gateway, "sluice.bulk.node.items")).isEqualTo(1000);
        }
    }

    @Test
    void countsItemsThatAllNodesRefuseAsFailed() throws Exception {
        String refusal = "HTTP/1.1 401 Unauthorized\r\ncontent-length: 2\r\n\r\n{}";
        try (TestNode one = BulkNode.answering((number, connection, answer) -> connection.send(refusal));
                TestGateway gateway = gateway("", one)) {
            var response = bulk(gateway, items(0, 200));

            assertThat(response.statusCode()).isEqualTo(401);
            await(() -> count(gateway, "sluice.bulk.split") == 1);
            assertThat(count(gateway, "sluice.bulk.items", "outcome", "failed")).isEqualTo(200);
            assertThat(count(gateway, "sluice.bulk.items", "outcome", "ok")).isZero();
        }
    }

    @Test
    void countsNothingOfABulkThatIsRefusedBeforeItIsSent() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", one)) {
            var response = bulk(gateway, items(0, 5) + "{\"nonsense\":{}}\n{}\n" + items(5, 200));

            assertThat(response.statusCode()).isEqualTo(400);
            await(() -> gateway.gateway().requests() == 0);
            assertThat(BulkNode.bulks(one)).isEmpty();
            assertThat(count(gateway, "sluice.bulk.split")).isZero();
            assertThat(count(gateway, "sluice.bulk.items")).isZero();
            assertThat(count(gateway, "sluice.bulk.bytes")).isZero();
            assertThat(count(gateway, "sluice.bulk.node.items")).isZero();
            assertThat(count(gateway, "sluice.bulk.node.bytes")).isZero();
        }
    }

    @Test
    void countsItemsForTheNodeThatGotThem() throws Exception {
        TestNode gone = BulkNode.answering(BulkNode.CREATED);
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", one, gone)) {
            gone.close();
            var response = bulk(gateway, items(0, 200));

            assertThat(response.statusCode()).isEqualTo(200);
            await(() -> count(gateway, "sluice.bulk.split") == 1);
            assertThat(count(gateway, "sluice.bulk.items", "outcome", "ok")).isEqualTo(200);
            assertThat(count(gateway, "sluice.bulk.node.items", "node", "127.0.0.1:" + one.port()))
                    .isEqualTo(200);
            assertThat(count(gateway, "sluice.bulk.node.items", "node", "127.0.0.1:" + gone.port()))
                    .isZero();
        }
    }

    @Test
    void endsTheCountsOfAFlowThatSplitsNoMore() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", one)) {
            bulk(gateway, items(0, 200));
            await(() -> count(gateway, "sluice.bulk.node.items", "flow", "default") == 200);

            gateway.change(Bulks.yaml("", "bulk: { groupBy: none }", one));

            await(() ->
                    gateway.meters().find("sluice.bulk.node.items").counters().isEmpty());
            assertThat(gateway.meters().find("sluice.bulk.node.bytes").counters())
                    .isEmpty();
        }
    }
}
