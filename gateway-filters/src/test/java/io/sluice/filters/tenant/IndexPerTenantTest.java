package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Headers;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tenant with indices of its own may ask, and what of it goes on. */
@Tag("slow")
class IndexPerTenantTest extends AcmeTest {

    IndexPerTenantTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET    | /logs/_doc/1                      | /acme.logs/_doc/1
            HEAD   | /logs/_doc/1?routing=a            | /acme.logs/_doc/1?routing=a
            GET    | /logs/_doc/a%20b%C3%A9            | /acme.logs/_doc/a%20b%C3%A9
            DELETE | /logs/_doc/1?refresh=true         | /acme.logs/_doc/1?refresh=true
            GET    | /_all/_search                     | /acme.*/_search
            GET    | /_search                          | /acme.*/_search
            GET    | /*/_search                        | /acme.*/_search
            GET    | /logs,metrics/_search             | /acme.logs,acme.metrics/_search
            GET    | /lo*,-logs-x/_search              | /acme.lo*,-acme.logs-x/_search
            GET    | /*,-logs/_count                   | /acme.*,-acme.logs/_count
            GET    | /_count?q=a:b                     | /acme.*/_count?q=a:b
            GET    | /%3Clogs-%7Bnow%7D%3E/_search     | /%3Cacme.logs-%7Bnow%7D%3E/_search
            GET    | /_search?index=logs,l*            | /acme.logs,acme.l*/_search
            GET    | /_search?size=1&index=_all&q=a    | /acme.*/_search?size=1&q=a
            POST   | /_bulk?index=logs&refresh=true    | /acme.logs/_bulk?refresh=true
            GET    | /_mapping/field/a?index=logs      | /acme.logs/_mapping/field/a
            GET    | /_cat/indices?format=json         | /_cat/indices/acme.*?format=json
            GET    | /_cat/indices?v                   | /_cat/indices/acme.*?v
            GET    | /_cat/count/logs?format=json      | /_cat/count/acme.logs?format=json
            DELETE | /logs*                            | /acme.logs*
            GET    | /_mapping/field/a,b               | /acme.*/_mapping/field/a,b
            GET    | /logs/_mapping/field/a            | /acme.logs/_mapping/field/a
            POST   | //logs///_refresh                 | /acme.logs/_refresh
            """)
    void sendsPathsToTheTenantsOwnIndices(String method, String target, String sent) {
        assertThat(acme(method, target).send().upstreamHead().target().raw()).isEqualTo(sent);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/_cluster/state",
                "/_nodes",
                "/_nodes/stats",
                "/_cat/nodes",
                "/_cat/shards",
                "/_tasks",
                "/_template/x",
                "/_index_template/x",
                "/_data_stream/x",
                "/_snapshot",
                "/_security/user",
                "/_scripts/x",
                "/_ingest/pipeline/x",
                "/_sql",
                "/_query",
                "/_eql/search",
                "/logs/_eql/search",
                "/_async_search",
                "/logs/_async_search",
                "/_search/template",
                "/logs/_search/template",
                "/_msearch/template",
                "/_render/template",
                "/logs/_terms_enum",
                "/logs/_graph/explore",
                "/_watcher/watch/x",
                "/_ml/datafeeds/x",
                "/_transform/x",
                "/_rollup/job/x",
                "/_rank_eval",
                "/logs/type/1",
                "/logs/_unknown",
                "/_search/scroll/abc/d",
                "/_all/_doc/_all/x"
            })
    void deniesEveryEndpointThatIsNotInTheTable(String target) {
        for (String method : new String[] {"GET", "POST", "PUT", "DELETE", "HEAD", "PATCH"}) {
            HarnessResult result = acme(method, target).body("{}").send();

            assertThat(result.status()).as(method).isEqualTo(403);
            assertThat(result.relayed()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            400 | /remote:logs/_search
            400 | /a-t-,-x/_search
            400 | /-logs/_search
            400 | /logs,_all/_search
            400 | /logs,,x/_search
            400 | /%3Clogs-%7Bnow%7B'x'%7D%7D%3E/_search
            400 | /%3Clogs-%7Bnow%7B/_search
            400 | /%3Clogs%5C%3E/_search
            400 | /l%7Bx/_search
            400 | /.security/_search
            400 | /lo%67s/_search
            400 | /logs%2f_search
            400 | /logs/%2e%2e/_search
            400 | /logs/../x/_search
            400 | /logs%2Cx/_doc/1
            400 | /log*/_doc/1
            400 | /_all/_doc/1
            400 | /a%0Ab/_search
            403 | /logs/_search?source=%7B%7D&source_content_type=application/json
            403 | /logs/_search?index=victim
            403 | /_search?index=a&index=b
            400 | /_search?index=remote:logs
            400 | /_search?index=a,,b
            403 | /_mapping?index=
            403 | /?index=logs
            403 | /logs/_search?error_trace=true
            403 | /logs/_search?format=yaml
            403 | /logs/_search?unknown
            403 | /logs/_search?sort=_index,_id
            403 | /logs/_search?sort=a,%20_index:desc
            403 | /logs/_search?docvalue_fields=_index
            400 | /logs/_search?size=1&size=2
            403 | /logs/_doc/1?pipeline=x
            """)
    void refusesNamesAndParametersThatLeadAstray(int status, String target) {
        HarnessResult result = acme("GET", target).send();

        assertThat(result.status()).isEqualTo(status);
        assertThat(result.relayed()).isFalse();
    }

    @Test
    void deniesRequestsOfNobody() {
        HarnessResult result = harness.request("GET", "/logs/_search").send();

        assertDenied(result);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Acme", "a.b", "a*", "a,b", "", "_all", "a/b", "é", "a b", "-a"})
    void deniesPrincipalsThatAreNoNamesOfTenants(String name) {
        if (!name.isEmpty()) {
            assertThat(harness.request("GET", "/logs/_search")
                            .principal(name)
                            .send()
                            .status())
                    .isEqualTo(403);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"query":{"wrapper":{"query":"e30="}}}                                   | /query/wrapper
            {"query":{"bool":{"must":[{"match_all":{}},{"percolate":{"field":"q"}}]}}} | /query/bool/must/1/percolate
            {"query":{"range":{"_index":{"gte":"a"}}}}                               | /query/range/_index
            {"query":{"script":{"script":{"id":"x"}}}}                               | /query/script/script/id
            {"knn":{"query_vector_builder":{"text_embedding":{}}}}                   | /knn/query_vector_builder
            {"knn":[{"filter":[{"wrapper":{}}]}]}                                    | /knn/0/filter/0/wrapper
            {"query":{"knn":{"field":"_index"}}}                                     | /query/knn/field
            {"sub_searches":[]}                                                      | /sub_searches
            {"ext":{}}                                                               | /ext
            {"aggs":{"a":{"filters":{"filters":{"x":{"wrapper":{}}}}}}}              | /aggs/a/filters/filters/x/wrapper
            {"aggs":{"a":{"filters":{"filters":[{"wrapper":{}}]}}}}                   | /aggs/a/filters/filters/0/wrapper
            {"suggest":{"s":{"phrase":{"collate":{}}}}}                              | /suggest/s/phrase/collate
            {"sort":[{"a":{"nested":{"path":"p","filter":{"wrapper":{}}}}}]}         | /sort/0/a/nested/filter/wrapper
            {"highlight":{"fields":{"a":{"highlight_query":{"wrapper":{}}}}}}        | /highlight/fields/a/highlight_query/wrapper
            {"rescore":[{"query":{"rescore_query":{"wrapper":{}}}}]}                 | /rescore/0/query/rescore_query/wrapper
            {"collapse":{"field":"a","inner_hits":{"sort":{"_index":"asc"}}}}        | /collapse/inner_hits/sort/_index
            {"qu\\u0065ry":{"wr\\u0061pper":{}}}                                     | /query/wrapper
            """)
    void deniesWhatIsNotKnownToBeSafeAndSaysWhereItStands(String body, String pointer) {
        HarnessResult result = search(body).everySplit();

        assertThat(result.status()).isEqualTo(403);
        assertThat(result.body()).contains("\"reason\":\"" + pointer + " is denied");
    }

    @Test
    void leavesBodiesWithoutReferencesByteForByte() {
        String body = "{ \"size\" : 1e1,\"query\":{\"bool\":{\"must\":[{\"match\":{\"m\\u0065ssage\":\"x\"}}],"
                + "\"filter\":{\"terms\":{\"a\":[1, 2.50,\"c\"]}}}},\"aggs\":{\"n\":{\"terms\":{\"field\":\"a\"},"
                + "\"aggs\":{\"m\":{\"avg\":{\"field\":\"b\"}}}}},\"sort\":[{\"t\":\"desc\"},\"_score\"],"
                + "\"_source\":[\"a\"],\"track_total_hits\":true}";

        assertThat(search(body).everySplit().upstreamBody()).isEqualTo(body);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"query":{"terms":{"a":{"index":"users","id":"1","path":"p"}}}} | {"query":{"terms":{"a":{"index":"acme.users","id":"1","path":"p"}}}}
            {"aggs":{"a":{"filters":{"filters":[{"terms":{"terms":{"index":"b","id":"1","path":"p"}}}]}}}} | {"aggs":{"a":{"filters":{"filters":[{"terms":{"terms":{"index":"acme.b","id":"1","path":"p"}}}]}}}}
            {"query":{"term":{"_index":"logs"}}}                            | {"query":{"term":{"_index":"acme.logs"}}}
            {"query":{"terms":{"a":["AA"],"value_type":"bitmap"}}}         | {"query":{"terms":{"a":["AA"],"value_type":"bitmap"}}}
            {"query":{"terms":{"_index":["a","b"]}}}                        | {"query":{"terms":{"_index":["acme.a","acme.b"]}}}
            {"query":{"term":{"_index":{"value":"logs"}}}}                  | {"query":{"term":{"_index":{"value":"acme.logs"}}}}
            {"indices_boost":[{"lo*":1.5},{"b":2}]}                         | {"indices_boost":[{"acme.lo*":1.5},{"acme.b":2}]}
            {"query":{"more_like_this":{"like":[{"_index":"a","_id":"1"},"text"]}}} | {"query":{"more_like_this":{"like":[{"_index":"acme.a","_id":"1"},"text"]}}}
            """)
    void translatesIndicesInsideSearches(String body, String sent) {
        assertThat(search(body).everySplit().upstreamBody()).isEqualTo(sent);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"settings\":{\"index.default_pipeline\":\"p\"}}",
                "{\"settings\":{\"index\":{\"final_pipeline\":\"p\"}}}",
                "{\"settings\":{\"analysis\":{\"filter\":{\"s\":{\"type\":\"synonym\",\"synonyms_path\":\"x\"}}}}}",
                "{\"settings\":{\"index.routing.allocation.include._name\":\"n\"}}",
                "{\"mappings\":{\"properties\":{\"q\":{\"type\":\"percolator\"}}}}",
                "{\"mappings\":{\"runtime\":{\"q\":{\"type\":\"lookup\"}}}}",
                "{\"mappings\":{\"_doc\":{}}}"
            })
    void refusesNewIndicesThatReachOut(String body) {
        assertThat(acme("PUT", "/logs").body(body).send().status()).isEqualTo(403);
    }

    @Test
    void sendsVectorsOfEachType() {
        String body =
                "{\"mappings\":{\"properties\":{\"v\":{\"type\":\"dense_vector\",\"dims\":3,\"element_type\":\"byte\"}}}}";

        assertThat(acme("PUT", "/logs").body(body).everySplit().upstreamBody()).isEqualTo(body);
    }

    @Test
    void looksIntoThrottledIndicesWhereAskedTo() {
        HarnessResult result = acme("POST", "/_msearch?ignore_throttled=false")
                .body("{\"index\":\"logs\"}\n{}\n")
                .everySplit();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/_msearch?ignore_throttled=false");
    }

    @Test
    void answersSniffingClientsWithTheGatewaysAddress() {
        HarnessResult result =
                acme("GET", "/_nodes/http").header("Host", "gateway:8000").send();

        assertThat(result.relayed()).isFalse();
        assertThat(result.body()).contains("\"publish_address\":\"gateway:8000\"");
    }

    @ParameterizedTest
    @CsvSource({"application/yaml,406", "text/plain,406", "application/cbor,406", "*/*,200", "'text/html,*/*',200"})
    void asksTheClusterForJsonOnly(String accept, int status) {
        HarnessResult result =
                acme("GET", "/logs/_search").header("Accept", accept).send();

        assertThat(result.status()).isEqualTo(status);
        if (result.relayed()) {
            assertThat(result.upstreamHead().headers().get("Accept")).isEqualTo("application/json");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "application/json,application/json",
        "'text/html, application/json',application/json",
        "application/vnd.elasticsearch+json;compatible-with=8,application/vnd.elasticsearch+json;compatible-with=8"
    })
    void asksForTheJsonThatTheClientNames(String accept, String asked) {
        Headers headers = acme("GET", "/logs/_search")
                .header("Accept", accept)
                .send()
                .upstreamHead()
                .headers();

        assertThat(headers.all("Accept")).containsExactly(asked);
    }

    @Test
    void asksForOneTypeWhereTheClientNamesSeveral() {
        Headers headers = acme("GET", "/logs/_search")
                .header("Accept", "application/json")
                .header("Accept", "application/yaml")
                .send()
                .upstreamHead()
                .headers();

        assertThat(headers.all("Accept")).containsExactly("application/json");
    }

    @Test
    void refusesBodiesThatAreNotJson() {
        HarnessResult result = harness.request("POST", "/logs/_search")
                .principal("acme")
                .header("Content-Type", "application/yaml")
                .body("query: {}")
                .send();

        assertThat(result.status()).isEqualTo(406);
    }

    @Test
    void refusesBodiesWhereNoneBelong() {
        assertThat(acme("GET", "/logs/_doc/1").body("{}").send().status()).isEqualTo(403);
    }
}
