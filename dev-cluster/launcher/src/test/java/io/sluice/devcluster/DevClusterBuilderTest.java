package io.sluice.devcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DevClusterBuilderTest {

    private static final NodeHome HOME = new NodeHome(Path.of("/tmp/node"));

    @Test
    void putsASettingIntoEveryNodeAndOneOfANodeOverIt() {
        DevClusterBuilder plan = DevCluster.of(ServerKind.ELASTICSEARCH_7)
                .nodes(2)
                .setting("node.roles", "master,data")
                .setting(1, "node.roles", "master");

        assertThat(plan.settingsOf(0, HOME)).containsEntry("node.roles", "master,data");
        assertThat(plan.settingsOf(1, HOME)).containsEntry("node.roles", "master");
    }

    @Test
    void givesAProcessMoreHeapForMoreNodes() {
        DevClusterBuilder plan = DevCluster.of(ServerKind.ELASTICSEARCH_7);

        assertThat(plan.heapMegabytesFor(1)).isEqualTo(512);
        assertThat(plan.heapMegabytesFor(3)).isEqualTo(1152);
    }

    @Test
    void refusesAClusterWithoutNodes() {
        assertThatThrownBy(() -> DevCluster.of(ServerKind.ELASTICSEARCH_7).nodes(0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
