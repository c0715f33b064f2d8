package io.sluice.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.bulk.hash.RoutingHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardRouterTest {

    @ParameterizedTest
    @CsvSource({
        "sEERfFzPSI, 8, 8, 1",
        "cNRiIrjzYd, 8, 8, 7",
        "BgfLBXUyWT, 8, 8, 5",
        "cnepjZhQnb, 8, 8, 3",
        "OKCmuYkeCK, 8, 8, 6",
        "DGJOYrpESx, 8, 8, 4",
        "KXuNWWNgVj, 8, 8, 2",
        "hswhrppvDH, 8, 8, 0",
        "hello, 640, 5, 4",
        "hello, 768, 3, 2",
        "hello, 5, 5, 1",
        "hello, 8, 8, 1",
        "hell, 640, 5, 1",
        "hell, 5, 5, 0"
    })
    void choosesElasticsearchsShard(String text, int routingShards, int shards, int shard) {
        assertThat(new ShardRouter(shards, routingShards, 1).shard(RoutingHash.of(text)))
                .isEqualTo(shard);
    }

    @ParameterizedTest
    @CsvSource({
        "3, 8, 4, a, 1 2 2 2 1 2",
        "3, 8, 4, b, 0 0 0 0 3 3",
        "3, 8, 4, c, 1 1 0 0 0 1",
        "3, 8, 4, d, 2 2 3 3 3 3",
        "2, 6, 6, a, 3 2 2 3",
        "2, 6, 6, b, 5 0 0 0",
        "2, 6, 6, c, 4 4 3 4",
        "2, 6, 6, d, 3 4 4 4"
    })
    void choosesElasticsearchsShardOfAPartition(
            int partitionSize, int routingShards, int shards, String routing, String expected) {
        ShardRouter router = new ShardRouter(shards, routingShards, partitionSize);

        String[] found = new String[expected.split(" ").length];
        for (int i = 0; i < found.length; i++) {
            int id = RoutingHash.of(routing + "_" + i);
            found[i] = Integer.toString(router.shard(RoutingHash.of(routing), id));
        }
        assertThat(String.join(" ", found)).isEqualTo(expected);
    }

    @Test
    void wrapsWhereTheSumOfTheHashesOverflows() {
        ShardRouter router = new ShardRouter(4, 8, 3);

        assertThat(router.shard(Integer.MAX_VALUE, 2)).isEqualTo(Math.floorMod(Integer.MIN_VALUE + 1, 8) / 2);
    }

    @ParameterizedTest
    @CsvSource({"0,8,1", "3,8,1", "8,4,1", "4,8,0"})
    void refusesNumbersThatNoIndexHas(int shards, int routingShards, int partitionSize) {
        assertThatThrownBy(() -> new ShardRouter(shards, routingShards, partitionSize))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
