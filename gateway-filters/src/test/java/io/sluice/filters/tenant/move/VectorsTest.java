package io.sluice.filters.tenant.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testkit.TestCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Vectors of documents that are carried from or to servers that leave them out of what they show. */
class VectorsTest {

    private final FaultyDocuments from = new FaultyDocuments();
    private final FaultyDocuments to = new FaultyDocuments();

    private static TestCluster ofVersions(String... versions) {
        StringBuilder nodes = new StringBuilder();
        for (String version : versions) {
            nodes.append(nodes.isEmpty() ? "" : ",").append("\"n").append(nodes.length());
            nodes.append("\":{\"version\":\"").append(version).append("\"}");
        }
        return new TestCluster("test").answering(target -> "{\"nodes\":{" + nodes + "}}");
    }

    @ParameterizedTest
    @CsvSource({
        "7.17.28, 7.17.28, false",
        "9.1.9, 9.1.9, false",
        "9.1.9, 9.2.0, false",
        "9.2.0, 9.2.0, true",
        "9.10.1, 9.2.0-SNAPSHOT, true",
        "10.0.0, 10.0.0, true",
        "2.19.6, 2.19.6, false",
        "3.6.0, 3.6.0, false"
    })
    void areLeftOutOnceAllNodesDoSo(String one, String other, boolean leftOut) throws Exception {
        assertThat(new DocumentCluster(ofVersions(one, other)).leavesVectorsOut())
                .isEqualTo(leftOut);
    }

    @Test
    void areNotAskedAboutForEachRead() throws Exception {
        TestCluster servers = ofVersions("9.5.3");
        DocumentCluster cluster = new DocumentCluster(servers);

        assertThat(cluster.leavesVectorsOut()).isTrue();
        assertThat(cluster.leavesVectorsOut()).isTrue();

        assertThat(servers.asked()).hasSize(1);
    }

    /** A server does not become older; a newer one would not show vectors. */
    @ParameterizedTest
    @ValueSource(strings = {"9.5.3", "9.1.9"})
    void areCertainWhileTheClusterDoesNotTellOnlyIfTheyWereLeftOut(String version) throws Exception {
        TestCluster servers = ofVersions(version).lookedAtEvery(Duration.ZERO);
        DocumentCluster cluster = new DocumentCluster(servers);
        boolean before = cluster.leavesVectorsOut();
        servers.silence();

        if (before) {
            assertThat(cluster.leavesVectorsOut()).isTrue();
        } else {
            assertThatThrownBy(cluster::leavesVectorsOut).isInstanceOf(IOException.class);
            assertThatThrownBy(cluster::leavesVectorsOut).isInstanceOf(IOException.class);
        }
        assertThat(servers.asked()).as("nobody asks again at once").hasSize(2);
    }

    @Test
    void areUncertainWhereTheClusterNamesNoVersion() {
        DocumentCluster cluster = new DocumentCluster(ofVersions());

        assertThatThrownBy(cluster::leavesVectorsOut)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not say which versions its nodes have");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void areAskedForWhereTheyAreLeftOut(boolean leftOut) throws Exception {
        if (leftOut) {
            from.leaveVectorsOut();
        }

        new DocumentPort(from, Duration.ofSeconds(1), new NotedMarks())
                .get(List.of(new DocumentName("logs", "1", null)), 1_000);

        assertThat(from.asked())
                .containsExactly(
                        leftOut ? "/_mget?realtime=true&_source_exclude_vectors=false" : "/_mget?realtime=true");
    }

    /** Else a comparison would find other numbers again and again, as {@code 1.0} for {@code 1}. */
    @Test
    void stayInSourcesWhereOnlyTheOtherPlaceLeavesThemOut() throws Exception {
        from.mapped("{}");
        to.leaveVectorsOut();

        new Carrier(from, to, () -> true, new NotedMarks(), new FoundFields()).prepare();

        assertThat(to.settingsMade()).containsExactly("{\"mapping\":{\"exclude_source_vectors\":false}}");
    }

    @Test
    void areLeftOutInTheOtherPlaceAsInTheFirst() throws Exception {
        from.mapped("{}");
        from.leaveVectorsOut();
        to.leaveVectorsOut();

        new Carrier(from, to, () -> true, new NotedMarks(), new FoundFields()).prepare();

        assertThat(to.settingsMade()).containsExactly("{}");
    }
}
