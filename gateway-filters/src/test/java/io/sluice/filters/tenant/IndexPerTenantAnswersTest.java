package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tenant with indices of its own is answered. */
@Tag("slow")
class IndexPerTenantAnswersTest extends AcmeTest {

    IndexPerTenantAnswersTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    @Test
    void leavesNothingOutOfAnswersOfByQuery() {
        String answer =
                "{\"took\":1,\"timed_out\":false,\"slice_id\":0,\"total\":1,\"updated\":1,\"retries\":{\"bulk\":0},\"failures\":[]}";

        HarnessResult result = acme("POST", "/logs/_update_by_query")
                .body("{\"slice\":{\"id\":0,\"max\":2}}")
                .upstream(200, "application/json", answer)
                .send();

        assertThat(result.body()).isEqualTo(answer);
    }

    @Test
    void saysWhereHitsLieThatAreExplained() {
        HarnessResult result = search("{\"explain\":true,\"aggs\":{\"t\":{\"top_hits\":{}}}}")
                .upstream(200, "application/json", """
                        {"hits":{"hits":[{"_shard":"[acme.logs][0]","_node":"n1","_index":"acme.logs","_explanation":{"value":1}}]},\
                        "aggregations":{"t":{"hits":{"hits":[{"_shard":"[acme.logs][1]","_node":"n2","_index":"acme.logs"}]}}}}""")
                .everySplit();

        assertThat(result.body()).isEqualTo("""
                {"hits":{"hits":[{"_shard":"[logs][0]","_node":"n1","_index":"logs","_explanation":{"value":1}}]},\
                "aggregations":{"t":{"hits":{"hits":[{"_shard":"[logs][1]","_node":"n2","_index":"logs"}]}}}}""");
    }

    /** Clients read the name and the shard of a copy that failed, or fail themselves, though the document is stored. */
    @Test
    void restoresCopiesOfAWriteThatFailed() {
        String failed =
                "\"_shards\":{\"total\":2,\"successful\":1,\"failed\":1,\"failures\":[{\"_index\":\"acme.logs\","
                        + "\"_shard\":0,\"_node\":\"n\",\"reason\":{\"type\":\"node_disconnected_exception\",\"reason\":"
                        + "\"[node-2][10.0.3.7:9300][indices:data/write/bulk[s][r]] disconnected from [acme.logs]\"},"
                        + "\"status\":\"INTERNAL_SERVER_ERROR\",\"primary\":false}]}";
        String shown =
                failed.replace("acme.", "").replace("\"_node\":\"n\",", "").replace("[node-2][10.0.3.7:9300]", "");
        String document = "{\"_index\":\"acme.logs\",\"_id\":\"1\",%s}";

        HarnessResult one = acme("PUT", "/logs/_doc/1")
                .body("{}")
                .upstream(201, "application/json", document.formatted(failed))
                .everySplit();
        HarnessResult several = acme("POST", "/_bulk")
                .body("{\"index\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n{}\n")
                .upstream(200, "application/json", "{\"items\":[{\"index\":" + document.formatted(failed) + "}]}")
                .everySplit();

        assertThat(one.body()).isEqualTo("{\"_index\":\"logs\",\"_id\":\"1\"," + shown + "}");
        assertThat(several.body())
                .isEqualTo("{\"items\":[{\"index\":{\"_index\":\"logs\",\"_id\":\"1\"," + shown + "}}]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[_doc][acme:50]: document missing", "[_doc][10.0.3.7:9300]: document missing"})
    void takesNoDocumentForANode(String reason) {
        String error =
                "{\"error\":{\"type\":\"document_missing_exception\",\"reason\":\"" + reason + "\"},\"status\":404}";

        assertThat(acme("POST", "/logs/_update/1")
                        .body("{\"doc\":{}}")
                        .upstream(404, "application/json", error)
                        .everySplit()
                        .body())
                .isEqualTo(error);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[es-2][10.0.3.7:9300] Node not connected",
                "[es-2][[fd00::17]:9300][indices:data/write/bulk[s][r]] disconnected",
                "[es-2][10.0.3.7:9300][indices:data/read/search[phase/query]] disconnected"
            })
    void namesNoNode(String reason) {
        String body = acme("POST", "/logs/_search")
                .body("{}")
                .upstream(
                        503,
                        "application/json",
                        "{\"error\":{\"type\":\"x\",\"reason\":\"" + reason + "\"},\"status\":503}")
                .everySplit()
                .body();

        assertThat(body).contains("onnected").doesNotContain("es-2", ":9300", "fd00");
    }

    @Test
    void saysThatAChangeByQueryWasCancelled() {
        String answer = "{\"took\":9,\"total\":9,\"deleted\":1,\"canceled\":\"by user request\",\"failures\":[]}";

        assertThat(acme("POST", "/logs/_delete_by_query")
                        .body("{\"query\":{\"match_all\":{}}}")
                        .upstream(200, "application/json", answer)
                        .everySplit()
                        .body())
                .isEqualTo(answer);
    }

    @Test
    void restoresHitsAndSealsScrolls() {
        HarnessResult result = acme("POST", "/logs/_search?scroll=1m")
                .body("{}")
                .upstream(200, "application/json", """
                        {"_scroll_id":"SECRET","took":1,"timed_out":false,"_shards":{"total":1,"successful":0,"failed":1,\
                        "failures":[{"shard":0,"index":"acme.logs","node":"n","reason":{"type":"x","reason":"no [acme.logs]"}}]},\
                        "hits":{"total":{"value":1,"relation":"eq"},"max_score":1.0,"hits":[\
                        {"_index":"acme.logs","_id":"1","_score":1.0,"_source":{"_index":"acme.logs","n":10.0},"new":1}]},\
                        "_clusters":{"x":1}}""")
                .send();

        assertThat(result.body())
                .doesNotContain("SECRET")
                .doesNotContain("_clusters")
                .doesNotContain("\"new\"");
        assertThat(result.body())
                .contains(
                        "\"failures\":[{\"shard\":0,\"index\":\"logs\",\"reason\":{\"type\":\"x\",\"reason\":\"no [logs]\"}}]")
                .contains(
                        "{\"_index\":\"logs\",\"_id\":\"1\",\"_score\":1.0,\"_source\":{\"_index\":\"acme.logs\",\"n\":10.0}}");
    }

    @Test
    void hidesForeignIndicesInWhyAllShardsFailed() {
        HarnessResult result =
                search("{}").upstream(503, "application/json", """
                        {"error":{"type":"search_phase_execution_exception","reason":"all shards failed","failed_shards":[\
                        {"shard":0,"index":"acme.logs","node":"n","reason":{"type":"x","reason":"no [acme.logs]"}},\
                        {"shard":0,"index":"other.logs","node":"n","reason":{"type":"x","reason":"y"}}],\
                        "caused_by":{"type":"x","failed_shards":[{"shard":1,"index":"other.logs"}]}},"status":503}""").everySplit();

        assertThat(result.body()).isEqualTo("""
                        {"error":{"type":"search_phase_execution_exception","reason":"all shards failed","failed_shards":[\
                        {"shard":0,"index":"logs","node":"n","reason":{"type":"x","reason":"no [logs]"}},\
                        {"shard":0,"node":"n","reason":{"type":"x","reason":"y"}}],\
                        "caused_by":{"type":"x","failed_shards":[{"shard":1}]}},"status":503}""");
    }

    @Test
    void endsAnswersThatNameForeignIndices() {
        HarnessResult result = search("{}")
                .upstream(200, "application/json", "{\"hits\":{\"hits\":[{\"_index\":\"other.logs\"}]}}")
                .send();

        assertThat(result.status()).isEqualTo(502);
        assertThat(result.body()).doesNotContain("other");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/yaml", "application/cbor", "application/smile"})
    void neverRelaysAnswersThatAreNotJson(String type) {
        assertThat(search("{}").upstream(200, type, "acme.logs").send().status())
                .isEqualTo(502);
    }

    @Test
    void restoresErrors() {
        HarnessResult result =
                search("{}").upstream(404, "application/json", """
                        {"error":{"root_cause":[{"type":"index_not_found_exception","reason":"no such index [acme.logs]",\
                        "resource.type":"index_or_alias","resource.id":"acme.logs","index_uuid":"_na_","index":"acme.logs"}],\
                        "type":"index_not_found_exception","reason":"no such index [acme.logs], see acme.x."},"status":404}""").send();

        assertThat(result.body()).doesNotContain("acme");
        assertThat(result.body()).contains("no such index [logs], see x.\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no such index [acme.logs] and [action.auto_create_index] ([+x-globex.*]) doesn't match | no such index [logs]",
                "no such index [acme.logs] and composable template [globex-t] forbids index auto creation | no such index [logs]",
                "Rollover alias [acme.logs] can point to multiple indices, found duplicated alias [[acme.logs, globex.a]] in index"
                        + " template [globex-t] | Rollover alias [logs] can point to multiple indices",
                "action [indices:admin/forcemerge] is unauthorized for user [globex-svc] with effective roles [globex-rw] on indices"
                        + " [acme.logs], this action is granted by the index privileges [maintenance,manage,all]"
                        + " | action [indices:admin/forcemerge] is unauthorized",
                "action [x] is unauthorized for API key id [globex] of user [globex-svc] | action [x] is unauthorized",
                "no permissions for [indices:admin/forcemerge] and User [name=globex-svc, backend_roles=[globex], requestedTenant=null]"
                        + " | no permissions for [indices:admin/forcemerge]",
                "unable to authenticate user [globex-svc] for REST request [/acme.logs/_search] | unable to authenticate",
                "failed to authenticate service account [globex/x] with token name [t] | failed to authenticate"
            })
    void doesNotQuoteSettingsAndTemplatesOfTheCluster(String reason, String shown) {
        HarnessResult result = search("{}")
                .upstream(
                        400,
                        "application/json",
                        "{\"error\":{\"type\":\"x\",\"reason\":\"" + reason + "\"},\"status\":400}")
                .send();

        assertThat(result.body()).contains("\"reason\":\"" + shown + "\"").doesNotContain("globex");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Trying to create too many scroll contexts. Must be less than or equal to: [500]. This limit can be set by changing the"
                        + " [search.max_open_scroll_context] setting.",
                "Validation Failed: 1: this action would add [4] total shards, but this cluster currently has [997]/[1000] maximum normal shards open;",
                "rejected execution of replica operation [replica_bytes=9, replica_operation_bytes=1, max_replica_bytes=9]",
                "rejected execution of x on EsThreadPoolExecutor[name = n/search, queued tasks = 1000, completed tasks = 12345]",
                "[parent] Data too large, data for [<http_request>] would be [997/9b]",
                "CPU usage admission controller rejected the request for action [x] as CPU limit reached for action-type [997]",
                "QueryGroup 12345 is already contended. cpu usage 997"
            })
    void doesNotTellHowBusyTheOthersAre(String reason) {
        HarnessResult result = search("{}")
                .upstream(
                        429,
                        "application/json",
                        "{\"error\":{\"type\":\"x\",\"reason\":\"" + reason + "\"},\"status\":429}")
                .send();

        assertThat(result.body()).doesNotContain("997", "12345", "500").contains("\"type\":\"x\"");
    }

    /** The request itself is wrong, and its sender reads so. */
    @Test
    void tellsThatASearchHasTooManyBuckets() {
        String error =
                "{\"error\":{\"type\":\"too_many_buckets_exception\",\"reason\":\"Trying to create too many buckets. Must be"
                        + " less than or equal to: [65536] but was [65537].\",\"max_buckets\":65536},\"status\":503}";

        assertThat(search("{}").upstream(503, "application/json", error).send().body())
                .isEqualTo(error);
    }

    @Test
    void doesNotTellTheMemoryOfANode() {
        HarnessResult result =
                search("{}").upstream(429, "application/json", """
                        {"error":{"root_cause":[{"type":"circuit_breaking_exception","reason":"x","bytes_wanted":997,\
                        "bytes_limit":998,"durability":"TRANSIENT"}],"type":"circuit_breaking_exception","reason":"x",\
                        "bytes_wanted":997,"bytes_limit":998,"durability":"TRANSIENT"},"status":429}""").everySplit();

        assertThat(result.body()).isEqualTo("""
                {"error":{"root_cause":[{"type":"circuit_breaking_exception","reason":"x",\
                "durability":"TRANSIENT"}],"type":"circuit_breaking_exception","reason":"x",\
                "durability":"TRANSIENT"},"status":429}""");
    }

    @Test
    void restoresTheKeysOfMappingsAndTheRestOfIndices() {
        HarnessResult result =
                acme("GET", "/_settings").upstream(200, "application/json", """
                        {"acme.logs":{"aliases":{"acme.all":{},"operators":{}},"mappings":{"properties":{"acme.a":{"type":"long"}}},\
                        "settings":{"index":{"provided_name":"acme.logs","uuid":"u"}}}}""").send();

        assertThat(result.body()).isEqualTo("""
                {"logs":{"aliases":{"all":{}},"mappings":{"properties":{"acme.a":{"type":"long"}}},\
                "settings":{"index":{"provided_name":"logs","uuid":"u"}}}}""");
    }

    @Test
    void restoresLocationsAndOpaqueIds() {
        HarnessResult result = acme("PUT", "/logs/_doc/1")
                .header("X-Opaque-Id", "mine")
                .body("{\"a\":1}")
                .upstream(new io.sluice.api.Reply(
                        201,
                        io.sluice.api.Headers.of("Content-Type", "application/json")
                                .and("Location", "/acme.logs/_doc/1?routing=x")
                                .and("X-Opaque-Id", "acme/mine")
                                .and("Warning", "299 Elasticsearch-7 \"index [acme.logs] is old\""),
                        "{\"_index\":\"acme.logs\",\"_id\":\"1\",\"result\":\"created\"}"
                                .getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .send();

        assertThat(result.upstreamHead().headers().get("X-Opaque-Id")).isEqualTo("acme/mine");
        assertThat(result.upstreamBody()).isEqualTo("{\"a\":1}");
        assertThat(result.headers().get("Location")).isEqualTo("/logs/_doc/1?routing=x");
        assertThat(result.headers().get("X-Opaque-Id")).isEqualTo("mine");
        assertThat(result.headers().get("Warning")).isEqualTo("299 Elasticsearch-7 \"index [logs] is old\"");
        assertThat(result.body()).isEqualTo("{\"_index\":\"logs\",\"_id\":\"1\",\"result\":\"created\"}");
    }

    @Test
    void leavesItToTheServerToRefuseSeveralOpaqueIds() {
        HarnessResult result = acme("GET", "/logs/_doc/1")
                .header("X-Opaque-Id", "one")
                .header("X-Opaque-Id", "two")
                .send();

        assertThat(result.upstreamHead().headers().all("X-Opaque-Id")).containsExactly("acme/one", "acme/two");
    }

    @Test
    void repeatsNoOpaqueIdButTheRequestsOwn() {
        io.sluice.api.Reply anothers = new io.sluice.api.Reply(
                200,
                io.sluice.api.Headers.of("Content-Type", "application/json").and("X-Opaque-Id", "globex/theirs"),
                "{\"_index\":\"acme.logs\",\"_id\":\"1\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        HarnessResult named = acme("GET", "/logs/_doc/1")
                .header("X-Opaque-Id", "mine")
                .upstream(anothers)
                .send();
        HarnessResult nameless = acme("GET", "/logs/_doc/1").upstream(anothers).send();

        assertThat(named.headers().all("X-Opaque-Id")).containsExactly("mine");
        assertThat(nameless.upstreamHead().headers().get("X-Opaque-Id")).isEqualTo("acme");
        assertThat(nameless.headers().contains("X-Opaque-Id")).isFalse();
    }

    // Elasticsearch 8 answers 200 also where one of several changes failed.
    @Test
    void showsWhatBecameOfEachChangeOfAliases() {
        String answer = """
                {"acknowledged":true,"errors":true,"action_results":[\
                {"action":{"type":"add","indices":["BEFOREf1"],"aliases":["BEFOREg1"]},"status":200},\
                {"action":{"type":"remove","indices":["BEFOREf1"],"aliases":["BEFOREnix1"]},"status":404,\
                "error":{"type":"aliases_not_found_exception","reason":"aliases [BEFOREnix1] missing"}}]}""";

        HarnessResult result = acme("POST", "/_aliases")
                .body("{\"actions\":[{\"add\":{\"index\":\"f1\",\"alias\":\"g1\"}},"
                        + "{\"remove\":{\"index\":\"f1\",\"alias\":\"nix1\"}}]}")
                .upstream(200, "application/json", answer.replace("BEFORE", "acme."))
                .everySplit();

        assertThat(result.body()).isEqualTo(answer.replace("BEFORE", ""));
    }
}
