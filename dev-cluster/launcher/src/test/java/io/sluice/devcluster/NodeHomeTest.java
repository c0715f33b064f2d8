package io.sluice.devcluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeHomeTest {

    @TempDir
    private Path directory;

    @Test
    void quotesWhatYamlWouldReadOtherwise() throws Exception {
        // Given
        NodeHome home = NodeHome.create(directory.resolve("node-1"));
        // When
        home.writeSettings("elasticsearch.yml", Map.of("path.data", "C:\\a \"b\": #c"));
        // Then
        assertThat(home.config().resolve("elasticsearch.yml")).hasContent("path.data: \"C:\\\\a \\\"b\\\": #c\"");
    }

    @Test
    void readsTheAddressOnceTheNodeHasWrittenIt() throws Exception {
        // Given
        NodeHome home = NodeHome.create(directory.resolve("node-1"));
        assertThat(home.httpAddress()).isEmpty();
        // When
        Files.writeString(home.logs().resolve("http.ports"), "127.0.0.1:9201\n[::1]:9201\n");
        // Then
        assertThat(home.httpAddress()).contains("127.0.0.1:9201");
    }

    @Test
    void forgetsTheAddressesOfTheLastStart() throws Exception {
        // Given
        NodeHome home = NodeHome.create(directory.resolve("node-1"));
        Files.writeString(home.logs().resolve("http.ports"), "127.0.0.1:9201\n");
        Files.writeString(home.logs().resolve("transport.ports"), "127.0.0.1:9301\n");
        // When
        home.forgetPorts();
        // Then
        assertThat(home.httpAddress()).isEmpty();
        assertThat(home.transportAddress()).isEmpty();
    }

    @Test
    void putsAPluginWhereTheNodeLooksForIt() throws Exception {
        // Given
        Path plugin = Files.createDirectories(directory.resolve("noop"));
        Files.writeString(plugin.resolve("plugin-descriptor.properties"), "name=noop");
        NodeHome home = NodeHome.create(directory.resolve("node-1"));
        // When
        home.install(plugin);
        // Then
        assertThat(home.directory().resolve("plugins/noop/plugin-descriptor.properties"))
                .hasContent("name=noop");
    }
}
