package io.sluice.devcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MainOptionsTest {

    @Test
    void startsThreeNodesOfElasticsearch7WithoutOptions() {
        MainOptions options = MainOptions.parse(new String[0]);

        assertThat(options.kind()).isEqualTo(ServerKind.ELASTICSEARCH_7);
        assertThat(options.nodes()).isEqualTo(3);
        assertThat(options.addressesFile()).isEmpty();
        assertThat(options.cluster().isProcessPerNode()).isFalse();
    }

    @Test
    void givesEachNodeItsPortAndFindsOnesForTheRest() {
        // Given
        NodeHome home = new NodeHome(Path.of("/tmp/node"));
        // When
        MainOptions options = MainOptions.parse(new String[] {"--http-ports", "9201,9202"});
        // Then
        assertThat(options.cluster().settingsOf(0, home, Map.of())).containsEntry("http.port", "9201");
        assertThat(options.cluster().settingsOf(1, home, Map.of())).containsEntry("http.port", "9202");
        assertThat(options.cluster().settingsOf(2, home, Map.of())).containsEntry("http.port", "0");
    }

    @Test
    void givesEachProcessTheHeapAndTheCompilerAskedFor() {
        MainOptions options = MainOptions.parse(new String[] {"--heap", "2048", "--process-per-node", "--fast-start"});

        assertThat(options.cluster().jvmOptions(1))
                .containsExactly("-Xmx2048m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-AlwaysPreTouch");
        assertThat(options.cluster().isProcessPerNode()).isTrue();
    }

    @Test
    void namesTheServersThereAreWhenAskedForAnother() {
        assertThatThrownBy(() -> MainOptions.parse(new String[] {"--server", "solr"}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'solr'")
                .hasMessageContaining("elasticsearch-7, opensearch-2, elasticsearch-8");
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> MainOptions.parse(new String[] {"--node", "3"}))
                .hasMessageContaining("--node");
        assertThatThrownBy(() -> MainOptions.parse(new String[] {"--nodes", "three"}))
                .hasMessageContaining("'three'");
        assertThatThrownBy(() -> MainOptions.parse(new String[] {"--nodes"})).hasMessageContaining("wants a value");
    }

    @Test
    void refusesADirectoryThatIsNoPlugin() {
        assertThatThrownBy(() -> MainOptions.parse(new String[] {"--plugin", "/no/such/plugin"}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/no/such/plugin");
    }

    @Test
    void installsNoPluginsIntoADistribution() {
        assertThatThrownBy(() -> MainOptions.parse(new String[] {"--server", "elasticsearch-8", "--plugin", "/tmp"}))
                .hasMessageContaining("elasticsearch-8 takes no plugins");
    }
}
