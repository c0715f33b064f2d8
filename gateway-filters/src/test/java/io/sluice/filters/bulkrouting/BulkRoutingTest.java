package io.sluice.filters.bulkrouting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ShardCopy;
import io.sluice.testkit.RouterHarness;
import io.sluice.testkit.RouterHarness.Placement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BulkRoutingTest {

    private static final List<String> NODES = List.of("10.0.0.1:9200", "10.0.0.2:9200", "10.0.0.3:9200");

    private final RouterHarness byShard =
            RouterHarness.of(new ShardFactory(), "").index("logs", 6);
    private final RouterHarness byNode = RouterHarness.of(new NodeFactory(), "").index("logs", 6);

    private static String items(int count, String action) {
        return IntStream.range(0, count)
                .mapToObj(i -> action.replace("#", Integer.toString(i)) + "\n{}\n")
                .collect(Collectors.joining());
    }

    @Test
    void makesAGroupForEachShardAtTheNodeThatHoldsIt() {
        List<Placement> placed = byShard.route("/logs/_bulk", items(1000, "{\"index\":{\"_id\":\"#\"}}"));

        assertThat(placed.stream().distinct()).hasSize(6).allSatisfy(group -> {
            ShardCopy copy = (ShardCopy) group.key();
            assertThat(group.node()).isEqualTo(copy.node()).isEqualTo(NODES.get(copy.shard() % 3));
        });
    }

    @Test
    void makesAGroupForEachNode() {
        List<Placement> placed = byNode.route("/logs/_bulk", items(1000, "{\"index\":{\"_id\":\"#\"}}"));

        assertThat(placed.stream().map(Placement::node).distinct()).containsExactlyInAnyOrderElementsOf(NODES);
        assertThat(placed.stream().distinct()).hasSize(3);
    }

    @Test
    void keepsTogetherWhatHasAnIdButNoShardThatCanBeComputed() {
        String mixed = items(500, "{\"index\":{\"_index\":\"unknown#\",\"_id\":\"#\"}}");

        for (RouterHarness router : List.of(byShard, byNode)) {
            List<Placement> placed = router.route("/_bulk", mixed);
            assertThat(placed.stream().distinct())
                    .singleElement()
                    .satisfies(group -> assertThat(group.node()).isNull());
        }
    }

    @Test
    void sendsItemsWithoutIdToOneNodeWhicheverItIs() {
        for (RouterHarness router : List.of(byShard, byNode)) {
            List<Placement> placed = router.route("/logs/_bulk", items(64 * 6, "{\"index\":{}}"));

            assertThat(placed).containsOnly(placed.getFirst());
            assertThat(placed.getFirst().node()).isNull();
        }
    }

    @Test
    void spreadsItemsWithoutIdInRunsWhereTheConfigurationSaysSo() {
        List<Placement> placed =
                RouterHarness.of(new NodeFactory(), "run: 64").route("/logs/_bulk", items(64 * 6, "{\"index\":{}}"));

        assertThat(placed.stream().collect(Collectors.groupingBy(Placement::node, Collectors.counting())))
                .hasSize(3)
                .allSatisfy((node, items) -> assertThat(items).isEqualTo(128));
        assertThat(placed.subList(0, 64)).containsOnly(placed.getFirst());
        assertThat(placed.get(64)).isNotEqualTo(placed.getFirst());
        assertThatThrownBy(() -> RouterHarness.of(new NodeFactory(), "run: -1"))
                .hasMessageContaining("run must be at least 0");
    }

    @Test
    void sendsAnItemWithoutIdToTheShardOfItsRouting() {
        List<Placement> placed = byShard.route("/logs/_bulk", items(10, "{\"index\":{\"routing\":\"r\"}}"));

        assertThat(placed).containsOnly(placed.getFirst());
        assertThat(placed.getFirst().key()).isInstanceOf(ShardCopy.class);
    }
}
