package io.sluice.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ShardCopy;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.config.HostPort;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterViewTest {

    private static IndexView index(String name, String uuid) {
        return new IndexView(
                name, uuid, new ShardRouter(1, 1024, 1), List.of(new ShardCopy(name, 0, "127.0.0.1:9200")), false);
    }

    private static ClusterView view(String uuid, ClusterView.Name... names) {
        return ClusterView.of(
                Servers.of(List.of()), List.of(), Map.of("a", index("a", uuid), "b", index("b", uuid)), List.of(names));
    }

    private static ClusterView.Name name(String name, String index) {
        return new ClusterView.Name(name, index, null);
    }

    @Test
    void knowsAnIndexByItsOwnNameToo() {
        ClusterView view = view("1", name("alias", "a"));

        assertThat(view.target("a").index()).isSameAs(view.target("alias").index());
        assertThat(view.target("b")).isNull();
        assertThat(view.size()).isEqualTo(2);
    }

    @Test
    void knowsNoNameWhoseIndexWasNotRead() {
        assertThat(view("1", name("alias", "c")).target("alias")).isNull();
    }

    @Test
    void keepsOneInstanceOfAnIndexWhenAnotherOfItsNamesIsReadLater() {
        ClusterView before = view("1", name("a", "a"), name("alias", "a"));

        ClusterView after = before.with(List.of("other"), view("2", name("other", "a")));

        assertThat(after.target("other").index().uuid()).isEqualTo("2");
        assertThat(after.target("a").index()).isSameAs(after.target("other").index());
        assertThat(after.target("alias").index()).isSameAs(after.target("other").index());
        assertThat(before.target("a").index().uuid()).isEqualTo("1");
    }

    @Test
    void forgetsWhatWasAskedForAndIsNotThereAnyMore() {
        ClusterView before = view("1", name("alias", "a"), name("b", "b"));

        ClusterView after = before.with(List.of("alias"), ClusterView.empty());

        assertThat(after.target("alias")).isNull();
        assertThat(after.target("a")).isNull();
        assertThat(after.target("b")).isNotNull();
    }

    @Test
    void saysTheNodesInAStableOrderWithTheirLimitsAndTheOldestVersion() {
        DiscoveredNode two = node("127.0.0.1:9202", 200, "8.1.0");
        DiscoveredNode one = node("127.0.0.1:9201", 100, "7.17.28");
        ClusterView view = viewOf(List.of(two, one));

        assertThat(view.nodes()).containsExactly("127.0.0.1:9201", "127.0.0.1:9202");
        assertThat(view.maxContentLength("127.0.0.1:9202")).isEqualTo(200);
        assertThat(view.maxContentLength("127.0.0.1:9203")).isZero();
        assertThat(view.version()).isEqualTo(new ServerVersion(7, 17));
        assertThat(ClusterView.empty().version()).isEqualTo(ServerVersion.NEWEST);
    }

    @ParameterizedTest
    @CsvSource({
        "8.15.5, 7.17.28, false",
        "8.15.5, 8.19.4, true",
        "8.19.4, 7.17.28, true",
        "8.16.0, 9.2.4, true",
        "8.15.5, of tomorrow, true",
    })
    void countsOnBulksThatRunWhileTheyArriveWhereAnyNodeRunsThem(String one, String other, boolean runs) {
        assertThat(viewOf(List.of(node("127.0.0.1:9201", 100, one), node("127.0.0.1:9202", 100, other)))
                        .runsBulksWhileTheyArrive())
                .isEqualTo(runs);
    }

    @Test
    void countsOnBulksThatRunWhileTheyArriveWhileNoNodeIsKnown() {
        assertThat(ClusterView.empty().runsBulksWhileTheyArrive()).isTrue();
    }

    @Test
    void readsBulksAsStrictlyAsItsStrictestNode() {
        DiscoveredNode one = node("127.0.0.1:9201", 100, "7.17.28");
        DiscoveredNode two = new DiscoveredNode(
                "2", "n", HostPort.parse("127.0.0.1:9202"), null, Set.of(), 100, false, one.version());

        assertThat(viewOf(List.of(one)).grammar()).isEqualTo(BulkGrammar.ELASTICSEARCH_7);
        assertThat(viewOf(List.of(one, two)).grammar()).isEqualTo(BulkGrammar.ELASTICSEARCH_7.withIndexInPathOnly());
    }

    @Test
    void readsBulksAsNodesDoWhoseAddressesItDoesNotKnow() {
        Servers servers = Servers.of(List.of(node("10.0.0.5:9200", 100, "7.17.28")));
        ClusterView before = view("1", name("a", "a"));

        ClusterView after = before.with(List.of(), ClusterView.of(servers, List.of(), Map.of(), List.of()));

        assertThat(after.nodes()).isEmpty();
        assertThat(after.version()).isEqualTo(new ServerVersion(7, 17));
        assertThat(after.grammar()).isEqualTo(BulkGrammar.ELASTICSEARCH_7);
    }

    @Test
    void takesTypesOnlyWhereAllServersTakeThem() {
        DiscoveredNode old = node("127.0.0.1:9201", 100, "7.17.28");
        DiscoveredNode upgraded = node("127.0.0.1:9202", 100, "8.19.4");

        assertThat(ClusterView.empty().knowsServers()).isFalse();
        assertThat(viewOf(List.of(old)).knowsServers()).isTrue();
        assertThat(viewOf(List.of(old)).takesTypes()).isTrue();
        assertThat(viewOf(List.of(old, upgraded)).takesTypes()).isFalse();
    }

    @Test
    void takesWhatAnyServerTakesWhileNoneIsKnown() {
        assertThat(ClusterView.empty().grammar()).isEqualTo(BulkGrammar.TOLERANT);
    }

    @Test
    void leavesOutTheVersionsOfNodesThatOnlyElectMasters() {
        DiscoveredNode data = node("127.0.0.1:9201", 100, "8.19.4");
        DiscoveredNode master = new DiscoveredNode(
                "2",
                "n",
                HostPort.parse("127.0.0.1:9202"),
                null,
                Set.of("master"),
                100,
                true,
                ServerVersion.of("7.17.28"));

        assertThat(Servers.of(List.of(master, data)).version()).isEqualTo(data.version());
        assertThat(Servers.of(List.of(master)).version()).isEqualTo(master.version());
    }

    private static ClusterView viewOf(List<DiscoveredNode> nodes) {
        return ClusterView.of(Servers.of(nodes), nodes, Map.of(), List.of());
    }

    private static DiscoveredNode node(String address, long limit, String version) {
        return new DiscoveredNode(
                "id of " + address,
                "n",
                HostPort.parse(address),
                null,
                Set.of("data"),
                limit,
                true,
                ServerVersion.of(version));
    }
}
