package io.sluice.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.api.ByteSize;
import io.sluice.config.DiscoveryConfig;
import io.sluice.config.DiscoveryConfig.Addresses;
import io.sluice.config.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeDiscoveryTest {
    private static final HostPort SEED = HostPort.parse("10.0.0.1:9200");
    private static final HostPort OTHER = HostPort.parse("10.0.0.2:9200");

    private static JsonNode body(String text) throws IOException {
        return new ObjectMapper().readTree(text);
    }

    private static DiscoveryConfig mapping(Map<HostPort, HostPort> mapping) {
        return new DiscoveryConfig(
                true,
                Duration.ofSeconds(30),
                Addresses.PUBLISH,
                mapping,
                List.of(),
                1000,
                Duration.ofSeconds(15),
                new ByteSize(1 << 20));
    }

    private static List<DiscoveredNode> parse(String http, String... roles) throws IOException {
        String list = roles.length == 0 ? "" : "\"" + String.join("\",\"", roles) + "\"";
        return NodesResponse.parse(
                body("{\"nodes\":{\"x\":{\"name\":\"n\",\"roles\":[" + list + "],\"version\":\"8.19.21\",\"http\":"
                        + http + "}}}"),
                mapping(Map.of()));
    }

    @Test
    void readsAddressRolesAndTheServersOwnLimit() throws IOException {
        var nodes = parse(
                "{\"publish_address\":\"10.0.0.2:9200\",\"max_content_length_in_bytes\":104857600}", "data", "ingest");
        assertThat(nodes)
                .containsExactly(new DiscoveredNode(
                        "x",
                        "n",
                        OTHER,
                        InetAddress.getByName("10.0.0.2"),
                        Set.of("data", "ingest"),
                        104857600,
                        true,
                        new ServerVersion(8, 19)));
    }

    // GET _nodes/http,settings of Elasticsearch 7.17.28 with the setting in elasticsearch.yml.
    @Test
    void readsWhetherBulksMayNameIndices() throws IOException {
        String node =
                "{\"nodes\":{\"x\":{\"name\":\"n\",\"roles\":[],\"version\":\"7.17.28\",\"settings\":{\"rest\":{\"action\":{\"multi\":"
                        + "{\"allow_explicit_index\":\"%s\"}}}},\"http\":{\"publish_address\":\"10.0.0.2:9200\"}}}}";
        assertThat(NodesResponse.parse(body(node.formatted("false")), mapping(Map.of())))
                .singleElement()
                .returns(false, DiscoveredNode::explicitIndex);
        assertThat(NodesResponse.parse(body(node.formatted("true")), mapping(Map.of())))
                .singleElement()
                .returns(true, DiscoveredNode::explicitIndex);
    }

    @Test
    void takesTheNameWhereANodePublishesOneAndKeepsItsAddress() throws IOException {
        DiscoveredNode node =
                parse("{\"publish_address\":\"es1.example/10.0.0.2:9200\"}").getFirst();
        assertThat(node.address()).isEqualTo(new HostPort("es1.example", 9200));
        assertThat(node.published()).isEqualTo(InetAddress.getByName("10.0.0.2"));
    }

    @Test
    void refusesDescriptionsThatAreTooLong() {
        String http = "{\"publish_address\":\"10.0.0.2:9200\"}";
        assertThatThrownBy(() -> parse(http, "r".repeat(1000))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> parse(http, Collections.nCopies(1000, "data").toArray(String[]::new)))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> parse("{\"publish_address\":\"" + "n".repeat(1000) + "/10.0.0.2:9200\"}"))
                .isInstanceOf(IOException.class);
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
                mapping(Map.of(HostPort.parse("172.17.0.2:9200"), OTHER)));
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
