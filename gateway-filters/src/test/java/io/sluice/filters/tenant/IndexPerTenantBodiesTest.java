package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies in which several indices, documents or handles stand, of a tenant with indices of its own. */
class IndexPerTenantBodiesTest extends AcmeTest {

    IndexPerTenantBodiesTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    @Test
    void opensScrollsForTheirTenantOnly() {
        String handle = handle(acme("POST", "/logs/_search?scroll=1m").body("{}"), "{\"_scroll_id\":\"DnF1ZXJ5==\"}");

        HarnessResult own = acme("POST", "/_search/scroll")
                .body("{\"scroll\":\"1m\",\"scroll_id\":\"" + handle + "\"}")
                .everySplit();
        HarnessResult foreign = harness.request("POST", "/_search/scroll")
                .principal("bolt")
                .body("{\"scroll_id\":\"" + handle + "\"}")
                .send();
        HarnessResult plain = acme("POST", "/_search/scroll")
                .body("{\"scroll_id\":\"DnF1ZXJ5==\"}")
                .send();

        assertThat(own.upstreamBody()).isEqualTo("{\"scroll\":\"1m\",\"scroll_id\":\"DnF1ZXJ5==\"}");
        assertThat(foreign.status()).isEqualTo(404);
        assertThat(plain.status()).isEqualTo(404);
    }

    @Test
    void namesTheRootWhereAllOfABodyIsRefused() {
        HarnessResult result = acme("POST", "/logs/_search").body("1").everySplit();

        assertThat(result.status()).isEqualTo(403);
        assertThat(result.body()).contains("\"reason\":\"the root is denied to tenants: an object is expected here\"");
    }

    @Test
    void searchesPointsInTimeWithoutIndices() {
        String handle = handle(acme("POST", "/logs/_pit?keep_alive=1m"), "{\"id\":\"PIT\"}");

        HarnessResult result = acme("POST", "/_search")
                .body("{\"query\":{\"match_all\":{}},\"pit\":{\"id\":\"" + handle + "\",\"keep_alive\":\"1m\"}}")
                .everySplit();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/_search");
        assertThat(result.upstreamBody())
                .isEqualTo("{\"query\":{\"match_all\":{}},\"pit\":{\"id\":\"PIT\",\"keep_alive\":\"1m\"}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"query\":{\"term\":{\"pit\":1}}}",
                "{\"query\":{\"term\":{\"a\":\"\\\"pit\\\":\"}}}",
                "{\"p\\u0069t\":{}}",
                "{\"a\":[\"pit\"]}",
                "[{\"pit\":{}}]"
            })
    void searchesEverythingOfTheTenantWhereNoPointInTimeIsRead(String body) {
        HarnessResult result = acme("POST", "/_search").body(body).send();

        assertThat(result.relayed() ? result.upstreamHead().target().raw() : "/acme.*/_search")
                .isEqualTo("/acme.*/_search");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"composite\",\"script\":\"emit('x',1)\",\"fields\":{\"x\":%s}}",
                "{\"type\":\"composite\",\"script\":\"emit('x',1)\",\"fields\":[{\"x\":%s}]}",
                "%s"
            })
    void looksNothingUpInIndicesThatARuntimeFieldNames(String field) {
        String lookup = "{\"type\":\"lookup\",\"target_index\":\"bolt.logs\",\"input_field\":\"k\","
                + "\"target_field\":\"k\",\"fetch_fields\":[\"secret\"]}";
        String body = "{\"runtime_mappings\":{\"f\":" + field.replace("%s", lookup) + "}}";

        assertThat(acme("POST", "/logs/_search").body(body).everySplit().relayed())
                .isFalse();
        assertThat(acme("POST", "/logs/_field_caps?fields=*")
                        .body(body)
                        .everySplit()
                        .relayed())
                .isFalse();
    }

    @Test
    void computesFieldsOfAllTypesWithAScript() {
        String body = "{\"runtime_mappings\":{\"f\":{\"type\":\"composite\",\"script\":\"emit('x',1)\","
                + "\"fields\":{\"x\":{\"type\":\"long\"},\"y\":{\"type\":\"date\",\"format\":\"yyyy\"}}}}}";

        assertThat(acme("POST", "/logs/_search").body(body).everySplit().upstreamBody())
                .isEqualTo(body);
    }

    @Test
    void translatesTheItemsOfBulks() {
        HarnessResult result = acme("POST", "/_bulk")
                .body("""
                        {"index":{"_index":"logs","_id":"1"}}
                        {"_index":"x"}
                        {"delete":{"_index":"metrics","_id":"2"}}
                        {"update":{"_index":"logs","_id":"3"}}
                        {"doc":{"a":1}}
                        {"create":{"_index":"logs","pipeline":"p"}}
                        {}
                        {"create":{"_index":"remote:logs"}}
                        {}
                        """)
                .upstream(200, "application/json", """
                        {"took":1,"errors":false,"items":[{"index":{"_index":"acme.logs","_id":"1","status":201,\
                        "_shards":{"total":1}}},{"delete":{"_index":"acme.metrics","_id":"2","status":200}},\
                        {"update":{"_index":"acme.logs","_id":"3","status":404,"error":{"type":"x",\
                        "reason":"[_doc][3]: document missing","index_uuid":"u","shard":"0","index":"acme.logs"}}}]}""")
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo("""
                {"index":{"_index":"acme.logs","_id":"1"}}
                {"_index":"x"}
                {"delete":{"_index":"acme.metrics","_id":"2"}}
                {"update":{"_index":"acme.logs","_id":"3"}}
                {"doc":{"a":1}}
                """);
        assertThat(result.body())
                .doesNotContain("acme")
                .contains("\"status\":403")
                .contains("\"status\":400");
    }

    @Test
    void keepsBulkLinesThatTakeTheIndexOfThePath() {
        HarnessResult result = acme("POST", "/logs/_bulk")
                .body("{\"index\":{}}\n{\"a\":1}\n{\"update\":{\"_id\":\"1\"}}\n{\"doc\":{}}\n")
                .everySplit();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/acme.logs/_bulk");
        assertThat(result.upstreamBody())
                .isEqualTo("{\"index\":{}}\n{\"a\":1}\n{\"update\":{\"_id\":\"1\"}}\n{\"doc\":{}}\n");
    }

    @Test
    void refusesBulksWithUpdatesByStoredScripts() {
        HarnessResult result = acme("POST", "/logs/_bulk")
                .body("{\"update\":{\"_id\":\"1\"}}\n{\"script\":{\"id\":\"x\"}}\n")
                .send();

        assertThat(result.status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"index\":[]}\n{}\n",
                "{\"indices\":[]}\n{\"size\":0}\n",
                "{\"index\":[[]]}\n{}\n",
                "{\"index\":[],\"expand_wildcards\":[\"open\"]}\n{}\n",
                "{\"index\":[],\"expand_wildcards\":\"open\"}\n{}\n",
                "{\"expand_wildcards\":[\"open\"],\"index\":[],\"ignore_unavailable\":true}\n{}\n",
                "{\"indices\":[],\"preference\":[\"x\"]}\n{}\n",
                "{\"index\":[],\"search_type\":[\"x\"]}\n{}\n",
                "{\"index\":[],\"search_type\":\"dfs_query_then_fetch\",\"preference\":\"x\"}\n{}\n",
                "{\"indices\":[],\"ignore_unavailable\":[true]}\n{}\n",
                "{\"index\":[],\"preference\":{\"x\":\"logs\"}}\n{}\n",
                "{\"index\":[\"logs\"],\"indices\":[]}\n{}\n",
                "{\"index\":[\"logs\"],\"index\":[]}\n{}\n",
                "{\"index\":\"logs\"}\n{}\n{\"search_type\":\"x\",\"index\":[ ]}\n{}\n"
            })
    void refusesAnEmptyListOfIndicesWhichWouldMeanAllOfTheCluster(String body) {
        assertThat(acme("POST", "/_msearch").body(body).everySplit().status()).isEqualTo(403);
        assertThat(acme("POST", "/logs/_msearch").body(body).everySplit().status())
                .isEqualTo(403);
    }

    @Test
    void makesNoSearchOfAnEmptyListOfIndicesAndAnEmptyLine() {
        assertThat(acme("POST", "/_msearch")
                        .body("{\"index\":[]}\n\n{}\n\n")
                        .everySplit()
                        .upstreamBody())
                .isEqualTo("{\"index\":[]}\n[]\n{\"index\":\"acme.*\"}\n\n");
    }

    @Test
    void namesTheTenantsIndicesInEveryHeaderOfSeveralSearches() {
        HarnessResult result = acme("POST", "/_msearch").body("""
                        {"index":"logs"}
                        {"query":{"match_all":{}}}
                        {}
                        {}

                        {"size":1}
                        {"index":["a","b*"]}
                        {}
                        {"preference":"p","indices":"c"}
                        {}
                        {"index":["a"],"expand_wildcards":["open","hidden"]}
                        {}
                        """).everySplit();

        assertThat(result.upstreamBody()).isEqualTo("""
                {"index":"acme.logs"}
                {"query":{"match_all":{}}}
                {"index":"acme.*"}
                {}
                {"index":"acme.*"}
                {"size":1}
                {"index":["acme.a","acme.b*"]}
                {}
                {"preference":"p","indices":"acme.c"}
                {}
                {"index":["acme.a"],"expand_wildcards":["open","hidden"]}
                {}
                """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"index\":\"a\",\"indices\":\"b\"}\n{}\n",
                "{\"index\":\"a\",\"index\":\"b\"}\n{}\n",
                "{\"index\":null}\n{}\n",
                "{\"index\":{\"a\":1}}\n{}\n",
                "{\"index\":\"a\",\"preference\":[\"x\"]}\n{}\n",
                "{\"index\":\"a\",\"routing\":[\"x\"]}\n{}\n",
                "{\"index\":\"a\",\"allow_no_indices\":[true]}\n{}\n",
                "{\"index\":\"a\",\"x\":1}\n{}\n",
                "{\"index\":\"r:a\"}\n{}\n",
                "{\"index\":\"a\"}\n{\"query\":{\"wrapper\":{}}}\n"
            })
    void refusesSeveralSearchesOfWhichOneIsNotSafe(String body) {
        HarnessResult result = acme("POST", "/_msearch").body(body).everySplit();

        assertThat(result.status()).isBetween(400, 403);
    }

    @Test
    void translatesDocumentsToGet() {
        HarnessResult result = acme("POST", "/_mget")
                .body("{\"docs\":[{\"_index\":\"a\",\"_id\":1},{\"_id\":\"2\",\"_index\":\"b\"}]}")
                .upstream(200, "application/json", """
                        {"docs":[{"_index":"acme.a","_id":"1","found":false},{"_index":"acme.b","_id":"2",\
                        "error":{"type":"x","reason":"[acme.b] missing","index":"acme.b"}}]}""")
                .everySplit();

        assertThat(result.upstreamBody())
                .isEqualTo("{\"docs\":[{\"_index\":\"acme.a\",\"_id\":1},{\"_id\":\"2\",\"_index\":\"acme.b\"}]}");
        assertThat(result.body()).doesNotContain("acme");
    }
}
