package io.sluice.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.ShardCopy;
import io.sluice.bulk.hash.RoutingHash;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.bulk.line.BulkLine;
import io.sluice.bulk.line.BulkSplitter;
import io.sluice.bulk.verdict.BulkGrammar;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BulkViewTest {

    private static final ShardRouter PLAIN = new ShardRouter(3, 768, 1);
    private static final ShardRouter PARTITIONED = new ShardRouter(4, 8, 3);

    private final ClusterView view = ClusterView.of(
            Servers.of(List.of()),
            List.of(),
            Map.of(
                    "logs", index("logs", PLAIN),
                    "parts", index("parts", PARTITIONED),
                    "series", index("series", null)),
            List.of(
                    new ClusterView.Name("logs", "logs", null),
                    new ClusterView.Name("parts", "parts", null),
                    new ClusterView.Name("series", "series", null),
                    new ClusterView.Name("alias", "logs", null),
                    new ClusterView.Name("routed", "logs", "key"),
                    new ClusterView.Name("unwritable", null, null)));
    private final List<String> wanted = new ArrayList<>();
    private final BulkView shards = new BulkView(view, wanted::add, null);

    private static IndexView index(String name, @Nullable ShardRouter router) {
        return new IndexView(
                name,
                "uuid of " + name,
                router,
                IntStream.range(0, router == null ? 1 : router.shards())
                        .mapToObj(shard -> new ShardCopy(name, shard, "127.0.0.1:920" + shard))
                        .toList(),
                false);
    }

    /** Looks at the action of each item. */
    private record Looking(Consumer<BulkAction> look) implements BulkSplitter.Target {
        @Override
        public int place(BulkLine action, int position) {
            look.accept(action);
            return BulkSplitter.DISCARD;
        }

        @Override
        public void append(int place, byte[] bytes, int from, int to) {}

        @Override
        public void itemEnded(int place) {}
    }

    private static void split(BulkDefaults url, ByteBuf body, Consumer<BulkAction> look) {
        try (BulkSplitter splitter =
                new BulkSplitter(url, BulkLimits.DEFAULT, BulkGrammar.ELASTICSEARCH_8, new Looking(look))) {
            splitter.write(body);
            splitter.end();
            assertThat(splitter.refusal()).isNull();
        }
    }

    private static ByteBuf body(String... actions) {
        return Unpooled.wrappedBuffer((String.join("\n{}\n", actions) + "\n{}\n").getBytes(UTF_8));
    }

    /** What is found of each item. */
    private List<String> find(BulkDefaults url, String... actions) {
        List<String> found = new ArrayList<>();
        split(url, body(actions), action -> {
            ShardCopy copy = shards.primaryOf(action);
            found.add(
                    copy != null
                            ? copy.index() + " " + copy.shard()
                            : shards.lastNameKnown() ? "not computable" : "unknown");
        });
        return found;
    }

    private String found(String action) {
        return find(new BulkDefaults(null, null, null), action).getFirst();
    }

    private static String logs(String routing) {
        return "logs " + PLAIN.shard(RoutingHash.of(routing));
    }

    @Test
    void routesByIdAndByRoutingWhereThereIsOne() {
        assertThat(found("{\"index\":{\"_index\":\"logs\",\"_id\":\"1\"}}")).isEqualTo(logs("1"));
        assertThat(found("{\"index\":{\"_index\":\"logs\",\"_id\":\"1\",\"routing\":\"r\"}}"))
                .isEqualTo(logs("r"));
        assertThat(found("{\"index\":{\"_index\":\"logs\",\"routing\":\"r\"}}")).isEqualTo(logs("r"));
    }

    /** A thousand names as long as a line of a bulk may be took 64 MB until the bulk's end. */
    @Test
    void keepsNoNameThatIsLongerThanNamesAre() {
        assertThat(found("{\"index\":{\"_index\":\"" + "a".repeat(256) + "\",\"_id\":\"1\"}}"))
                .isEqualTo("unknown");

        assertThat(shards.unknownNames()).isEmpty();
        assertThat(shards.lastName()).isEmpty();
        assertThat(wanted).isEmpty();
    }

    @Test
    void keepsNamesOfSoManyCharactersTogether() {
        String[] actions = IntStream.range(0, 1000)
                .mapToObj(i -> "{\"index\":{\"_index\":\"" + "a".repeat(250) + i + "\",\"_id\":\"1\"}}")
                .toArray(String[]::new);

        assertThat(find(new BulkDefaults(null, null, null), actions)).containsOnly("unknown");
        assertThat(shards.unknownNames().stream().mapToInt(String::length).sum())
                .isBetween(99_000, 100_000);
    }

    @Test
    void takesAnEmptyRoutingForNoneAsServersDo() {
        assertThat(found("{\"index\":{\"_index\":\"logs\",\"_id\":\"1\",\"routing\":\"\"}}"))
                .isEqualTo(logs("1"));
        assertThat(find(
                        new BulkDefaults("logs", "of the URL", null),
                        "{\"index\":{\"_id\":\"1\",\"routing\":\"\"}}",
                        "{\"index\":{\"_id\":\"1\"}}"))
                .containsExactly(logs("1"), logs("of the URL"));
    }

    @Test
    void leavesItemsWithNeitherIdNorRoutingToTheServer() {
        assertThat(found("{\"index\":{\"_index\":\"logs\"}}")).isEqualTo("not computable");
    }

    @Test
    void routesThroughAnAliasWithItsRouting() {
        assertThat(found("{\"index\":{\"_index\":\"alias\",\"_id\":\"1\"}}")).isEqualTo(logs("1"));
        assertThat(found("{\"index\":{\"_index\":\"routed\",\"_id\":\"1\"}}")).isEqualTo(logs("key"));
        assertThat(found("{\"index\":{\"_index\":\"routed\",\"_id\":\"1\",\"routing\":\"key\"}}"))
                .isEqualTo(logs("key"));
        assertThat(found("{\"index\":{\"_index\":\"routed\"}}")).isEqualTo(logs("key"));
    }

    @Test
    void leavesARoutingThatContradictsTheAliassToTheServer() {
        assertThat(found("{\"index\":{\"_index\":\"routed\",\"_id\":\"1\",\"routing\":\"other\"}}"))
                .isEqualTo("not computable");
    }

    @Test
    void routesInPartitionsOnlyWithIdAndRouting() {
        int shard = PARTITIONED.shard(RoutingHash.of("r"), RoutingHash.of("1"));
        assertThat(found("{\"index\":{\"_index\":\"parts\",\"_id\":\"1\",\"routing\":\"r\"}}"))
                .isEqualTo("parts " + shard);
        assertThat(found("{\"index\":{\"_index\":\"parts\",\"_id\":\"1\"}}")).isEqualTo("not computable");
        assertThat(found("{\"index\":{\"_index\":\"parts\",\"routing\":\"r\"}}"))
                .isEqualTo("not computable");
    }

    @Test
    void knowsNamesWhoseShardsOnlyTheServerCanTell() {
        assertThat(found("{\"index\":{\"_index\":\"series\",\"_id\":\"1\"}}")).isEqualTo("not computable");
        assertThat(found("{\"index\":{\"_index\":\"unwritable\",\"_id\":\"1\"}}"))
                .isEqualTo("not computable");
    }

    @Test
    void tellsNamesThatItDoesNotKnow() {
        assertThat(found("{\"index\":{\"_index\":\"nowhere\",\"_id\":\"1\"}}")).isEqualTo("unknown");
        assertThat(found("{\"index\":{\"_index\":\"<logs-{now/d}>\",\"_id\":\"1\"}}"))
                .isEqualTo("unknown");
    }

    @Test
    void findsTheSameCopyThroughEveryName() {
        assertThat(view.target("alias").index()).isSameAs(view.target("logs").index());
    }

    @Test
    void asksForEachNameOnceHoweverManyAlternate() {
        String[] actions = IntStream.range(0, 300)
                .mapToObj(i -> "{\"index\":{\"_index\":\"" + (i % 3 == 0 ? "logs" : "n" + i % 50) + "\"}}")
                .toArray(String[]::new);

        find(new BulkDefaults(null, null, null), actions);

        assertThat(wanted).doesNotHaveDuplicates().hasSizeGreaterThan(30).contains("logs");
    }

    @Test
    void asksForNoMoreNamesThanItRemembers() {
        String[] actions = IntStream.range(0, 3000)
                .mapToObj(i -> "{\"index\":{\"_index\":\"n" + i + "\",\"_id\":\"1\"}}")
                .toArray(String[]::new);

        assertThat(find(new BulkDefaults(null, null, null), actions)).containsOnly("unknown");
        assertThat(wanted).hasSize(1000);
    }

    @Test
    void allocatesNothingForItemsOfNamesThatItHasSeen() {
        String[] names = {"logs", "alias", "parts", "routed", "nowhere"};
        int items = 50_000;
        ByteBuf body = body(IntStream.range(0, items)
                .mapToObj(i -> "{\"index\":{\"_index\":\"" + names[i % 5] + "\",\"_id\":\"document-" + i
                        + "\",\"routing\":\"r" + i % 7 + "\"}}")
                .toArray(String[]::new));
        BulkDefaults url = new BulkDefaults(null, null, null);
        int[] found = new int[1];
        Consumer<BulkAction> look = action -> found[0] += shards.primaryOf(action) == null ? 0 : 1;
        split(url, body, look);

        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        split(url, body, look);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(found[0]).isGreaterThan(items);
        assertThat(allocated).isLessThan(2L * items);
    }
}
