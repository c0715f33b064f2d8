package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Two tenants whose clients write their names into those of indices; one index is shared, with a shard for each of the tenants, the
 * others are each tenant's own.
 */
class IndexSourceIT {

    private static final String FROM = "[{ index: \"^(?<prefix>[^-]+)-(?<tenant>[^-]+)(?<postfix>.*)$\" }]";
    private static final String LAYOUTS =
            "[{ shared: { indices: [logs, \"logs-*\"], routing: tenant } }, { indexPerTenant: { indices: [\"*\"] } }]";
    private static final String MAPPING = """
            {"settings":{"number_of_shards":3,"number_of_replicas":0},"mappings":{"dynamic":false,"properties":{\
            "tenant_id":{"type":"keyword"},"who":{"type":"keyword"},"n":{"type":"long"}}}}""";
    private static final String BULK = """
            {"index":{"_index":"logs-%1$s-a","_id":"1"}}
            {"who":"%1$s","n":1}
            {"index":{"_index":"orders-%1$s","_id":"1"}}
            {"who":"%1$s","n":2}
            {"index":{"_index":"logs-%1$s-a","_id":"2"}}
            {"who":"%1$s","n":3}
            """;

    /**
     * Names that lead, or could lead, to the other tenant: each is refused, or answered without any of the other's
     * data.
     */
    private static final List<String> ATTACKS = List.of(
            "GET /logs-*/_search",
            "GET /*/_search",
            "GET /_all/_search",
            "GET /_search",
            "GET /_count",
            "GET /_mapping",
            "GET /_cat/indices",
            "GET /*-acme-a,*-canar*/_search",
            "GET /logs-acme*/_search",
            "GET /logs-acme-a,logs-can%61ry-a/_search",
            "GET /logs-acme-a,-logs-acme-b,logs-*/_search",
            "GET /logs-acme-*,-*/_count",
            "GET /logs-acme-a,canary.orders/_search",
            "GET /orders-acme,*/_search",
            "GET /%3Clogs-%7Bnow%7D-acme%3E/_search",
            "GET /logs-acme-a%2C*/_search",
            "DELETE /orders-acme,orders-*",
            "DELETE /*-acme",
            "POST /logs-acme-a/_delete_by_query?routing=1 {\"query\":{\"match_all\":{}},\"index\":\"*\"}",
            "POST /_msearch {\"index\":\"logs-acme-a\"}\n{}\n{\"index\":\"logs-canary-a\"}\n{}\n",
            "POST /_msearch {\"index\":\"logs-acme-a\"}\n{}\n{}\n{}\n",
            "POST /_msearch {\"index\":\"logs-acme-a\"}\n{}\n{\"index\":[]}\n{\"size\":0,\"aggs\":{\"w\":{\"terms\":{\"field\":\"who.keyword\"}}}}\n",
            "POST /orders-acme/_msearch {\"index\":[]}\n{\"size\":0,\"aggs\":{\"w\":{\"terms\":{\"field\":\"who.keyword\"}}}}\n",
            "POST /orders-acme/_msearch {\"index\":[]}\n\n",
            "POST /_mget {\"docs\":[{\"_index\":\"logs-acme-a\",\"_id\":\"1\"},{\"_index\":\"logs-canary-a\",\"_id\":\"1\"}]}",
            "POST /_mget {\"docs\":[{\"_index\":\"canary.orders\",\"_id\":\"1\"}]}",
            "POST /logs-acme-a/_bulk {\"delete\":{\"_index\":\"logs-canary-a\",\"_id\":\"1\"}}\n{\"delete\":{\"_index\":\"canary.orders\",\"_id\":\"1\"}}\n",
            "POST /_bulk {\"index\":{\"_index\":\"orders-acme\",\"_id\":\"9\"}}\n{}\n{\"delete\":{\"_index\":\"orders-canary\",\"_id\":\"1\"}}\n",
            "POST /orders-acme/_search {\"query\":{\"terms\":{\"who.keyword\":{\"index\":\"orders-canary\",\"id\":\"1\",\"path\":\"who\"}}}}",
            "POST /orders-acme/_search {\"query\":{\"term\":{\"_index\":\"canary.orders\"}}}",
            "POST /orders-acme/_search {\"indices_boost\":[{\"orders-canary\":1}]}",
            "POST /orders-acme/_search {\"size\":0,\"aggs\":{\"i\":{\"terms\":{\"field\":\"_index\"}}}}",
            "GET /orders-acme/_mapping",
            "GET /orders-acme/_settings",
            "GET /orders-acme/_field_caps?fields=*&include_unmapped",
            "GET /_cat/indices/orders-acme?format=json",
            "GET /logs-acme-none/_doc/1",
            "GET /orders-acme-none/_search",
            "PUT /orders-acme/_doc/2?if_seq_no=9&if_primary_term=9 {}");

    @TempDir
    Path directory;

    @ParameterizedTest
    @EachServer(except = {ServerKind.ELASTICSEARCH_8, ServerKind.ELASTICSEARCH_9})
    void namesAreOfOneTenantAndComeBackAsTheyWereWritten(ServerKind kind) throws Exception {
        DevCluster cluster = SharedClusters.empty(kind);
        try (TenantGateway gateway = TenantGateway.start(cluster, directory.resolve(kind.name()), FROM, LAYOUTS)) {
            assertThat(gateway.direct(cluster, "PUT", "/logs-a", MAPPING).status())
                    .isEqualTo(200);
            for (String tenant : List.of("acme", "canary")) {
                gateway.bulk("", BULK.formatted(tenant));
            }
            String before = ofTheOther(gateway, cluster);

            reachesNothingOfTheOther(gateway);
            seesNamesAsWritten(gateway);
            readsIndicesOfBothLayoutsAtOnce(gateway);
            assertThat(gateway.as("", "GET", "/", "").json().has("version")).isTrue();
            followsHandles(gateway, kind);
            staysOnOneShard(gateway, cluster);

            assertThat(ofTheOther(gateway, cluster)).isEqualTo(before);
        }
    }

    private static String ofTheOther(TenantGateway gateway, DevCluster cluster) throws Exception {
        gateway.direct(cluster, "POST", "/_refresh", "");
        return gateway.direct(
                        cluster,
                        "GET",
                        "/_all/_search?q=who:canary&sort=_index,n&version=true&filter_path=hits.hits",
                        "")
                .body();
    }

    private static void reachesNothingOfTheOther(TenantGateway gateway) throws Exception {
        gateway.assertNothingOfOthersIn(
                ATTACKS,
                // Responses may repeat what the attacks themselves said.
                answer -> answer.replaceAll("\"_index\":\"(logs-canary-a|canary.orders|orders-canary)\"", "")
                        .replaceAll("\\[[^\\]]*(canary|can%61ry)[^\\]]*\\]", "")
                        .replaceAll("/orders-canary|\\*-canar\\*", ""),
                "canary",
                "acme.",
                "acme:",
                "tenant_id");
        List<String> taken = new ArrayList<>();
        for (String attack : ATTACKS.subList(0, 18)) {
            String[] parts = attack.split(" ", 3);
            int status = gateway.as("", parts[0], parts[1], "").status();
            if (status != 403 && status != 400) {
                taken.add(attack + " -> " + status);
            }
        }
        assertThat(taken).isEmpty();
    }

    private static void readsIndicesOfBothLayoutsAtOnce(TenantGateway gateway) throws Exception {
        JsonNode documents = gateway.as(
                        "",
                        "POST",
                        "/_mget",
                        "{\"docs\":[{\"_id\":\"1\",\"_index\":\"logs-acme-a\"},{\"_index\":\"orders-acme\",\"_id\":\"1\"},{\"_index\":\"logs-acme-a\",\"_id\":\"none\"}]}")
                .json();
        assertThat(documents.findValuesAsText("_index")).containsExactly("logs-acme-a", "orders-acme", "logs-acme-a");
        assertThat(documents.findValuesAsText("_id")).containsExactly("1", "1", "none");
        assertThat(documents.findValuesAsText("found")).containsExactly("true", "true", "false");
        JsonNode answers = gateway.as(
                        "",
                        "POST",
                        "/_msearch",
                        "{\"index\":\"logs-acme-a\"}\n{\"size\":1}\n{\"index\":\"orders-acme\"}\n{\"size\":1}\n")
                .json();
        assertThat(answers.findValuesAsText("_index")).containsExactly("logs-acme-a", "orders-acme");
        assertThat(documents.toString() + answers).doesNotContain("tenant_id", "canary", "acme:");
    }

    private static void seesNamesAsWritten(TenantGateway gateway) throws Exception {
        JsonNode hits =
                gateway.as("", "GET", "/logs-acme-*/_search?sort=n", "").json().at("/hits/hits");
        assertThat(hits.findValuesAsText("_index")).containsExactly("logs-acme-a", "logs-acme-a");
        assertThat(hits.findValuesAsText("_id")).containsExactly("1", "2");
        assertThat(gateway.as("", "GET", "/orders-acme,orders-acme-*/_search", "")
                        .json()
                        .at("/hits/hits/0/_index")
                        .asText())
                .isEqualTo("orders-acme");
        TenantGateway.Answer missing = gateway.as("", "GET", "/orders-acme-none/_search", "");
        assertThat(missing.body()).contains("[orders-acme-none]").doesNotContain("acme.orders");
        TenantGateway.Answer written = gateway.as("", "PUT", "/orders-acme-2026/_doc/7?refresh=true", "{\"n\":7}");
        assertThat(written.whole().headers().firstValue("Location")).hasValue("/orders-acme-2026/_doc/7");
        assertThat(gateway.as("", "GET", "/_cat/indices/orders-acme-*?format=json&h=index", "")
                        .body())
                .isEqualTo("[{\"index\":\"orders-acme-2026\"}]");
        assertThat(gateway.as("", "GET", "/orders-acme-*/_mapping", "")
                        .json()
                        .fieldNames()
                        .next())
                .isEqualTo("orders-acme-2026");
        JsonNode buckets = gateway.as(
                        "",
                        "POST",
                        "/orders-acme,orders-acme-2026/_search",
                        "{\"size\":0,\"query\":{\"prefix\":{\"_index\":\"orders-acme-2\"}},\"aggs\":{\"i\":{\"terms\":{\"field\":\"_index\"}}}}")
                .json()
                .at("/aggregations/i/buckets");
        assertThat(buckets.findValuesAsText("key")).containsExactly("orders-acme-2026");
        assertThat(gateway.as("", "DELETE", "/orders-acme-2026", "").status()).isEqualTo(200);
        assertThat(gateway.as("", "HEAD", "/orders-acme-2026", "").status()).isEqualTo(404);
    }

    private static void followsHandles(TenantGateway gateway, ServerKind kind) throws Exception {
        String id = gateway.as("", "POST", "/logs-acme-a/_search?scroll=1m&size=1&sort=n", "")
                .json()
                .path("_scroll_id")
                .asText();
        JsonNode next = gateway.as("", "POST", "/_search/scroll", "{\"scroll\":\"1m\",\"scroll_id\":\"" + id + "\"}")
                .json();
        assertThat(next.at("/hits/hits/0/_index").asText()).isEqualTo("logs-acme-a");
        assertThat(next.at("/hits/hits/0/_id").asText()).isEqualTo("2");
        String pit = gateway.pointInTime("", "logs-acme-a", kind);
        JsonNode found = gateway.as("", "POST", "/_search", "{\"pit\":{\"id\":\"" + pit + "\"}}")
                .json();
        assertThat(found.at("/hits/hits").findValuesAsText("_index")).containsExactly("logs-acme-a", "logs-acme-a");
        assertThat(gateway.as("", "DELETE", "/_search/scroll", "{\"scroll_id\":[\"" + id + "\"]}")
                        .status())
                .isEqualTo(200);
    }

    private static void staysOnOneShard(TenantGateway gateway, DevCluster cluster) throws Exception {
        JsonNode drawn = gateway.as("", "POST", "/logs-acme-a/_doc?refresh=true", "{\"n\":9}")
                .json();
        String id = drawn.path("_id").asText();
        assertThat(gateway.as("", "GET", "/logs-acme-a/_doc/" + id, "").body())
                .contains("\"_source\":{\"n\":9}")
                .doesNotContain("_routing");
        assertThat(gateway.as("", "POST", "/logs-acme-a/_update/1?refresh=true", "{\"doc\":{\"n\":10}}")
                        .status())
                .isEqualTo(200);
        assertThat(gateway.as("", "POST", "/logs-acme-a/_mget", "{\"ids\":[\"1\",\"2\",\"" + id + "\"]}")
                        .json()
                        .findValuesAsText("found"))
                .containsExactly("true", "true", "true");
        JsonNode several = gateway.as(
                        "",
                        "POST",
                        "/logs-acme-a/_msearch",
                        "{}\n{}\n{\"index\":\"logs-acme-*\"}\n{\"query\":{\"term\":{\"n\":10}}}\n")
                .json();
        assertThat(several.at("/responses/0/hits/total/value").asInt()).isEqualTo(3);
        assertThat(several.at("/responses/1/hits/hits/0/_id").asText()).isEqualTo("1");
        assertThat(several.at("/responses/0/_shards/total").asInt()).isEqualTo(1);
        assertThat(gateway.as("", "GET", "/logs-acme-a/_count", "")
                        .json()
                        .path("count")
                        .asInt())
                .isEqualTo(3);
        assertThat(shards(gateway, cluster, "acme")).containsExactlyInAnyOrder(0, 0, 3);
        assertThat(shards(gateway, cluster, "canary")).containsExactlyInAnyOrder(0, 0, 2);
        assertThat(gateway.as(
                                "",
                                "POST",
                                "/logs-acme-a/_delete_by_query?refresh=true",
                                "{\"query\":{\"match_all\":{}}}")
                        .json()
                        .path("deleted")
                        .asInt())
                .isEqualTo(3);
    }

    /** How many documents of a tenant lie in each shard. */
    private static List<Integer> shards(TenantGateway gateway, DevCluster cluster, String tenant) throws Exception {
        List<Integer> counts = new ArrayList<>();
        for (int shard = 0; shard < 3; shard++) {
            counts.add(gateway.direct(
                            cluster, "GET", "/logs-a/_count?preference=_shards:" + shard + "&q=tenant_id:" + tenant, "")
                    .json()
                    .path("count")
                    .asInt());
        }
        return counts;
    }
}
