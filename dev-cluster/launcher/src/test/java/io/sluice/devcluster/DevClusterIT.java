package io.sluice.devcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevClusterIT {

    @TempDir
    private Path directory;

    private final NodeRequests requests = new NodeRequests();

    @AfterEach
    void closeClient() {
        requests.close();
    }

    @Test
    void runsThreeNodesInOneProcess() throws Exception {
        // Given
        try (DevCluster cluster = fast(ServerKind.ELASTICSEARCH_7).nodes(3).start()) {
            // When
            String names = requests.get(cluster.address(2), "/_cat/nodes?h=name&s=name")
                    .body();
            // Then
            assertThat(names.lines()).containsExactly("node-1", "node-2", "node-3");
            assertThat(cluster.addresses()).doesNotHaveDuplicates().hasSize(3);
            assertThat(servers()).hasSize(1);
            assertThatThrownBy(() -> cluster.killNode(0)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void answersAsARealElasticsearchDoes() throws Exception {
        // Given
        try (DevCluster cluster = fast(ServerKind.ELASTICSEARCH_7).start()) {
            // When
            HttpResponse<String> answer = requests.put(cluster.address(0), "/cities/city/1", "{}");
            // Then
            assertThat(answer.headers().firstValue("X-elastic-product")).contains("Elasticsearch");
            assertThat(answer.headers().firstValue("Warning"))
                    .hasValueSatisfying(w -> assertThat(w).contains("[types removal]"));
        }
    }

    @Test
    void survivesAKilledNodeThatComesBackWithItsData() throws Exception {
        // Given
        try (DevCluster cluster = fast(ServerKind.ELASTICSEARCH_7)
                .nodes(2)
                .processPerNode()
                .setting(1, "node.roles", "data")
                .start()) {
            URI survivor = cluster.address(0);
            requests.put(survivor, "/only-there", onNode("node-2"));
            requests.put(survivor, "/only-there/_doc/1?refresh", "{\"name\":\"Zürich\"}");
            List<URI> before = cluster.addresses();
            // When
            cluster.killNode(1);
            int written = requests.put(survivor, "/elsewhere/_doc/1", "{}").statusCode();
            int unreachable = requests.get(survivor, "/only-there/_doc/1").statusCode();
            cluster.restartNode(1);
            // Then
            assertThat(written).isEqualTo(201);
            assertThat(unreachable).isEqualTo(503);
            assertThat(requests.get(survivor, "/only-there/_doc/1").body()).contains("Zürich");
            assertThat(cluster.addresses()).isEqualTo(before);
        }
    }

    @Test
    void runsOpenSearchWithItsModules() throws Exception {
        // Given
        try (DevCluster cluster = fast(ServerKind.OPENSEARCH_2).start()) {
            String script = "{\"script\":{\"source\":\"6 * 7\"}}";
            // When
            HttpResponse<String> answer = requests.post(cluster.address(0), "/_scripts/painless/_execute", script);
            // Then
            assertThat(answer.body()).isEqualTo("{\"result\":\"42\"}");
        }
    }

    @Test
    void runsElasticsearch8UntilItIsKilled() throws Exception {
        // Given
        try (DevCluster cluster = fast(ServerKind.ELASTICSEARCH_8).start()) {
            // When
            HttpResponse<String> written = requests.put(cluster.address(0), "/cities/_doc/1", "{}");
            cluster.killNode(0);
            // Then
            assertThat(written.statusCode()).isEqualTo(201);
            assertThat(written.headers().firstValue("X-elastic-product")).contains("Elasticsearch");
            assertThat(servers()).isEmpty();
            assertThatThrownBy(cluster::awaitGreen).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void leavesNoProcessAndNoDataBehind() throws Exception {
        // Given
        DevCluster cluster = fast(ServerKind.ELASTICSEARCH_7).under(directory).start();
        List<ProcessHandle> servers = servers();
        // When
        cluster.close();
        // Then
        assertThat(servers).hasSize(1).noneMatch(ProcessHandle::isAlive);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void saysWithTheServersLogWhyItDoesNotStart() throws Exception {
        // Given
        DevClusterBuilder plan = DevCluster.of(ServerKind.ELASTICSEARCH_7)
                .setting("no.such.setting", "1")
                .under(directory);
        // When, Then
        assertThatThrownBy(plan::start)
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining("unknown setting [no.such.setting]");
        assertThat(servers()).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    private static DevClusterBuilder fast(ServerKind kind) {
        return DevCluster.of(kind).fastStart();
    }

    private static String onNode(String name) {
        return """
                {"settings":{"number_of_replicas":0,"routing.allocation.require._name":"%s"}}""".formatted(name);
    }

    private static List<ProcessHandle> servers() {
        return ProcessHandle.current().descendants().toList();
    }
}
