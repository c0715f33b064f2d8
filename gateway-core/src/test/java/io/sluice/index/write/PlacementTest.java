package io.sluice.index.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ShardCopy;
import io.sluice.bulk.hash.RoutingHash;
import io.sluice.cluster.IndexView;
import io.sluice.cluster.ShardRouter;
import io.sluice.index.read.Document;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlacementTest {
    private static final ShardRouter ROUTER = new ShardRouter(3, 768, 1);

    private static IndexView index(@Nullable ShardRouter router, String... nodes) {
        List<ShardCopy> primaries = new ArrayList<>();
        for (int shard = 0; shard < nodes.length; shard++) {
            primaries.add(new ShardCopy("i", shard, nodes[shard].isEmpty() ? null : nodes[shard]));
        }
        return new IndexView("i", "u", router, primaries, false);
    }

    private static List<Document> documents(int count) {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            documents.add(new Document("d" + i, i % 4 == 0 ? "r" + i % 3 : null, 1, i, 1, new byte[0]));
        }
        return documents;
    }

    @Test
    void groupsDocumentsByTheNodeOfTheirShard() {
        Placement placement = Objects.requireNonNull(Placement.of(index(ROUTER, "a:9200", "b:9200", ""), "https"));
        List<Document> documents = documents(300);

        Map<@Nullable URI, List<Document>> groups = placement.group(documents);

        assertThat(groups.values().stream().mapToInt(List::size).sum()).isEqualTo(300);
        assertThat(groups).hasSize(3);
        groups.forEach((node, group) -> {
            int shard = node == null ? 2 : node.equals(URI.create("https://a:9200")) ? 0 : 1;
            assertThat(group).isNotEmpty().allSatisfy(document -> {
                String key = document.routing() == null ? document.id() : document.routing();
                assertThat(ROUTER.shard(RoutingHash.of(key))).isEqualTo(shard);
            });
            assertThat(group).isSortedAccordingTo((one, other) -> Long.compare(one.seqNo(), other.seqNo()));
        });
    }

    @Test
    void groupsNothingWhereItWouldGainNothing() {
        assertThat(Placement.of(index(ROUTER, "a:9200", "a:9200", "a:9200"), "http"))
                .isNull();
    }

    @Test
    void groupsNothingWhereOnlyTheServerKnowsShards() {
        assertThat(Placement.of(index(null, "a:9200", "b:9200", "a:9200"), "http"))
                .isNull();
    }

    @Test
    void groupsDocumentsOfPartitionedIndices() {
        ShardRouter router = new ShardRouter(3, 768, 2);
        Placement placement = Objects.requireNonNull(Placement.of(index(router, "a:9200", "b:9200", "c:9200"), "http"));
        Document document = new Document("d", "r", 1, 1, 1, new byte[0]);

        int shard = router.shard(RoutingHash.of("r"), RoutingHash.of("d"));

        assertThat(placement.group(List.of(document)))
                .containsOnlyKeys(URI.create("http://" + "abc".charAt(shard) + ":9200"));
    }
}
