package io.sluice.bench.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StubIndexTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1024",
        "2, 1024",
        "3, 768",
        "4, 1024",
        "5, 640",
        "6, 768",
        "7, 896",
        "8, 1024",
        "9, 576",
        "10, 640",
        "12, 768",
        "16, 1024",
        "30, 960",
        "32, 1024",
        "33, 528",
        "100, 800",
        "512, 1024",
        "513, 1026",
        "1024, 2048"
    })
    void hasElasticsearchsDefaultRoutingShards(int shards, int routingNumShards) {
        assertThat(StubIndex.routingNumShards(shards)).isEqualTo(routingNumShards);
    }

    @ParameterizedTest
    @CsvSource({"hello, 5, 4", "hello, 3, 2", "hell, 5, 1"})
    void placesDocumentsAsElasticsearchDoes(String id, int shards, int expected) {
        StubIndex index = new StubIndex("test", 0, new StubIndex.Shape(shards, 1), 1);

        assertThat(index.shardOf(Murmur3.hash(id))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1, 3", "4, 3", "30, 3", "33, 5", "1024, 7"})
    void findsTheNodeOfAHashThatItsShardIsOn(int shards, int nodes) {
        StubIndex index = new StubIndex("test", 2, new StubIndex.Shape(shards, 1), nodes);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            int hash = random.nextInt();
            assertThat(index.nodeOfHash(hash)).as("seed %d", seed).isEqualTo(index.nodeOf(index.shardOf(hash)));
        }
    }

    @Test
    void findsIndicesByName() {
        StubIndices indices = new StubIndices(2);
        IntStream.range(0, 500).forEach(i -> indices.create("index-" + i, 2));

        for (int i = 0; i < 500; i++) {
            assertThat(indices.find("index-" + i)).extracting(StubIndex::name).isEqualTo("index-" + i);
        }
        assertThat(indices.find("no")).isNull();
    }

    @Test
    void expandsRangesInNames() {
        assertThat(BraceNames.expand("test-1{0..2}")).containsExactly("test-10", "test-11", "test-12");
        assertThat(BraceNames.expand("{a}{08..10}")).containsExactly("{a}08", "{a}09", "{a}10");
        assertThat(BraceNames.expand("plain")).containsExactly("plain");
    }
}
