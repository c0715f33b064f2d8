package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Two tenants with equal index names and ids on one cluster: each sees only its own data. */
class IndexPerTenantIT {

    private static final String LAYOUT = "[{ indexPerTenant: { indices: [\"*\"] } }]";
    private static final String MAPPING = """
            {"settings":{"number_of_shards":2,"number_of_replicas":0},"mappings":{"properties":{"who":{"type":"keyword"},\
            "n":{"type":"long"},"t":{"type":"text"}}}}""";
    private static final String BULK = """
            {"index":{"_index":"logs","_id":"1"}}
            {"who":"%1$s","n":1,"t":"secret %1$s"}
            {"create":{"_index":"logs","_id":"2"}}
            {"who":"%1$s","n":2,"t":"secret %1$s two"}
            {"index":{"_index":"orders","_id":"_search"}}
            {"who":"%1$s","n":3}
            {"update":{"_index":"logs","_id":"1"}}
            {"doc":{"n":10}}
            """;

    /** What is asked as one tenant. No answer may name the other, or the cluster's names. */
    private static final List<String> READS = List.of(
            "GET /",
            "GET /_license?human=false",
            "GET /_xpack",
            "GET /_nodes/http?timeout=1s",
            "GET /_search",
            "GET /_all/_search",
            "GET /*/_search?q=who:canary",
            "GET /logs,orders/_search?sort=n",
            "GET /l*,-logs/_search",
            "GET /_count",
            "GET /logs/_doc/1",
            "GET /logs/_doc/none",
            "GET /none/_doc/1",
            "GET /none/_search",
            "GET /logs/_source/1",
            "GET /logs/_source/none",
            "GET /orders/_doc/_search",
            "GET /_mapping",
            "GET /logs/_mapping",
            "GET /logs/_mappings",
            "GET /_search_shards",
            "GET /logs/_search_shards",
            "GET /logs/_mapping/field/who,n",
            "GET /_settings",
            "GET /logs",
            "GET /none",
            "GET /_cat/indices?format=json",
            "GET /_cat/indices?format=json&h=i,dc",
            "GET /_cat/count?format=json",
            "GET /_field_caps?fields=*",
            "GET /logs/_explain/1?q=n:10",
            "GET /_validate/query?q=n:10&explain=true",
            "POST /logs/_refresh",
            "GET /_mget {\"docs\":[{\"_index\":\"logs\",\"_id\":\"1\"},{\"_index\":\"none\",\"_id\":\"1\"}]}",
            "GET /logs/_mget {\"ids\":[\"1\",\"2\",\"3\"]}",
            "POST /_search {\"query\":{\"match\":{\"t\":\"secret\"}},\"highlight\":{\"fields\":{\"t\":{}}},\"explain\":true}",
            "POST /_search {\"size\":0,\"aggs\":{\"i\":{\"terms\":{\"field\":\"_index\"},\"aggs\":{\"h\":{\"top_hits\":{}}}},"
                    + "\"g\":{\"global\":{},\"aggs\":{\"w\":{\"terms\":{\"field\":\"who\",\"min_doc_count\":0}}}}}}",
            "POST /_search {\"query\":{\"terms\":{\"who\":{\"index\":\"logs\",\"id\":\"1\",\"path\":\"who\"}}}}",
            "POST /_search {\"query\":{\"terms\":{\"who\":{\"index\":\"none\",\"id\":\"1\",\"path\":\"who\"}}}}",
            "POST /_search {\"query\":{\"term\":{\"_index\":\"orders\"}}}",
            "POST /_search {\"query\":{\"match\":{\"n\":\"no number\"}}}",
            "POST /_search {\"suggest\":{\"s\":{\"text\":\"secert\",\"term\":{\"field\":\"t\"}}}}",
            "POST /_search {\"sort\":[{\"nosuch\":\"asc\"}]}",
            "POST /_msearch {}\n{}\n{\"index\":\"none\"}\n{}\n{\"index\":\"l*\"}\n{\"size\":0}\n",
            "PUT /logs " + MAPPING,
            "PUT /Upper {}",
            "PUT /logs/_create/1 {}",
            "PUT /logs/_doc/1?if_seq_no=99&if_primary_term=1 {}",
            "POST /logs/_update/none {\"doc\":{}}",
            "POST /_bulk {\"create\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n{}\n{\"index\":{\"_index\":\"Bad\"}}\n{}\n"
                    + "{\"index\":{\"_index\":\"canary.logs\",\"pipeline\":\"p\"}}\n{}\n");

    @TempDir
    Path directory;

    @ParameterizedTest
    @EachServer(except = {ServerKind.ELASTICSEARCH_8, ServerKind.ELASTICSEARCH_9})
    void tenantsWithTheSameNamesSeeOnlyTheirOwn(ServerKind kind) throws Exception {
        DevCluster cluster = SharedClusters.empty(kind);
        try (TenantGateway gateway = TenantGateway.start(cluster, directory.resolve(kind.name()), LAYOUT)) {
            for (String tenant : List.of("acme", "canary")) {
                for (String index : List.of("logs", "orders")) {
                    assertThat(gateway.as(tenant, "PUT", "/" + index, MAPPING).status())
                            .isEqualTo(200);
                }
                gateway.bulk(tenant, BULK.formatted(tenant));
            }
            String before = documents(gateway, cluster, "canary");

            asksForNothingOfTheOther(gateway);
            findsItsOwn(gateway);
            handlesOpenForTheirTenantOnly(gateway, kind);
            changesItsOwn(gateway);
            gateway.assertWritesSayWhere("acme", "test-中文", "café");

            assertThat(documents(gateway, cluster, "canary")).isEqualTo(before);
        }
    }

    private static String documents(TenantGateway gateway, DevCluster cluster, String tenant) throws Exception {
        return gateway.direct(cluster, "GET", "/" + tenant + ".*/_search?sort=n&version=true&filter_path=hits.hits", "")
                .body();
    }

    private static void asksForNothingOfTheOther(TenantGateway gateway) throws Exception {
        gateway.assertNothingOfOthersIn(READS, answer -> answer.replace("canary.logs", ""), "canary", "acme.");
    }

    private static void findsItsOwn(TenantGateway gateway) throws Exception {
        JsonNode all = gateway.as("acme", "GET", "/_search?sort=n", "").json();
        assertThat(all.at("/hits/total/value").asInt()).isEqualTo(3);
        assertThat(all.at("/hits/hits").findValuesAsText("_index")).containsExactly("logs", "orders", "logs");
        // Servers with mapping types read this document's path as a search.
        assertThat(gateway.as("acme", "GET", "/orders/_doc/_search", "").status())
                .isEqualTo(400);
        assertThat(gateway.as("acme", "GET", "/orders/_mget", "{\"ids\":[\"_search\"]}")
                        .json()
                        .at("/docs/0/_source/n")
                        .asInt())
                .isEqualTo(3);
        assertThat(gateway.as("acme", "GET", "/_count", "").json().path("count").asInt())
                .isEqualTo(3);
        JsonNode buckets = gateway.as(
                        "acme", "POST", "/_search", "{\"size\":0,\"aggs\":{\"i\":{\"terms\":{\"field\":\"_index\"}}}}")
                .json();
        assertThat(buckets.at("/aggregations/i/buckets").findValuesAsText("key"))
                .containsExactly("logs", "orders");
        assertThat(gateway.as("acme", "POST", "/_search", "{\"query\":{\"term\":{\"_index\":\"orders\"}}}")
                        .json()
                        .at("/hits/total/value")
                        .asInt())
                .isEqualTo(1);
        assertThat(gateway.as("acme", "GET", "/_mapping", "").json().fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("logs", "orders");
        assertThat(gateway.as("acme", "GET", "/_cat/indices?format=json", "")
                        .json()
                        .findValuesAsText("index"))
                .containsExactlyInAnyOrder("logs", "orders");
        JsonNode several = gateway.as("acme", "POST", "/_msearch", "{}\n{}\n{\"index\":\"orders\"}\n{}\n")
                .json();
        assertThat(several.at("/responses/0/hits/total/value").asInt()).isEqualTo(3);
        assertThat(several.at("/responses/1/hits/total/value").asInt()).isEqualTo(1);
    }

    private static void handlesOpenForTheirTenantOnly(TenantGateway gateway, ServerKind kind) throws Exception {
        String scroll = gateway.as("canary", "POST", "/logs/_search?scroll=1m&size=1", "{\"sort\":[\"n\"]}")
                .json()
                .path("_scroll_id")
                .asText();
        String next = "{\"scroll\":\"1m\",\"scroll_id\":\"" + scroll + "\"}";
        TenantGateway.Answer foreign = gateway.as("acme", "POST", "/_search/scroll", next);
        assertThat(foreign.status()).isEqualTo(404);
        JsonNode own = gateway.as("canary", "POST", "/_search/scroll", next).json();
        assertThat(own.at("/hits/hits/0/_index").asText()).isEqualTo("logs");
        TenantGateway.Answer cleared = gateway.as(
                "canary",
                "DELETE",
                "/_search/scroll",
                "{\"scroll_id\":[\"" + own.path("_scroll_id").asText() + "\"]}");
        assertThat(cleared.status()).as(cleared.toString()).isEqualTo(200);

        boolean elastic = kind == ServerKind.ELASTICSEARCH_7;
        String id = gateway.pointInTime("canary", kind);
        String search = "{\"query\":{\"match_all\":{}},\"pit\":{\"id\":\"" + id + "\",\"keep_alive\":\"1m\"}}";
        assertThat(gateway.as("acme", "POST", "/_search", search).status()).isEqualTo(404);
        TenantGateway.Answer found = gateway.as("canary", "POST", "/_search", search);
        assertThat(found.json().at("/hits/total/value").asInt())
                .as(found.toString())
                .isEqualTo(2);
        String close = elastic ? "/_pit" : "/_search/point_in_time";
        String closing = elastic ? "{\"id\":\"" + id + "\"}" : "{\"pit_id\":[\"" + id + "\"]}";
        assertThat(gateway.as("acme", "DELETE", close, closing).status()).isEqualTo(404);
        assertThat(gateway.as("canary", "DELETE", close, closing).status()).isEqualTo(200);
    }

    private static void changesItsOwn(TenantGateway gateway) throws Exception {
        TenantGateway.Answer updated =
                gateway.as("acme", "POST", "/*/_update_by_query?refresh=true", "{\"query\":{\"term\":{\"n\":10}}}");
        assertThat(updated.json().path("updated").asInt())
                .as(updated.toString())
                .isEqualTo(1);
        TenantGateway.Answer deleted =
                gateway.as("acme", "POST", "/_all/_delete_by_query?refresh=true", "{\"query\":{\"match_all\":{}}}");
        assertThat(deleted.json().path("deleted").asInt())
                .as(deleted.toString())
                .isEqualTo(3);
        assertThat(gateway.as("acme", "DELETE", "/*", "").status()).isEqualTo(200);
        assertThat(gateway.as("acme", "HEAD", "/logs", "").status()).isEqualTo(404);
        assertThat(gateway.as("canary", "HEAD", "/logs", "").status()).isEqualTo(200);
    }
}
