package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Two tenants with the same ids in one index: each sees its own documents, and nothing of the other. */
class SharedLayoutIT {

    private static final String LAYOUT =
            "[{ shared: { indices: [logs, orders, \"more-*\"] } }, { indexPerTenant: { indices: [\"own*\"] } }]";
    private static final String MAPPING = """
            {"settings":{"number_of_shards":2,"number_of_replicas":0},"mappings":{"dynamic":false,"properties":{\
            "tenant_id":{"type":"keyword"},"who":{"type":"keyword"},"n":{"type":"long"},"t":{"type":"text"},\
            "c":{"type":"nested","properties":{"x":{"type":"long"}}}}}}""";
    private static final String BULK = """
            {"index":{"_index":"logs","_id":"1"}}
            {"who":"%1$s","n":1,"t":"secret %1$s","c":[{"x":1},{"x":2}]}
            {"create":{"_index":"logs","_id":"2"}}
            {"who":"%1$s","n":2,"t":"secret %1$s two"}
            {"index":{"_index":"logs"}}
            {"who":"%1$s","n":3,"t":"drawn"}
            {"index":{"_index":"own","_id":"acme:4"}}
            {"n":4}
            {"update":{"_index":"logs","_id":"1"}}
            {"doc":{"n":10}}
            {"update":{"_index":"logs","_id":"5"}}
            {"doc":{"n":5},"doc_as_upsert":true}
            """;

    /** What is asked as one tenant. No answer may name the other, the field, or the cluster's ids. */
    private static final List<String> READS = List.of(
            "GET /",
            "GET /logs/_search",
            "GET /logs/_search?q=who:canary",
            "GET /logs/_search?q=secret&df=t",
            "GET /logs/_search?q=tenant_id:canary",
            "GET /logs/_search?q=_id:canary%5C:1",
            "GET /l*/_search?sort=n:desc&_source_includes=n",
            "GET /logs/_search?docvalue_fields=*&stored_fields=*",
            "GET /logs/_count",
            "GET /logs/_count?q=t:secret",
            "GET /logs/_doc/1",
            "GET /logs/_doc/canary:1",
            "GET /logs/_doc/none",
            "GET /logs/_doc/1?_source_includes=ten*",
            "GET /logs/_source/1",
            "GET /logs/_source/none",
            "GET /logs/_mapping",
            "GET /logs/_mapping/field/*",
            "GET /logs/_field_caps?fields=*",
            "GET /logs/_validate/query?q=n:x",
            "POST /logs/_refresh",
            "GET /vault/_search",
            "GET /logs/_mget {\"ids\":[\"1\",\"canary:1\",\"none\"]}",
            "POST /logs/_search {\"query\":{\"match\":{\"t\":\"secret\"}},\"highlight\":{\"fields\":{\"*\":{}}},\"fields\":[\"*\"]}",
            "POST /logs/_search {\"query\":{\"nested\":{\"path\":\"c\",\"query\":{\"match_all\":{}},\"inner_hits\":{}}}}",
            "POST /logs/_search {\"collapse\":{\"field\":\"who\"}}",
            "POST /logs/_search {\"size\":0,\"aggs\":{\"i\":{\"terms\":{\"field\":\"_index\"},\"aggs\":{\"h\":{\"top_hits\":{}}}},"
                    + "\"w\":{\"terms\":{\"field\":\"who\"}},\"f\":{\"filters\":{\"other_bucket\":true,\"filters\":{\"a\":{\"ids\":{\"values\":[\"1\"]}}}}}}}",
            "POST /logs/_search {\"query\":{\"match\":{\"n\":\"no number\"}}}",
            "POST /logs/_search {\"query\":{\"query_string\":{\"query\":\"acme canary\"}}}",
            "POST /logs/_search {\"query\":{\"bool\":{\"should\":[{\"bool\":{\"must_not\":[{\"match_all\":{}}]}},{\"match_all\":{}}]}}}",
            "POST /logs/_search {\"sort\":[{\"nosuch\":\"asc\"}]}",
            "POST /logs/_msearch {}\n{}\n{\"index\":\"orders\"}\n{}\n{\"index\":\"l*\"}\n{\"size\":0}\n",
            "PUT /logs/_create/1 {}",
            "PUT /logs/_doc/1?if_seq_no=99&if_primary_term=1 {}",
            "PUT /logs/_doc/1 {\"n\":\"no number\"}",
            "PUT /logs/_doc/1 {\"tenant_id\":\"canary\"}",
            "PUT /logs/_doc/1 {\"tenant_id.\":\"canary\"}",
            "POST /logs/_update/none {\"doc\":{}}",
            "POST /logs/_delete_by_query {}",
            "POST /logs/_bulk {\"create\":{\"_id\":\"1\"}}\n{}\n{\"index\":{\"_index\":\"vault\",\"_id\":\"1\"}}\n{}\n");

    @TempDir
    Path directory;

    @ParameterizedTest
    @EachServer(except = {ServerKind.ELASTICSEARCH_8, ServerKind.ELASTICSEARCH_9})
    void tenantsInOneIndexSeeOnlyTheirOwn(ServerKind kind) throws Exception {
        DevCluster cluster = SharedClusters.empty(kind);
        try (TenantGateway gateway = TenantGateway.start(cluster, directory.resolve(kind.name()), LAYOUT)) {
            for (String index : List.of("logs", "orders", "more-%E4%B8%AD%E6%96%87")) {
                assertThat(gateway.direct(cluster, "PUT", "/" + index, MAPPING).status())
                        .isEqualTo(200);
            }
            for (String tenant : List.of("acme", "canary")) {
                TenantGateway.Answer bulk = gateway.bulk(tenant, BULK.formatted(tenant));
                assertThat(bulk.json().findValuesAsText("_id").getLast()).isEqualTo("5");
            }
            String before = documents(gateway, cluster);

            asksForNothingOfTheOther(gateway);
            findsItsOwn(gateway);
            writesWithAndWithoutIds(gateway);
            handlesOpenForTheirTenantOnly(gateway, kind);
            changesItsOwn(gateway);
            gateway.assertWritesSayWhere("acme", "more-中文");
            isClosedWhileAMappingLetsTenantsMeet(gateway, cluster);

            assertThat(documents(gateway, cluster)).isEqualTo(before);
        }
    }

    private static String documents(TenantGateway gateway, DevCluster cluster) throws Exception {
        return gateway.direct(
                        cluster,
                        "GET",
                        "/logs/_search?q=tenant_id:canary&sort=n&version=true&filter_path=hits.hits",
                        "")
                .body();
    }

    private static void asksForNothingOfTheOther(TenantGateway gateway) throws Exception {
        gateway.assertNothingOfOthersIn(
                READS,
                answer -> answer.replace("\"canary:1\"", "")
                        .replace("[canary:1]", "")
                        .replace("/tenant_id", ""),
                "canary",
                "acme:",
                "tenant_id");
    }

    private static void findsItsOwn(TenantGateway gateway) throws Exception {
        JsonNode all = gateway.as("acme", "GET", "/logs/_search?sort=n", "").json();
        assertThat(all.at("/hits/total/value").asInt()).isEqualTo(4);
        assertThat(all.at("/hits/hits/0/_id").asText()).isEqualTo("2");
        assertThat(all.at("/hits/hits/0/_source").toString())
                .isEqualTo("{\"who\":\"acme\",\"n\":2,\"t\":\"secret acme two\"}");
        assertThat(total(gateway, "GET", "/logs/_search?q=secret&df=t", "")).isEqualTo(2);
        assertThat(total(
                        gateway,
                        "POST",
                        "/logs/_search",
                        "{\"query\":{\"ids\":{\"values\":[\"1\",\"2\",\"canary:1\"]}}}"))
                .isEqualTo(2);
        assertThat(total(gateway, "POST", "/logs/_search", "{\"query\":{\"terms\":{\"_id\":[\"1\",\"7\"]}}}"))
                .isEqualTo(1);
        assertThat(gateway.as("acme", "GET", "/logs/_count", "")
                        .json()
                        .path("count")
                        .asInt())
                .isEqualTo(4);
        assertThat(gateway.as("acme", "GET", "/logs/_source/1", "").body())
                .contains("\"n\":10")
                .doesNotContain("tenant_id");
        assertThat(gateway.as("acme", "GET", "/own/_doc/acme:4", "")
                        .json()
                        .path("_id")
                        .asText())
                .isEqualTo("acme:4");
        JsonNode several = gateway.as("acme", "POST", "/logs/_msearch", "{}\n{}\n{\"index\":\"orders\"}\n{}\n")
                .json();
        assertThat(several.at("/responses/0/hits/total/value").asInt()).isEqualTo(4);
        assertThat(several.at("/responses/1/hits/total/value").asInt()).isZero();
    }

    private static int total(TenantGateway gateway, String method, String target, String body) throws Exception {
        return gateway.as("acme", method, target, body)
                .json()
                .at("/hits/total/value")
                .asInt();
    }

    private static void writesWithAndWithoutIds(TenantGateway gateway) throws Exception {
        TenantGateway.Answer drawn = gateway.as("acme", "POST", "/orders/_doc?refresh=true", "{\"n\":1}");
        String id = drawn.json().path("_id").asText();
        assertThat(drawn.status()).as(drawn.toString()).isEqualTo(201);
        assertThat(id).hasSize(20);
        assertThat(drawn.whole().headers().firstValue("Location")).hasValue("/orders/_doc/" + id);
        assertThat(gateway.as("acme", "GET", "/orders/_doc/" + id, "").body()).contains("\"_source\":{\"n\":1}");
        assertThat(gateway.as("canary", "GET", "/orders/_doc/" + id, "").status())
                .isEqualTo(404);
        TenantGateway.Answer updated =
                gateway.as("acme", "POST", "/orders/_update/" + id + "?_source=true", "{\"doc\":{\"n\":2}}");
        assertThat(updated.json().at("/get/_source").toString())
                .as(updated.toString())
                .isEqualTo("{\"n\":2}");
        assertThat(gateway.as("acme", "DELETE", "/orders/_doc/" + id + "?refresh=true", "")
                        .status())
                .isEqualTo(200);
    }

    private static void handlesOpenForTheirTenantOnly(TenantGateway gateway, ServerKind kind) throws Exception {
        JsonNode second = gateway.secondPage("acme", "canary");
        assertThat(second.at("/hits/hits")).hasSize(2);
        assertThat(second.at("/hits/hits/1/_id").asText()).isEqualTo("1");

        String id = gateway.pointInTime("acme", kind);
        String search = "{\"pit\":{\"id\":\"" + id + "\",\"keep_alive\":\"1m\"}}";
        assertThat(gateway.as("canary", "POST", "/_search", search).status()).isEqualTo(404);
        assertThat(total(gateway, "POST", "/_search", search)).isEqualTo(4);
        assertThat(total(gateway, "POST", "/_search", "{\"query\":{\"term\":{\"n\":10}}," + search.substring(1)))
                .isEqualTo(1);
    }

    private static void isClosedWhileAMappingLetsTenantsMeet(TenantGateway gateway, DevCluster cluster)
            throws Exception {
        gateway.direct(cluster, "PUT", "/logs/_mapping", "{\"dynamic\":true}");
        awaitSearch(gateway, 503);
        TenantGateway.Answer closed = gateway.as("acme", "GET", "/orders/_search", "");
        assertThat(closed.body()).contains("sluice_mapping_unfit").doesNotContain("logs", "dynamic");
        assertThat(gateway.as("acme", "GET", "/own/_search", "").status()).isEqualTo(200);
        gateway.direct(cluster, "PUT", "/logs/_mapping", "{\"dynamic\":\"strict\"}");
        awaitSearch(gateway, 200);

        String hidden = MAPPING.replace("{\"number", "{\"hidden\":true,\"number")
                .replace("\"t\":{", "\"q\":{\"type\":\"percolator\"},\"t\":{");
        gateway.direct(cluster, "PUT", "/behind", hidden);
        gateway.direct(cluster, "PUT", "/behind/_alias/more-1", "");
        gateway.direct(cluster, "POST", "/behind/_close", "");
        awaitSearch(gateway, 503);
        gateway.direct(cluster, "DELETE", "/behind", "");
        awaitSearch(gateway, 200);

        // The server shows no index at all to whoever asks for one whose metadata are blocked among others.
        gateway.direct(
                cluster,
                "PUT",
                "/more-blocked",
                "{\"settings\":{\"index.blocks.metadata\":true},\"mappings\":{\"dynamic\":true,"
                        + "\"properties\":{\"tenant_id\":{\"type\":\"keyword\"}}}}");
        awaitSearch(gateway, 503);
        gateway.direct(cluster, "PUT", "/more-blocked/_settings", "{\"index.blocks.metadata\":false}");
        gateway.direct(cluster, "DELETE", "/more-blocked", "");
        awaitSearch(gateway, 200);
        assertThat(gateway.log())
                .contains("logs: dynamic is true", "behind: q is a percolator", "more-blocked: dynamic is true")
                .containsOnlyOnce("logs: dynamic is true");
    }

    private static void awaitSearch(TenantGateway gateway, int status) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(
                                gateway.as("acme", "GET", "/orders/_search", "").status())
                        .isEqualTo(status));
    }

    private static void changesItsOwn(TenantGateway gateway) throws Exception {
        TenantGateway.Answer without = gateway.as("acme", "POST", "/logs/_delete_by_query", "{}");
        assertThat(without.status()).as(without.toString()).isEqualTo(400);
        TenantGateway.Answer updated = gateway.as("acme", "POST", "/logs/_update_by_query?refresh=true", "");
        assertThat(updated.json().path("updated").asInt())
                .as(updated.toString())
                .isEqualTo(4);
        assertThat(gateway.as("acme", "POST", "/logs/_delete_by_query?refresh=true&q=n:5", "")
                        .json()
                        .path("deleted")
                        .asInt())
                .isEqualTo(1);
        TenantGateway.Answer deleted =
                gateway.as("acme", "POST", "/logs/_delete_by_query?refresh=true", "{\"query\":{\"match_all\":{}}}");
        assertThat(deleted.json().path("deleted").asInt())
                .as(deleted.toString())
                .isEqualTo(3);
        assertThat(gateway.as("acme", "HEAD", "/logs", "").status()).isEqualTo(200);
        assertThat(gateway.as("acme", "DELETE", "/logs", "").status()).isEqualTo(403);
    }
}
