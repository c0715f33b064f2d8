package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients are told that look for nodes, and for the nodes of shards. */
class DiscoveryTest extends AcmeTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String VERSION = "{\"version\":{\"number\":\"%s\"}}";

    private final TestCluster cluster = new TestCluster("primary");
    private final TestContext context = new TestContext().reaching(new TestCluster("secondary"), cluster);

    DiscoveryTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    private static JsonNode node(HarnessCall call) throws IOException {
        HarnessResult result = call.send();
        assertThat(result.relayed()).isFalse();
        assertThat(result.status()).isEqualTo(200);
        return MAPPER.readTree(result.body()).at("/nodes/sluice");
    }

    private HarnessCall sniff(FilterHarness tenants) {
        return tenants.request("GET", "/_nodes/http").principal("acme").header("Host", "gateway:8000");
    }

    /** The sniffers of both products' Java clients send it. */
    @ParameterizedTest
    @ValueSource(strings = {"/_nodes/http?timeout=1000ms", "/_nodes/_all/http?timeout=1s"})
    void answersWhereTheClientSaysHowLongNodesMayTake(String target) throws IOException {
        assertThat(node(acme("GET", target).header("Host", "gateway:8000"))
                        .at("/http/publish_address")
                        .asText())
                .isEqualTo("gateway:8000");
    }

    /** All clients for .NET sniff so, and read settings of each node. */
    @Test
    void showsNoSettingsWhereTheyAreAskedFor() throws IOException {
        JsonNode node = node(acme("GET", "/_nodes/http,settings?timeout=2s&flat_settings=true")
                .header("Host", "gateway:8000"));

        assertThat(node.path("settings")).isEqualTo(MAPPER.createObjectNode());
        assertThat(node.at("/http/publish_address").asText()).isEqualTo("gateway:8000");
        assertThat(node(acme("GET", "/_nodes/http").header("Host", "gateway:8000"))
                        .has("settings"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "gateway:8000, false, gateway, gateway:8000",
        "gateway:8000, true, gateway, gateway:8000",
        "search.example.org, true, search.example.org, search.example.org:443",
        "search.example.org, false, search.example.org, search.example.org:80",
        "10.0.0.1, false, 10.0.0.1, 10.0.0.1:80",
        "[::1]:9200, false, ::1, [::1]:9200",
        "[::1], true, ::1, [::1]:443"
    })
    void tellsHostAndPort(String header, boolean secure, String host, String address) throws IOException {
        HarnessCall call = acme("GET", "/_nodes/http").header("Host", header);

        JsonNode node = node(secure ? call.secure() : call);

        assertThat(node.path("host").asText()).isEqualTo(host);
        assertThat(node.path("ip").asText()).isEqualTo(host);
        assertThat(node.at("/http/publish_address").asText()).isEqualTo(address);
        assertThat(node.at("/http/bound_address/0").asText()).isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[gateway]:1", "a b", "gateway:123456", "[::1"})
    void refusesAHostThatIsNone(String header) {
        assertThat(acme("GET", "/_nodes/http").header("Host", header).send().status())
                .isEqualTo(400);
    }

    /** elasticsearch-hadoop, and the sniffer of Elasticsearch's Java client, fail without one. */
    @Test
    void tellsTheVersionOfTheFlowsClusterWhichItAsksNowAndThen() throws IOException {
        cluster.answering(target -> VERSION.formatted("8.19.4"));
        try (FilterHarness tenants = tenants()) {
            assertThat(node(sniff(tenants)).path("version").asText()).isEqualTo("8.19.4");
            assertThat(node(sniff(tenants)).path("version").asText()).isEqualTo("8.19.4");
            assertThat(cluster.asked()).hasSize(1);

            cluster.answering(target -> VERSION.formatted("9.0.0"));
            context.advance(cluster.every().plus(Duration.ofSeconds(1)));
            assertThat(node(sniff(tenants)).path("version").asText()).isEqualTo("9.0.0");
        }
    }

    @Test
    void tellsTheLastVersionWhileTheClusterIsAway() throws IOException {
        cluster.answering(target -> VERSION.formatted("8.19.4"));
        try (FilterHarness tenants = tenants()) {
            node(sniff(tenants));
            cluster.silence();
            context.advance(cluster.every().plus(Duration.ofSeconds(1)));

            assertThat(node(sniff(tenants)).path("version").asText()).isEqualTo("8.19.4");
        }
    }

    @Test
    void leavesOutAVersionThatIsNotKnown() throws IOException {
        try (FilterHarness tenants = tenants()) {
            assertThat(node(sniff(tenants)).has("version")).isFalse();
            cluster.answering(target -> "{\"version\":\"odd\"}");
            context.advance(cluster.every().plus(Duration.ofSeconds(1)));
            assertThat(node(sniff(tenants)).has("version")).isFalse();
            int asked = cluster.asked().size();
            cluster.available(false);
            context.advance(cluster.every().plus(Duration.ofSeconds(1)));
            assertThat(node(sniff(tenants)).has("version")).isFalse();
            assertThat(cluster.asked()).hasSize(asked);
        }
    }

    /** Each look was a task of the threads that all filters share. */
    @Test
    void asksAClusterThatTellsNothingAsSeldomAsOneThatDoes() throws IOException {
        cluster.silence();
        try (FilterHarness tenants = tenants()) {
            for (int i = 0; i < 50; i++) {
                assertThat(node(sniff(tenants)).has("version")).isFalse();
            }
            assertThat(cluster.asked()).hasSize(1);
        }
    }

    private FilterHarness tenants() {
        return FilterHarness.of(new TenantFactory(), configuration("indexPerTenant: { indices: ['*'] }"), context);
    }

    /** elasticsearch-hadoop looks for the node of each shard among those that it was told of. */
    @Test
    void namesTheOnlyNodeForEachShard() {
        HarnessResult result = acme("GET", "/logs/_search_shards")
                .upstream(200, "application/json", """
                        {"nodes":{"n1":{"name":"secret","ephemeral_id":"e","transport_address":"10.0.0.1:9300",\
                        "attributes":{"zone":"a"}}},"indices":{"acme.logs":{"aliases":["acme.a","bolt.b"],\
                        "filter":{"term":{"n":{"value":1}}}}},"shards":[[{"state":"STARTED","primary":true,"node":"n1",\
                        "relocating_node":null,"shard":0,"index":"acme.logs","allocation_id":{"id":"x"}},\
                        {"state":"RELOCATING","primary":false,"node":"n2","relocating_node":"n3","shard":0,\
                        "index":"acme.logs","expected_shard_size_in_bytes":7}],[]]}""")
                .everySplit();

        assertThat(result.body())
                .isEqualTo(
                        "{\"indices\":{\"logs\":{\"aliases\":[\"a\"]}},\"shards\":[[{\"state\":\"STARTED\",\"primary\":true,"
                                + "\"node\":\"sluice\",\"relocating_node\":null,\"shard\":0,\"index\":\"logs\"},"
                                + "{\"state\":\"RELOCATING\",\"primary\":false,\"node\":\"sluice\",\"relocating_node\":\"sluice\","
                                + "\"shard\":0,\"index\":\"logs\"}],[]]}");
    }

    /** An alias of the operator may lead there. */
    @Test
    void showsNoShardsOfOthers() {
        HarnessResult result = acme("GET", "/logs/_search_shards")
                .upstream(
                        200,
                        "application/json",
                        "{\"shards\":[[{\"state\":\"STARTED\",\"node\":\"n1\",\"shard\":0,\"index\":\"bolt.logs\"}]]}")
                .everySplit();

        assertThat(result.status()).isEqualTo(502);
        assertThat(result.body()).doesNotContain("bolt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shared: { indices: [logs] }", "nested: { indices: [logs] }"})
    void deniesShardsWhereTenantsOrIndicesShareThem(String layout) {
        try (FilterHarness tenants = FilterHarness.of(new TenantFactory(), configuration(layout))) {
            assertThat(tenants.request("GET", "/logs/_search_shards")
                            .principal("acme")
                            .send()
                            .status())
                    .isEqualTo(403);
        }
    }
}
