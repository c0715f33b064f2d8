package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** A tenant in the nested layout: responses about an index equal the cluster's responses about a separate index. */
class NestedLayoutIT {

    private static final String LAYOUT = "[{ nested: { indices: [\"*\"], template: \"t-{tenant}\" } }]";
    private static final String PROPERTIES = """
            {"properties":{"who":{"type":"keyword"},"n":{"type":"long"},"t":{"type":"text","fields":{"raw":{"type":"keyword"}}},\
            "c":{"type":"nested","properties":{"x":{"type":"long"}}},"o":{"properties":{"p":{"type":"geo_point"}}},"d":{"type":"date"}}}""";
    private static final String SETTINGS = "\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0}";
    private static final String OF_THE_TENANT =
            "{" + SETTINGS + ",\"mappings\":{\"properties\":{\"baseIndex\":{\"type\":\"keyword\"}}}}";

    private static final String DELETING =
            "[{ nested: { indices: [\"*\"], template: \"t-{tenant}\", deletes: documents } }]";
    private static final String WRITTEN = """
            {"index":{"_index":"web","_id":"1"}}
            {"n":1}
            {"index":{"_index":"web-archive","_id":"1"}}
            {"n":1}
            """;

    private static final String BULK = """
            {"index":{"_index":"logs","_id":"1"}}
            {"who":"logs","n":1,"t":"the quick fox","c":[{"x":1},{"x":2}],"o":{"p":[1,2]},"d":"2020-01-01","e":1.0}
            {"create":{"_index":"logs","_id":"2"}}
            {"who":"b","n":2,"t":"the lazy dog, lazy","d":"2020-01-02"}
            {"index":{"_index":"logs","_id":"3"}}
            {"who":"b","n":3,"t":"a fox and a dog","o":{"p":[3,4]},"d":"2020-02-01"}
            {"update":{"_index":"logs","_id":"1"}}
            {"doc":{"n":10}}
            {"update":{"_index":"logs","_id":"4"}}
            {"doc":{"n":5,"who":"c"},"doc_as_upsert":true}
            {"delete":{"_index":"logs","_id":"9"}}
            """;
    /** Beside it in the tenant's index, and with fields of other types. */
    private static final String ASIDE = """
            {"index":{"_index":"orders-2020.01","_id":"1"}}
            {"who":7,"n":"fox","t":{"raw":"the quick fox"},"c":1}
            {"index":{"_index":"orders-2020.01","_id":"2"}}
            {"who":8,"logs":"logs","baseIndex":"logs"}
            {"index":{"_index":"orders","_id":"1"}}
            {"2020":{"01":{"who":1}}}
            """;

    private static final List<String> READS = List.of(
            "GET /logs/_search",
            "GET /logs/_search?q=fox",
            "GET /logs/_search?q=who:logs",
            "GET /logs/_search?q=t:(fox%20AND%20dog)%20-n:3&sort=n:desc",
            "GET /logs/_search?q=_exists_:o.p&df=t",
            "GET /logs/_search?q=*:*&_source=n,c.*",
            "GET /logs/_search?sort=d:desc&docvalue_fields=n,d&stored_fields=_none_",
            "GET /logs/_search?_source_excludes=t,c&track_scores=true&sort=who,n",
            "GET /logs/_search?q=n:x",
            "GET /logs/_count?q=t:lazy",
            "GET /logs/_doc/1",
            "GET /logs/_doc/1?_source_includes=c",
            "GET /logs/_doc/none",
            "GET /logs/_source/2",
            "GET /logs/_mget {\"ids\":[\"1\",\"none\"]}",
            "GET /logs/_mget {\"docs\":[{\"_id\":\"2\",\"_source\":[\"who\"]},{\"_index\":\"logs\",\"_id\":\"3\",\"stored_fields\":[\"t\"]}]}",
            "GET /logs/_mapping",
            "GET /logs/_field_caps?fields=*",
            "GET /logs/_field_caps?fields=t*,n",
            "GET /logs/_validate/query?q=n:x",
            "POST /logs/_explain/3 {\"query\":{\"match\":{\"t\":\"fox\"}}}",
            "POST /logs/_search {\"query\":{\"match\":{\"t\":\"fox\"}},\"highlight\":{\"fields\":{\"*\":{}}},\"fields\":[\"*\"]}",
            "POST /logs/_search {\"query\":{\"multi_match\":{\"query\":\"dog\"}}}",
            "POST /logs/_search {\"query\":{\"multi_match\":{\"query\":\"fox\",\"fields\":[\"t*^2\",\"who\"]}}}",
            "POST /logs/_search {\"query\":{\"query_string\":{\"query\":\"t.raw:the* OR who:/l.*/ OR n:[2 TO 3]\"}}}",
            "POST /logs/_search {\"query\":{\"simple_query_string\":{\"query\":\"fox +dog\"}}}",
            "POST /logs/_search {\"query\":{\"multi_match\":{\"query\":\"fox\",\"fields\":[\"*\"]}}}",
            "POST /logs/_search {\"query\":{\"multi_match\":{\"query\":\"fox\",\"fields\":[\"n\",\"*^2\"]}}}",
            "POST /logs/_search {\"query\":{\"query_string\":{\"query\":\"fox\",\"default_field\":\"*\"}}}",
            "POST /logs/_search {\"query\":{\"simple_query_string\":{\"query\":\"fox +dog\",\"fields\":[\"*\"]}}}",
            "GET /logs/_search?q=fox&df=*",
            "POST /logs/_search {\"query\":{\"nested\":{\"path\":\"c\",\"query\":{\"range\":{\"c.x\":{\"gt\":1}}},\"inner_hits\":{}}}}",
            "POST /logs/_search {\"query\":{\"nested\":{\"path\":\"c\",\"query\":{\"match_all\":{}},\"inner_hits\":{\"name\":\"c\",\"_source\":false,\"docvalue_fields\":[\"c.x\"]}}}}",
            "POST /logs/_search {\"collapse\":{\"field\":\"who\",\"inner_hits\":{\"name\":\"i\",\"sort\":[\"n\"]}},\"sort\":[\"n\"]}",
            "POST /logs/_search {\"query\":{\"term\":{\"_index\":\"logs\"}},\"sort\":[{\"n\":\"asc\"}],\"search_after\":[2]}",
            "POST /logs/_search {\"query\":{\"terms\":{\"n\":{\"index\":\"logs\",\"id\":\"2\",\"path\":\"n\"}}}}",
            "POST /logs/_search {\"query\":{\"ids\":{\"values\":[\"1\",\"orders:1\"]}}}",
            "POST /logs/_search {\"query\":{\"exists\":{\"field\":\"o\"}}}",
            "POST /logs/_search {\"query\":{\"geo_distance\":{\"distance\":\"10km\",\"o.p\":[1,2]}},\"sort\":[{\"_geo_distance\":{\"o.p\":[3,4]}}]}",
            "POST /logs/_search {\"query\":{\"function_score\":{\"query\":{\"match\":{\"t\":\"dog\"}},\"field_value_factor\":{\"field\":\"n\"}}}}",
            "POST /logs/_search {\"query\":{\"intervals\":{\"t\":{\"match\":{\"query\":\"quick fox\"}}}}}",
            "POST /logs/_search {\"size\":0,\"aggs\":{\"i\":{\"terms\":{\"field\":\"_index\"}},"
                    + "\"w\":{\"terms\":{\"field\":\"who\",\"min_doc_count\":0},\"aggs\":{\"h\":{\"top_hits\":{\"sort\":[\"n\"]}},\"s\":{\"stats\":{\"field\":\"n\"}}}},"
                    + "\"m\":{\"missing\":{\"field\":\"d\"}},\"n\":{\"nested\":{\"path\":\"c\"},\"aggs\":{\"x\":{\"sum\":{\"field\":\"c.x\"}},\"h\":{\"top_hits\":{}}}}}}",
            "POST /logs/_search {\"size\":0,\"aggs\":{\"c\":{\"composite\":{\"sources\":[{\"k\":{\"terms\":{\"field\":\"who\"}}}]}},"
                    + "\"d\":{\"date_histogram\":{\"field\":\"d\",\"calendar_interval\":\"month\"},\"aggs\":{\"v\":{\"avg\":{\"field\":\"n\"}}}}}}",
            "POST /logs/_search?filter_path=suggest {\"suggest\":{\"s\":{\"text\":\"quik\",\"term\":{\"field\":\"t\"}}}}",
            "POST /logs/_search {\"query\":{\"match\":{\"n\":\"no number\"}}}",
            "POST /logs/_search {\"sort\":[{\"nosuch\":\"asc\"}]}",
            "POST /logs/_msearch {}\n{}\n{\"index\":\"logs\"}\n{\"query\":{\"match\":{\"t\":\"fox\"}}}\n{}\n{\"sort\":[\"nosuch\"]}\n",
            "PUT /logs/_create/1 {}",
            "PUT /logs/_doc/1 {\"n\":\"no number\"}",
            "PUT /logs/_doc/5?refresh=true {\"new\":{\"field\":true}}",
            "POST /logs/_update/none {\"doc\":{}}",
            "POST /logs/_update/2?_source=n,who&refresh=true {\"doc\":{\"n\":7}}",
            "POST /logs/_update_by_query?refresh=true {\"query\":{\"term\":{\"who\":\"b\"}}}",
            "POST /logs/_delete_by_query?refresh=true&q=n:3",
            "POST /logs/_bulk?refresh=true {\"create\":{\"_id\":\"1\"}}\n{}\n{\"index\":{\"_id\":\"6\"}}\n{\"d\":\"no date\"}\n{\"delete\":{\"_id\":\"5\"}}\n",
            "GET /logs/_mapping",
            "POST /logs/_delete_by_query?refresh=true {\"query\":{\"match_all\":{}}}",
            "GET /logs/_search");

    /** They have no {@code _delete_by_query} here. */
    private static final Set<ServerKind> WITHOUT_BY_QUERY =
            Set.of(ServerKind.ELASTICSEARCH_8, ServerKind.ELASTICSEARCH_9);

    /** Members about shards, sequence numbers and time. */
    private static final Set<String> MASKED = Set.of(
            "took",
            "request_id",
            "_shards",
            "_seq_no",
            "_primary_term",
            "_version",
            "index_uuid",
            "shard",
            "stack_trace",
            "batches");

    @TempDir
    Path directory;

    @ParameterizedTest
    @EachServer(except = {ServerKind.ELASTICSEARCH_8, ServerKind.ELASTICSEARCH_9})
    void anIndexBesideOthersIsLikeOneAlone(ServerKind kind) throws Exception {
        DevCluster cluster = SharedClusters.empty(kind);
        try (TenantGateway gateway = TenantGateway.start(cluster, directory.resolve(kind.name()), LAYOUT)) {
            for (String tenant : List.of("acme", "canary")) {
                created(gateway.direct(cluster, "PUT", "/t-" + tenant, OF_THE_TENANT));
                created(gateway.as(tenant, "PUT", "/logs/_mapping", PROPERTIES));
                gateway.bulk(tenant, ASIDE);
            }
            created(gateway.direct(cluster, "PUT", "/logs", "{" + SETTINGS + ",\"mappings\":" + PROPERTIES + "}"));
            gateway.bulk("canary", BULK);
            assertSame(gateway, cluster, "POST /_bulk?refresh=true " + BULK);

            List<String> different = new ArrayList<>();
            for (String read : READS) {
                String difference = difference(gateway, cluster, read);
                if (difference != null) {
                    different.add(difference);
                }
            }

            assertThat(different).isEmpty();
            assertMembersOfServersAreRefused(gateway, cluster);
            handlesKnowTheirIndex(gateway, kind);
            assertThat(gateway.as("canary", "GET", "/logs/_count", "").body()).contains("\"count\":4");
            assertThat(gateway.as("acme", "GET", "/orders-2020.01/_count", "").body())
                    .contains("\"count\":2");
            assertThat(gateway.as("acme", "GET", "/orders/_doc/1", "").body())
                    .contains("\"_source\":{\"2020\":{\"01\":{\"who\":1}}}");
            gateway.assertWritesSayWhere("acme", "test-中文", "café");
        }
    }

    // Where the name of a document's index is analysed, web is a word of web-archive.
    @ParameterizedTest
    @EachServer
    void changesOfOneIndexNeverReachDocumentsOfAnother(ServerKind kind) throws Exception {
        DevCluster cluster = SharedClusters.empty(kind);
        try (TenantGateway gateway = TenantGateway.start(cluster, directory.resolve(kind.name()), DELETING)) {
            gateway.bulk("dynamic", WRITTEN);
            for (String request : List.of(
                    "DELETE /web ",
                    "POST /web/_delete_by_query {\"query\":{\"match_all\":{}}}",
                    "POST /web/_update_by_query {\"query\":{\"match_all\":{}}}")) {
                String[] words = request.split(" ", 3);
                TenantGateway.Answer refused = gateway.as("dynamic", words[0], words[1], words[2]);
                assertThat(refused.status()).as(refused.toString()).isEqualTo(503);
                assertThat(refused.body()).contains("sluice_mapping_unfit");
            }
            assertThat(gateway.direct(cluster, "GET", "/t-dynamic/_count", "").body())
                    .contains("\"count\":2");

            if (!WITHOUT_BY_QUERY.contains(kind)) {
                TenantGateway.Answer missing =
                        gateway.as("missing", "POST", "/web/_delete_by_query", "{\"query\":{\"match_all\":{}}}");
                assertThat(missing.status()).as(missing.toString()).isEqualTo(404);
            }
            created(gateway.direct(cluster, "PUT", "/t-mapped", OF_THE_TENANT));
            gateway.bulk("mapped", WRITTEN);
            TenantGateway.Answer deleted = gateway.as("mapped", "DELETE", "/web", "");
            if (WITHOUT_BY_QUERY.contains(kind)) {
                assertThat(deleted.body()).doesNotContain("sluice_mapping_unfit");
                return;
            }
            created(deleted);
            assertThat(gateway.as("mapped", "GET", "/web/_count", "").body()).contains("\"count\":0");
            assertThat(gateway.as("mapped", "GET", "/web-archive/_count", "").body())
                    .contains("\"count\":1");
        }
    }

    private static void created(TenantGateway.Answer answer) {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    }

    private static void assertSame(TenantGateway gateway, DevCluster cluster, String request) throws Exception {
        assertThat(difference(gateway, cluster, request)).isNull();
    }

    private static String difference(TenantGateway gateway, DevCluster cluster, String request) throws Exception {
        String[] parts = request.split(" ", 3);
        String body = parts.length > 2 ? parts[2] : "";
        TenantGateway.Answer alone = gateway.direct(cluster, parts[0], parts[1], body);
        TenantGateway.Answer beside = gateway.as("acme", parts[0], parts[1], body);
        boolean same = alone.status() == beside.status() && masked(alone.json()).equals(masked(beside.json()));
        return same ? null : "\n" + request + "\nalone  " + alone + "\nbeside " + beside;
    }

    private static JsonNode masked(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove(MASKED);
            object.forEach(NestedLayoutIT::masked);
            JsonNode hits = object.get("hits");
            if (hits instanceof ArrayNode array) {
                List<JsonNode> sorted = new ArrayList<>();
                array.forEach(sorted::add);
                sorted.sort(Comparator.comparing(
                        hit -> hit.path("sort") + hit.path("_id").asText()));
                array.removeAll().addAll(sorted);
            }
        } else if (node instanceof ArrayNode array) {
            array.forEach(NestedLayoutIT::masked);
        }
        return node;
    }

    private static void assertMembersOfServersAreRefused(TenantGateway gateway, DevCluster cluster) throws Exception {
        for (String name :
                List.of("_id", "_index", "_source", "_routing", "_version", "_seq_no", "_ignored", "_field_names")) {
            String document = "{\"" + name + "\":\"x\"}";
            TenantGateway.Answer alone = gateway.direct(cluster, "PUT", "/logs/_doc/m", document);
            TenantGateway.Answer beside = gateway.as("acme", "PUT", "/logs/_doc/m", document);
            String lines = "{\"index\":{\"_id\":\"m\"}}\n" + document
                    + "\n{\"index\":{\"_id\":\"m\"}}\n{\"a\":{\"_id\":1}}\n" + "{\"update\":{\"_id\":\"m\"}}\n{\"doc\":"
                    + document + "}\n{\"delete\":{\"_id\":\"m\"}}\n";
            JsonNode items = gateway.as("acme", "POST", "/logs/_bulk?refresh=true", lines)
                    .json()
                    .get("items");

            assertThat(alone.status()).as(alone.toString()).isEqualTo(400);
            assertThat(beside.status()).as(beside.toString()).isEqualTo(400);
            assertThat(beside.json().at("/error/type")).isEqualTo(alone.json().at("/error/type"));
            assertThat(items.findValuesAsText("status"))
                    .as(items.toString())
                    .containsExactly("400", "201", "400", "200");
        }
    }

    private static void handlesKnowTheirIndex(TenantGateway gateway, ServerKind kind) throws Exception {
        gateway.bulk("acme", BULK);
        JsonNode second = gateway.secondPage("acme", "canary");
        assertThat(second.at("/hits/hits/1/_id").asText()).isEqualTo("1");
        assertThat(second.at("/hits/hits/1/_index").asText()).isEqualTo("logs");

        String id = gateway.pointInTime("acme", kind);
        String search = "{\"sort\":[\"n\"],\"pit\":{\"id\":\"" + id + "\",\"keep_alive\":\"1m\"}}";
        assertThat(gateway.as("canary", "POST", "/_search", search).status()).isEqualTo(404);
        assertThat(gateway.as("acme", "POST", "/_search", search)
                        .json()
                        .at("/hits/total/value")
                        .asInt())
                .isEqualTo(4);
    }
}
