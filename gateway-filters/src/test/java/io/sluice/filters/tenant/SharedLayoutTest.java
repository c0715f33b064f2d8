package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class SharedLayoutTest extends AcmeTest {

    private static final String FILTER = "\"filter\":[{\"term\":{\"tenant_id\":{\"value\":\"acme\"}}}]}}";
    /** With it, no clause of a client's query is a required one. */
    private static final String EITHER = ",{\"term\":{\"tenant_id\":{\"value\":\"\"}}}],\"minimum_should_match\":1,";

    private static final String ALL =
            "\"query\":{\"bool\":{\"should\":[{\"match_all\":{}},{\"term\":{\"tenant_id\":{\"value\":\"\"}}}],\"minimum_should_match\":1,"
                    + FILTER;

    SharedLayoutTest() {
        super("shared: { indices: [logs, \"metrics-*\"], scores: relevance }");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET    | /logs/_doc/1                      | /logs/_doc/acme:1
            PUT    | /logs/_doc/http:%2F%2Fa%2Fb%25    | /logs/_doc/acme:http:%2F%2Fa%2Fb%25
            GET    | /logs/_source/a%5C%2F_search      | /logs/_source/acme:a%5C%2F_search
            HEAD   | /logs/_doc/1?routing=a            | /logs/_doc/acme:1?routing=a
            GET    | /logs/_doc/bolt:1                 | /logs/_doc/acme:bolt:1
            DELETE | /logs/_doc/1?refresh=true         | /logs/_doc/acme:1?refresh=true
            GET    | /metrics-*/_search                | /metrics-*/_search
            GET    | /metrics-1,logs/_search           | /metrics-1,logs/_search
            GET    | /m*,-metrics-x/_count             | /metrics-*,-metrics-x/_count
            GET    | /logs/_mapping                    | /logs/_mapping
            HEAD   | /logs                             | /logs
            """)
    void sendsPathsWithScopedIds(String method, String target, String sent) {
        assertThat(acme(method, target).send().upstreamHead().target().raw()).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET    | /_search                                         | /logs,metrics-*/_search?ignore_unavailable=true
            GET    | /_all/_search?size=1                             | /logs,metrics-*/_search?size=1&ignore_unavailable=true
            POST   | /*/_refresh                                      | /logs,metrics-*/_refresh?ignore_unavailable=true
            GET    | /l*/_count?ignore_unavailable=false&routing=a%20 | /logs/_count?routing=a%20&ignore_unavailable=true
            GET    | /l*,metrics-*/_count                             | /logs,metrics-*/_count?ignore_unavailable=true
            GET    | /logs,metrics-*/_count                           | /logs,metrics-*/_count
            """)
    void asksForWhatThereIsWhereNoIndexIsNamed(String method, String target, String sent) {
        assertThat(acme(method, target).send().upstreamHead().target().raw()).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({
        "PUT,/logs",
        "DELETE,/logs",
        "DELETE,/*",
        "GET,/logs",
        "PUT,/logs/_mapping",
        "POST,/logs/_mapping",
        "GET,/logs/_settings",
        "GET,/_cat/indices?format=json",
        "GET,/_cat/count?format=json",
        "GET,/logs/_explain/1",
        "GET,/logs/_validate/query?explain=true",
        "GET,/logs/_validate/query?rewrite=true",
        "GET,/logs/_search?explain=true",
        "GET,/logs/_search?sort=_id",
        "GET,/logs/_search?sort=tenant_id:desc",
        "GET,/logs/_search?docvalue_fields=bond%23ask",
        "GET,/logs/_search?_source=tenant_id",
        "GET,/logs/_doc/1?stored_fields=tenant_id",
        "GET,/logs/_field_caps?fields=tenant_id",
        "GET,/logs/_doc/a%2F..%2F..%2Fvault%2F_doc%2F1",
        "GET,/logs/_doc/..%2Fvault",
        "GET,/logs/_doc/%2E%2E",
        "GET,/logs%2F_doc/1",
        "GET,/vault/_search",
        "GET,/vault/_doc/1",
        "PUT,/vault/_doc/1",
        "GET,/metric*/_doc/1",
        "GET,/logs/_termvectors/1",
        "GET,/logs/_terms_enum",
        "POST,/logs/_close",
        "POST,/_aliases"
    })
    void deniesWhatIsTheOperators(String method, String target) {
        HarnessResult result = acme(method, target).body("{}").send();

        assertRefused(result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /logs/_search?explain=false         | {"explain":false,"profile":"false"}
            /logs/_validate/query?rewrite=false | {}
            /logs/_search                       | {"aggs":{"a":{"top_hits":{"explain":false}}}}
            """)
    void letsBeWhatAsksForNothing(String target, String body) {
        HarnessResult result = acme("POST", target).body(body).everySplit();

        assertThat(result.status()).isEqualTo(200);
        assertThat(result.upstreamHead().target().raw()).isEqualTo(target);
        assertThat(result.upstreamBody()).startsWith(body.replaceFirst("}*$", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"query\":{\"match\":{\"a\":\"b\"}},\"size\":1}",
                "{\"size\":1,\"query\":{\"match\":{\"a\":\"b\"}}}"
            })
    void completesQueriesWithTheTenantsFilter(String body) {
        String sent = search(body).everySplit().upstreamBody();

        assertThat(sent)
                .isEqualTo(counted(body.replace(
                        "{\"match\":{\"a\":\"b\"}}",
                        "{\"bool\":{\"should\":[{\"match\":{\"a\":\"b\"}}" + EITHER + FILTER)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET  | /logs/_search
            GET  | /logs/_count
            GET  | /_count
            GET  | /_search
            POST | /logs/_update_by_query
            """)
    void givesRequestsWithoutABodyTheFilter(String method, String target) {
        HarnessResult untyped =
                harness.request(method, target).principal("acme").send();

        String sent = "{" + ALL + (target.endsWith("_search") ? COUNTED : "") + "}";
        assertThat(untyped.upstreamBody()).isEqualTo(sent);
        assertThat(untyped.upstreamHead().headers().get("Content-Type")).isEqualTo("application/json");
        assertThat(acme(method, target).body("{}").everySplit().upstreamBody()).isEqualTo(sent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/logs/_search", "/logs/_count", "/logs/_delete_by_query", "/logs/_update_by_query"})
    void movesQueriesOfTheUrlIntoTheBody(String target) {
        HarnessResult result = acme("POST", target + "?df=t&q=a%22:b&lenient&routing=r&analyze_wildcard=false")
                .send();

        assertThat(result.upstreamHead().target().raw())
                .isIn(target + "?routing=r", target + "?routing=r&search_type=dfs_query_then_fetch");
        assertThat(result.upstreamBody())
                .startsWith("{\"query\":{\"bool\":{\"should\":[{\"query_string\":{\"query\":\"a\\\":b\"")
                .contains("\"default_field\":\"t\"", "\"lenient\":true", "\"analyze_wildcard\":false")
                .endsWith("}}" + EITHER + FILTER + (target.endsWith("_search") ? COUNTED : "") + "}");
    }

    @Test
    void leavesToTheServerWhatBelongsToAQueryInTheUrlWhereThereIsNone() {
        HarnessResult result = acme("POST", "/logs/_search?df=t&lenient=true").send();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/logs/_search?df=t&lenient=true");
        assertThat(result.upstreamBody()).isEqualTo("{" + ALL + COUNTED + "}");
    }

    @Test
    void leavesItToTheServerToRefuseToValidateNoQuery() {
        assertThat(acme("POST", "/logs/_validate/query").body("{}").everySplit().upstreamBody())
                .isEqualTo("{}");
        assertThat(acme("GET", "/logs/_validate/query").send().upstreamBody()).isEmpty();
        assertThat(acme("GET", "/logs/_validate/query?q=a").send().upstreamBody())
                .contains(FILTER);
        assertThat(acme("POST", "/logs/_validate/query?q=a")
                        .body("{}")
                        .everySplit()
                        .upstreamBody())
                .contains(FILTER);
    }

    @Test
    void refusesAQueryInTheUrlBesideOneInTheBody() {
        HarnessResult result = acme("POST", "/logs/_search?q=a")
                .body("{\"size\":1,\"query\":{\"match_all\":{}}}")
                .everySplit();

        assertThat(result.status()).isEqualTo(403);
    }

    @Test
    void neverDeletesByNoQueryAtAll() {
        assertThat(acme("POST", "/logs/_delete_by_query")
                        .body("{\"max_docs\":1}")
                        .everySplit()
                        .upstreamBody())
                .isEqualTo("{\"max_docs\":1,\"query\":{\"bool\":{\"filter\":[{\"match_none\":{}},{}]}}}");
        assertThat(acme("POST", "/logs/_delete_by_query").send().upstreamBody()).contains("match_none");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"query":{"match_all":{}},"query":{"match_all":{}}}
            {"query":{"script":{"script":"1"}}}
            {"query":{"more_like_this":{"like":"a"}}}
            {"query":{"terms":{"a":{"index":"logs","id":"1","path":"p"}}}}
            {"query":{"has_child":{"type":"a","query":{"match_all":{}}}}}
            {"query":{"parent_id":{"type":"a","id":"1"}}}
            {"query":{"common":{"a":{"query":"b"}}}}
            {"query":{"match":{"a":{"query":"b","cutoff_frequency":0.1}}}}
            {"query":{"geo_shape":{"a":{"indexed_shape":{"id":"1"}}}}}
            {"query":{"term":{"tenant_id":"bolt"}}}
            {"query":{"exists":{"field":"tenant_id"}}}
            {"query":{"multi_match":{"query":"a","fields":["tenant_id^3"]}}}
            {"query":{"prefix":{"_id":"a"}}}
            {"query":{"range":{"_id":{"gte":"a"}}}}
            {"aggs":{"a":{"global":{}}}}
            {"aggs":{"a":{"terms":{"field":"tenant_id"}}}}
            {"aggs":{"a":{"terms":{"field":"_id"}}}}
            {"aggs":{"a":{"terms":{"field":"bond#ask"}}}}
            {"aggs":{"a":{"terms":{"field":"b","min_doc_count":0}}}}
            {"aggs":{"a":{"terms":{"field":"b","min_doc_count":"0"}}}}
            {"aggs":{"a":{"terms":{"field":"b","min_doc_count":-1}}}}
            {"aggs":{"a":{"multi_terms":{"terms":[{"field":"b"}],"min_doc_count":0}}}}
            {"aggs":{"a":{"significant_terms":{"field":"b"}}}}
            {"aggs":{"a":{"significant_text":{"field":"b"}}}}
            {"aggs":{"a":{"children":{"type":"b"}}}}
            {"aggs":{"a":{"scripted_metric":{"map_script":"1"}}}}
            {"query":{"terms":{"a":["OjAAAAEAAAAAAAAAEAAAAAEA"],"value_type":"bitmap"}}}
            {"query":{"terms":{"value_type":"bitmap","a":["OjAAAAEAAAAAAAAAEAAAAAEA"]}}}
            {"query":{"terms":{"a":["b"],"value_type":"default"}}}
            {"aggs":{"a":{"filter":{"terms":{"a":["AA"],"value_type":"bitmap"}}}}}
            {"runtime_mappings":{"tenant_id":{"type":"keyword"}}}
            {"runtime_mappings":{"a":{"type":"keyword"}}}
            {"suggest":{"s":{"text":"a","term":{"field":"b"}}}}
            {"sort":["_id"]}
            {"sort":{"tenant_id":"asc"}}
            {"sort":[{"_id":{"order":"asc"}}]}
            {"collapse":{"field":"tenant_id"}}
            {"_source":"tenant_id"}
            {"docvalue_fields":["_id"]}
            {"fields":[{"field":"tenant_id"}]}
            {"highlight":{"require_field_match":false,"fields":{"a":{}}}}
            {"highlight":{"fields":{"tenant_id":{}}}}
            {"script_fields":{"a":{"script":"1"}}}
            {"explain":true}
            {"profile":true}
            {"retriever":{}}
            {"sub_searches":[]}
            {"rank":{}}
            """)
    void deniesWhatIsComputedOverTheDocumentsOfAll(String body) {
        HarnessResult result = search(body).everySplit();

        assertDenied(result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"ids":{"values":["1",2]}}           | {"ids":{"values":["acme:1","acme:2"]}}
            {"term":{"_id":"1"}}                 | {"term":{"_id":"acme:1"}}
            {"term":{"_id":{"value":1}}}         | {"term":{"_id":{"value":"acme:1"}}}
            {"terms":{"_id":["bolt:1"],"boost":2}} | {"terms":{"_id":["acme:bolt:1"],"boost":2}}
            """)
    void scopesIdsInsideQueries(String query, String sent) {
        assertThat(search("{\"query\":" + query + "}").everySplit().upstreamBody())
                .isEqualTo("{\"query\":{\"bool\":{\"should\":[" + sent + EITHER + FILTER + COUNTED + "}");
    }

    @Test
    void restoresHits() {
        HarnessResult result = search("{\"aggs\":{\"t\":{\"top_hits\":{}}}}")
                .upstream(200, "application/json", """
                        {"hits":{"hits":[{"_index":"logs","_id":"acme:1","_source":{"a":1.0, "tenant_id" : "acme","x":{"tenant_id":2}},\
                        "fields":{"tenant_id":["acme"],"_id":["acme:1"],"a":[1]},"highlight":{"tenant_id":["acme"]}}]},\
                        "aggregations":{"t":{"hits":{"hits":[{"_index":"logs","_id":"acme:2","_source":{"tenant_id":"acme"}}]}}}}""")
                .everySplit();

        assertThat(result.body()).isEqualTo("""
                {"hits":{"hits":[{"_index":"logs","_id":"1","_source":{"a":1.0,"x":{"tenant_id":2}},\
                "fields":{"a":[1]},"highlight":{}}]},\
                "aggregations":{"t":{"hits":{"hits":[{"_index":"logs","_id":"2","_source":{}}]}}}}""");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bolt:1", "1", "acmeyo:1", "acme"})
    void endsAnswersWithDocumentsOfOthers(String id) {
        HarnessResult result = search("{}")
                .upstream(
                        200, "application/json", "{\"hits\":{\"hits\":[{\"_index\":\"logs\",\"_id\":\"" + id + "\"}]}}")
                .send();

        assertThat(result.status()).isEqualTo(502);
        assertThat(result.body()).doesNotContain(id);
    }

    @Test
    void tellsNothingOfShardsThatWereSkippedForTheDocumentsOfAll() {
        HarnessResult result = search("{}")
                .upstream(
                        200,
                        "application/json",
                        "{\"_shards\":{\"total\":3,\"successful\":3,\"skipped\":2,\"failed\":0}}")
                .everySplit();

        assertThat(result.body()).isEqualTo("{\"_shards\":{\"total\":3,\"successful\":3,\"skipped\":0,\"failed\":0}}");
    }

    @Test
    void completesEachOfSeveralSearches() {
        assertThat(acme("POST", "/_msearch")
                        .body("{\"index\":\"logs\"}\n{}\n\n{\"query\":{\"ids\":{\"values\":[1]}}}\n")
                        .everySplit()
                        .upstreamBody())
                .isEqualTo("{\"index\":\"logs\"}\n{" + ALL + COUNTED + "}\n{\"index\":\"logs,metrics-*\"}\n"
                        + "{\"query\":{\"bool\":{\"should\":[{\"ids\":{\"values\":[\"acme:1\"]}}" + EITHER + FILTER
                        + COUNTED + "}\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"pit":{"id":"HANDLE"}}                                | {"pit":{"id":"PIT"},ALL}
            {"query":{"match_none":{}},"pit":{"id":"HANDLE"}}      | {"query":{"bool":{"should":[{"match_none":{}}EITHERFILTER,"pit":{"id":"PIT"}}
            {"pit":{"id":"HANDLE"},"query":{"match_none":{}}}      | {"pit":{"id":"PIT"},"query":{"bool":{"should":[{"match_none":{}}EITHERFILTER}
            """)
    void completesSearchesOfPointsInTime(String body, String sent) {
        String handle = handle(acme("POST", "/logs/_pit?keep_alive=1m"), "{\"id\":\"PIT\"}");

        HarnessResult result =
                acme("POST", "/_search").body(body.replace("HANDLE", handle)).everySplit();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/_search");
        assertThat(result.upstreamBody())
                .isEqualTo(counted(
                        sent.replace("EITHER", EITHER).replace("ALL", ALL).replace("FILTER", FILTER)));
    }

    @Test
    void restoresTextsOfErrors() {
        HarnessResult result = acme("PUT", "/logs/_create/1")
                .body("{}")
                .upstream(409, "application/json", """
                        {"error":{"root_cause":[{"type":"x","reason":"[acme:1]: version conflict, 'acme:1' macme:1","index":"logs"}],\
                        "type":"x","reason":"failed on field [tenant_id] of [acme:1]"},"status":409}""")
                .send();

        assertThat(result.body()).contains("[1]: version conflict, '1' macme:1").doesNotContain("tenant_id");
    }

    @Test
    void showsMappingsWithoutTheMark() {
        assertThat(acme("GET", "/logs/_mapping")
                        .upstream(200, "application/json", """
                                {"logs":{"mappings":{"dynamic":"false","properties":{"tenant_id":{"type":"keyword"},"a":{"type":"long"}}}}}""")
                        .send()
                        .body())
                .isEqualTo(
                        "{\"logs\":{\"mappings\":{\"dynamic\":\"false\",\"properties\":{\"a\":{\"type\":\"long\"}}}}}");
        assertThat(acme("GET", "/logs/_mapping/field/*")
                        .upstream(200, "application/json", """
                                {"logs":{"mappings":{"tenant_id":{"full_name":"tenant_id"},"a":{"full_name":"a"}}}}""")
                        .send()
                        .body())
                .isEqualTo("{\"logs\":{\"mappings\":{\"a\":{\"full_name\":\"a\"}}}}");
        assertThat(acme("GET", "/logs/_field_caps?fields=*")
                        .upstream(200, "application/json", """
                                {"indices":["logs"],"fields":{"tenant_id":{"keyword":{}},"a":{"long":{"type":"long"}}}}""")
                        .send()
                        .body())
                .isEqualTo("{\"indices\":[\"logs\"],\"fields\":{\"a\":{\"long\":{\"type\":\"long\"}}}}");
    }
}
