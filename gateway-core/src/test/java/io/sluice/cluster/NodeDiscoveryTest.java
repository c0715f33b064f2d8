package io.sluice.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.DiscoveryConfig.Addresses;
import io.sluice.config.HostPort;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeDiscoveryTest {
    private static final HostPort SEED = HostPort.parse("10.0.0.1:9200");
    private static final HostPort OTHER = HostPort.parse("10.0.0.2:9200");

    private static InputStream body(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<DiscoveredNode> parse(String http, String... roles) throws IOException {
        String list = roles.length == 0 ? "" : "\"" + String.join("\",\"", roles) + "\"";
        return NodesResponse.parse(
                body("{\"nodes\":{\"x\":{\"name\":\"n\",\"roles\":[" + list + "],\"version\":\"8.19.21\",\"http\":"
                        + http + "}}}"),
                Map.of());
    }

    @Test
    void readsAddressRolesAndTheServersOwnLimit() throws IOException {
        var nodes = parse(
                "{\"publish_address\":\"10.0.0.2:9200\",\"max_content_length_in_bytes\":104857600}", "data", "ingest");
        assertThat(nodes)
                .containsExactly(new DiscoveredNode(
                        "x", "n", OTHER, Set.of("data", "ingest"), 104857600, new ServerVersion(8, 19)));
    }

    @Test
    void takesTheNameWhereANodePublishesOne() throws IOException {
        assertThat(parse("{\"publish_address\":\"es1.example/10.0.0.2:9200\"}")
                        .getFirst()
                        .address())
                .isEqualTo(new HostPort("es1.example", 9200));
    }

    @Test
    void readsBracketedAddresses() throws IOException {
        assertThat(parse("{\"publish_address\":\"[::1]:9200\"}").getFirst().address())
                .isEqualTo(new HostPort("::1", 9200));
    }

    @Test
    void usesTheMappedAddress() throws IOException {
        var nodes = NodesResponse.parse(
                body("{\"nodes\":{\"x\":{\"http\":{\"publish_address\":\"172.17.0.2:9200\"}}}}"),
                Map.of(HostPort.parse("172.17.0.2:9200"), OTHER));
        assertThat(nodes.getFirst().address()).isEqualTo(OTHER);
    }

    @Test
    void leavesOutNodesThatOnlyElectMasters() throws IOException {
        String http = "{\"publish_address\":\"10.0.0.2:9200\"}";
        assertThat(NodeDiscovery.select(parse(http, "master"), Set.of(SEED), Addresses.PUBLISH))
                .containsExactly(SEED);
        assertThat(NodeDiscovery.select(
                        parse(http, "cluster_manager", "remote_cluster_client"), Set.of(SEED), Addresses.PUBLISH))
                .containsExactly(SEED);
        assertThat(NodeDiscovery.select(parse(http, "master", "data_hot"), Set.of(SEED), Addresses.PUBLISH))
                .containsExactly(SEED, OTHER);
        assertThat(NodeDiscovery.select(parse(http), Set.of(SEED), Addresses.PUBLISH))
                .as("a node that only coordinates")
                .containsExactly(SEED, OTHER);
    }

    @Test
    void keepsToTheSeedsWherePublishedAddressesAreIgnored() throws IOException {
        var nodes = parse("{\"publish_address\":\"10.0.0.2:9200\"}", "data");
        assertThat(NodeDiscovery.select(nodes, Set.of(SEED), Addresses.IGNORE)).containsExactly(SEED);
    }
}
