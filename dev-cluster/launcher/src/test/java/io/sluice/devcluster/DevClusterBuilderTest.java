package io.sluice.devcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DevClusterBuilderTest {

    private static final NodeHome HOME = new NodeHome(Path.of("/tmp/node"));

    @Test
    void putsASettingIntoEveryNodeAndOneOfANodeOverIt() {
        DevClusterBuilder plan = DevCluster.of(ServerKind.ELASTICSEARCH_7)
                .nodes(2)
                .setting("node.roles", "master,data")
                .setting(1, "node.roles", "master");

        assertThat(plan.settingsOf(0, HOME, Map.of())).containsEntry("node.roles", "master,data");
        assertThat(plan.settingsOf(1, HOME, Map.of())).containsEntry("node.roles", "master");
    }

    @Test
    void startsTheClusterWithTheNodesThatMayBecomeMaster() {
        DevClusterBuilder plan =
                DevCluster.of(ServerKind.ELASTICSEARCH_7).nodes(3).setting(1, "node.roles", "data, ingest");

        assertThat(plan.settingsOf(0, HOME, Map.of())).containsEntry("cluster.initial_master_nodes", "node-1,node-3");
    }

    @Test
    void givesAProcessMoreHeapForMoreNodes() {
        DevClusterBuilder plan = DevCluster.of(ServerKind.ELASTICSEARCH_7);

        assertThat(plan.jvmOptions(1)).containsExactly("-Xmx512m");
        assertThat(plan.jvmOptions(3)).containsExactly("-Xmx1152m");
    }

    @Test
    void refusesAClusterWithoutNodes() {
        assertThatThrownBy(() -> DevCluster.of(ServerKind.ELASTICSEARCH_7).nodes(0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
