package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.testkit.HarnessResult;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class NestedLayoutTest extends AcmeTest {

    private static final String FILTER = "\"filter\":[{\"term\":{\"baseIndex\":{\"value\":\"logs\"}}}]}}";
    private static final String ALL = "\"query\":{\"bool\":{\"must\":[{\"match_all\":{}}]," + FILTER;

    NestedLayoutTest() {
        super("nested: { indices: [logs, \"metrics-*\"], template: \"t-{tenant}\" }");
    }

    @Test
    void looksForNeighboursAmongTheDocumentsOfTheIndex() {
        String sent = search("{\"knn\":{\"field\":\"v\"}}").everySplit().upstreamBody();

        assertThat(sent)
                .startsWith(
                        "{\"knn\":{\"field\":\"logs.v\",\"filter\":{\"bool\":{\"must\":[{\"match_all\":{}}]," + FILTER)
                .endsWith(
                        ",\"query\":{\"bool\":{\"must\":[{\"term\":{\"baseIndex\":{\"value\":\"\"}}}]," + FILTER + "}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET    | /logs/_doc/1                                  | /t-acme/_doc/logs:1
            HEAD   | /logs/_doc/1?routing=a                        | /t-acme/_doc/logs:1?routing=a
            GET    | /metrics-2020.01/_source/a                    | /t-acme/_source/metrics-2020.01:a
            GET    | /logs/_doc/1?_source=false                    | /t-acme/_doc/logs:1?_source=false
            GET    | /logs/_doc/1?_source=a,b.*&stored_fields=_none_ | /t-acme/_doc/logs:1?_source=logs.a,logs.b.*&stored_fields=_none_
            GET    | /logs/_search?sort=a:desc,_score,_doc:asc     | /t-acme/_search?sort=logs.a:desc,_score,_doc:asc
            GET    | /logs/_field_caps?fields=a,_seq_no            | /t-acme/_field_caps?fields=logs.a,_seq_no
            GET    | /logs/_field_caps?fields=*                    | /t-acme/_field_caps?fields=*
            GET    | /logs/_field_caps?fields=_index,a             | /t-acme/_field_caps?fields=_index,logs.a
            GET    | /logs/_doc/1?filter_path=_index,_source.n&pretty | /t-acme/_doc/logs:1?filter_path=_index,_id,_source.logs.n&pretty
            GET    | /logs/_doc/1?filter_path=_index,_source       | /t-acme/_doc/logs:1?filter_path=_index,_id,_source
            GET    | /logs/_source/1?filter_path=n                 | /t-acme/_source/logs:1?filter_path=n
            GET    | /metrics-1.0/_search?filter_path=hits.hits.fields.n | /t-acme/_search?filter_path=hits.hits.fields.metrics-1/0%5C.n,hits.hits._index,hits.hits._id
            GET    | /logs/_mapping                                | /t-acme/_mapping
            HEAD   | /logs                                         | /t-acme
            POST   | /logs/_refresh                                | /t-acme/_refresh
            POST   | /_refresh                                     | /t-acme/_refresh?ignore_unavailable=true
            GET    | /_all/_refresh?ignore_unavailable=false       | /t-acme/_refresh?ignore_unavailable=true
            GET    | /*/_refresh                                   | /t-acme/_refresh?ignore_unavailable=true
            """)
    void sendsPathsToTheTenantsOneIndex(String method, String target, String sent) {
        assertThat(acme(method, target).send().upstreamHead().target().raw()).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({
        "PUT,/logs",
        "DELETE,/logs",
        "DELETE,/*",
        "GET,/logs",
        "GET,/_mapping",
        "GET,/logs/_mapping/field/a",
        "GET,/logs/_settings",
        "GET,/_cat/indices?format=json",
        "GET,/_cat/count?format=json",
        "GET,/logs/_validate/query?explain=true",
        "GET,/logs/_search?explain=true",
        "GET,/logs/_search?sort=_id",
        "POST,/_mget",
        "GET,/-logs/_search",
        "GET,/metrics-A/_search",
        "GET,/metrics-%7B%7D/_search",
        "GET,/<metrics-{now%2Fd}>/_doc/1",
        "GET,/t-acme/_search",
        "GET,/t-bolt/_doc/logs:1",
        "GET,/vault/_doc/1"
    })
    void deniesWhatIsNotForOneOfTheTenantsIndices(String method, String target) {
        HarnessResult result = acme(method, target).body("{}").send();

        assertRefused(result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"query":{"match":{"a":"b"}}}                            | {"match":{"logs.a":"b"}}
            {"query":{"term":{"a.b":{"value":1}}}}                   | {"term":{"logs.a.b":{"value":1}}}
            {"query":{"term":{"_id":"1"}}}                           | {"term":{"_id":"logs:1"}}
            {"query":{"ids":{"values":[1]}}}                         | {"ids":{"values":["logs:1"]}}
            {"query":{"term":{"_index":"logs"}}}                     | {"term":{"baseIndex":"logs"}}
            {"query":{"exists":{"field":"a*"}}}                      | {"exists":{"field":"logs.a*"}}
            {"query":{"exists":{"field":"_seq_no"}}}                 | {"exists":{"field":"_seq_no"}}
            {"query":{"multi_match":{"query":"x","fields":["a^2","*"]}}} | {"multi_match":{"query":"x","fields":["logs.a^2","logs.*"],"lenient":true}}
            {"query":{"multi_match":{"fields":"*","query":"x"}}}     | {"multi_match":{"fields":"logs.*","query":"x","lenient":true}}
            {"query":{"multi_match":{"query":"*","fields":["a*"]}}}  | {"multi_match":{"query":"*","fields":["logs.a*"]}}
            {"query":{"simple_query_string":{"query":"x","fields":["*^2"]}}} | {"simple_query_string":{"query":"x","fields":["logs.*^2"],"lenient":true}}
            {"query":{"simple_query_string":{"lenient":false,"query":"x","fields":["*"]}}} | {"simple_query_string":{"lenient":false,"query":"x","fields":["logs.*"]}}
            {"query":{"query_string":{"default_field":"*","query":"b"}}} | {"query_string":{"default_field":"logs.*","query":"b","lenient":true}}
            {"query":{"multi_match":{"query":"x"}}}                  | {"multi_match":{"query":"x","fields":["logs.*"],"lenient":true}}
            {"query":{"multi_match":{"query":"x","lenient":false}}}  | {"multi_match":{"query":"x","lenient":false,"fields":["logs.*"]}}
            {"query":{"simple_query_string":{"query":"a:b","fields":["a"]}}} | {"simple_query_string":{"query":"a:b","fields":["logs.a"]}}
            {"query":{"query_string":{"query":"a:b","default_field":"c"}}} | {"query_string":{"query":"logs.a:b","default_field":"logs.c"}}
            {"query":{"query_string":{"query":"b"}}}                 | {"query_string":{"query":"b","fields":["logs.*"],"lenient":true}}
            {"query":{"terms":{"a":{"index":"logs","id":"1","path":"p"}}}} | {"terms":{"logs.a":{"index":"t-acme","id":"logs:1","path":"logs.p"}}}
            {"query":{"terms_set":{"a":{"terms":["b"],"minimum_should_match_field":"c"}}}} | {"terms_set":{"logs.a":{"terms":["b"],"minimum_should_match_field":"logs.c"}}}
            {"query":{"nested":{"path":"a","query":{"match":{"a.b":1}}}}} | {"nested":{"path":"logs.a","query":{"match":{"logs.a.b":1}}}}
            {"query":{"geo_distance":{"distance":"1km","p":[1,2]}}}  | {"geo_distance":{"distance":"1km","logs.p":[1,2]}}
            {"query":{"function_score":{"gauss":{"a":{"scale":1},"multi_value_mode":"avg"}}}} | {"function_score":{"gauss":{"logs.a":{"scale":1},"multi_value_mode":"avg"}}}
            """)
    void callsFieldsAndDocumentsInQueriesAsTheClusterDoes(String body, String sent) {
        assertThat(search(body).everySplit().upstreamBody())
                .isEqualTo("{\"query\":{\"bool\":{\"must\":[" + sent + "]," + FILTER + "}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "sort":["a",{"b":"desc"},{"_score":{}},"_doc"]           | "sort":["logs.a",{"logs.b":"desc"},{"_score":{}},"_doc"]
            "sort":{"a":{"order":"asc","nested":{"path":"a"}}}       | "sort":{"logs.a":{"order":"asc","nested":{"path":"logs.a"}}}
            "_source":{"includes":["a"],"excludes":"b.*"}            | "_source":{"includes":["logs.a"],"excludes":"logs.b.*"}
            "_source":false                                          | "_source":false
            "fields":["a",{"field":"*","format":"x"}]                | "fields":["logs.a",{"field":"logs.*","format":"x"}]
            "docvalue_fields":["_index"]                             | "docvalue_fields":["baseIndex"]
            "collapse":{"field":"a","inner_hits":{"name":"n","sort":["b"]}} | "collapse":{"field":"logs.a","inner_hits":{"name":"logs.n","sort":["logs.b"]}}
            "highlight":{"fields":{"a":{"matched_fields":["b"]}}}    | "highlight":{"fields":{"logs.a":{"matched_fields":["logs.b"]}}}
            "aggs":{"a":{"terms":{"field":"_index","min_doc_count":0}}} | "aggs":{"a":{"terms":{"field":"baseIndex","min_doc_count":0}}}
            "aggs":{"a":{"terms":{"field":"b","order":{"x":"asc"}},"aggs":{"x":{"avg":{"field":"c"}}}}} | "aggs":{"a":{"terms":{"field":"logs.b","order":{"x":"asc"}},"aggs":{"x":{"avg":{"field":"logs.c"}}}}}
            "aggs":{"a":{"composite":{"sources":[{"x":{"terms":{"field":"b"}}}],"after":{"x":1}}}} | "aggs":{"a":{"composite":{"sources":[{"x":{"terms":{"field":"logs.b"}}}],"after":{"x":1}}}}
            "suggest":{"s":{"text":"x","term":{"field":"a"}}}        | "suggest":{"s":{"text":"x","term":{"field":"logs.a"}}}
            """)
    void callsFieldsInSearchesAsTheClusterDoes(String members, String sent) {
        String ordered = members.contains("\"nested\":") ? ",\"post_filter\":{\"match_all\":{}}" : "";

        assertThat(search("{" + members + "}").everySplit().upstreamBody())
                .isEqualTo("{" + sent + "," + ALL + ordered + "}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"query":{"script":{"script":"doc['a']"}}}
            {"query":{"more_like_this":{"like":"a","fields":["a"]}}}
            {"query":{"terms":{"a":{"index":"metrics-1","id":"1","path":"p"}}}}
            {"query":{"has_child":{"type":"a","query":{"match_all":{}}}}}
            {"query":{"geo_shape":{"a":{"indexed_shape":{"id":"1"}}}}}
            {"query":{"prefix":{"_id":"a"}}}
            {"aggs":{"a":{"global":{}}}}
            {"aggs":{"a":{"terms":{"field":"_id"}}}}
            {"aggs":{"a":{"significant_terms":{"field":"b"}}}}
            {"aggs":{"a":{"matrix_stats":{"fields":["b"]}}}}
            {"aggs":{"a":{"children":{"type":"b"}}}}
            {"sort":["_id"]}
            {"sort":{"_script":{"type":"number","script":"doc.a"}}}
            {"highlight":{"require_field_match":false,"fields":{"a":{}}}}
            {"script_fields":{"a":{"script":"1"}}}
            {"explain":true}
            {"profile":true}
            """)
    void deniesWhatCannotBeSaidOfOneOfSeveralIndices(String body) {
        HarnessResult result = search(body).everySplit();

        assertDenied(result);
    }

    @Test
    void letsBeWhatAsksForNothing() {
        HarnessResult result = acme("POST", "/logs/_search?explain=false")
                .body("{\"explain\":false,\"profile\":false}")
                .everySplit();

        assertThat(result.status()).isEqualTo(200);
        assertThat(result.upstreamBody()).isEqualTo("{\"explain\":false,\"profile\":false," + ALL + "}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /logs/_search?q=a:1&df=b | "query":"logs.a:1","default_field":"logs.b"}
            /logs/_search?q=1&df=*   | "query":"1","default_field":"logs.*","lenient":true}
            /logs/_count?q=1         | "query":"1","default_field":"logs.*","lenient":true}
            """)
    void movesQueriesOfTheUrlIntoTheBody(String target, String sent) {
        assertThat(acme("GET", target).send().upstreamBody())
                .isEqualTo("{\"query\":{\"bool\":{\"must\":[{\"query_string\":{" + sent + "}]," + FILTER + "}");
    }

    @Test
    void explainsOneDocumentWithoutTheFilter() {
        HarnessResult result = acme("GET", "/logs/_explain/1")
                .body("{\"query\":{\"match\":{\"a\":\"b\"}}}")
                .upstream(200, "application/json", """
                        {"_index":"t-acme","_id":"logs:1","matched":true,"explanation":{"value":1.0,\
                        "description":"weight(logs.a:b in 0)","details":[{"value":2,"description":"-logs.a:c +(-logs.b:d) my-logs.a","details":[]}]}}""")
                .send();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/t-acme/_explain/logs:1");
        assertThat(result.upstreamBody()).isEqualTo("{\"query\":{\"match\":{\"logs.a\":\"b\"}}}");
        assertThat(result.body()).isEqualTo("""
                {"_index":"logs","_id":"1","matched":true,"explanation":{"value":1.0,\
                "description":"weight(a:b in 0)","details":[{"value":2,"description":"-a:c +(-b:d) my-logs.a","details":[]}]}}""");
    }

    /** It is one field of all documents here, and no server collapses by it. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"field\":\"_index\"}", "{\"field\":\"a\",\"collapse\":{\"field\":\"_index\"}}"})
    void deniesToCollapseByIndex(String collapse) {
        assertRefused(search("{\"collapse\":" + collapse + "}").send());
    }

    @Test
    void restoresHits() {
        HarnessResult result = search("{\"aggs\":{\"t\":{\"top_hits\":{}}}}")
                .upstream(200, "application/json", """
                        {"hits":{"hits":[{"_index":"t-acme","_id":"logs:1","_ignored":["logs.i"],\
                        "_source":{"baseIndex":"logs","logs":{"a":1.0, "b" : []}},\
                        "fields":{"logs.a":[1],"baseIndex":["logs"],"metrics-1.x":[1],"_ignored":["logs.i"]},"highlight":{"logs.a":["x"]},\
                        "inner_hits":{"logs.c":{"hits":{"hits":[{"_index":"t-acme","_id":"logs:1",\
                        "_nested":{"field":"logs.c","offset":0,"_nested":{"field":"d","offset":1,"_nested":{"field":"e","offset":2}}},"_source":{"logs":2}}]}}}}]},\
                        "aggregations":{"t":{"hits":{"hits":[{"_index":"t-acme","_id":"logs:2","_source":{}}]}}}}""")
                .everySplit();

        assertThat(result.body()).isEqualTo("""
                {"hits":{"hits":[{"_index":"logs","_id":"1","_ignored":["i"],\
                "_source":{"a":1.0, "b" : []},\
                "fields":{"a":[1],"_index":["logs"],"_ignored":["i"]},"highlight":{"a":["x"]},\
                "inner_hits":{"c":{"hits":{"hits":[{"_index":"logs","_id":"1",\
                "_nested":{"field":"c","offset":0,"_nested":{"field":"d","offset":1,"_nested":{"field":"e","offset":2}}},"_source":{"logs":2}}]}}}}]},\
                "aggregations":{"t":{"hits":{"hits":[{"_index":"logs","_id":"2","_source":{}}]}}}}""");
    }

    @Test
    void endsAnswersWithDocumentsOfAnotherIndex() {
        HarnessResult result = search("{}")
                .upstream(
                        200,
                        "application/json",
                        "{\"hits\":{\"hits\":[{\"_index\":\"t-acme\",\"_id\":\"metrics-1:1\"}]}}")
                .send();

        assertThat(result.status()).isEqualTo(502);
        assertThat(result.body()).doesNotContain("metrics");
    }

    @Test
    void knowsOfEachOfSeveralSearchesWhichIndexItIsFor() {
        HarnessResult result = acme("POST", "/logs/_msearch")
                .body("""
                        {"index":"metrics-1"}
                        {"query":{"match":{"a":1}}}
                        {}
                        {"sort":["a"]}
                        """)
                .upstream(200, "application/json", """
                        {"took":1,"responses":[{"hits":{"hits":[{"_index":"t-acme","_id":"metrics-1:1"}]},"status":200},\
                        {"error":{"reason":"no [logs.a] in [t-acme]"},"status":400},{"hits":{"hits":[{"_index":"t-acme","_id":"logs:1"}]}}]}""")
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo("""
                {"index":"t-acme"}
                {"query":{"bool":{"must":[{"match":{"metrics-1.a":1}}],"filter":[{"term":{"baseIndex":{"value":"metrics-1"}}}]}}}
                {"index":"t-acme"}
                {"sort":["logs.a"],%s}
                """.formatted(ALL));
        assertThat(result.body()).isEqualTo("""
                {"took":1,"responses":[{"hits":{"hits":[{"_index":"metrics-1","_id":"1"}]},"status":200},\
                {"error":{"reason":"no [a] in [logs]"},"status":400},{"hits":{"hits":[{"_index":"logs","_id":"1"}]}}]}""");
    }

    // It may leave answers out, and then it is not clear which of them are left.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"index":"logs,metrics"} | {}
            {"index":["logs","metrics"]} | {}
            {"index":"metrics-1","indices":["logs"]}   | {}
            {"index":"t-acme"}       | {}
            """)
    void deniesSearchesThatAreForNoOneIndex(String header, String body) {
        HarnessResult result =
                acme("POST", "/_msearch").body(header + "\n" + body + "\n").everySplit();

        assertDenied(result);
    }

    @Test
    void knowsTheIndexOfAPointInTime() {
        String handle = handle(acme("POST", "/metrics-1/_pit?keep_alive=1m"), "{\"id\":\"PIT\"}");

        HarnessResult result = acme("POST", "/_search")
                .body("{\"sort\":[\"a\"],\"pit\":{\"id\":\"" + handle + "\"}}")
                .upstream(200, "application/json", """
                        {"pit_id":"PIT","hits":{"hits":[{"_index":"t-acme","_id":"metrics-1:1"}]}}""")
                .send();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/_search");
        assertThat(result.upstreamBody()).isEqualTo("""
                {"sort":["metrics-1.a"],"pit":{"id":"PIT"},"query":{"bool":{"must":[{"match_all":{}}],\
                "filter":[{"term":{"baseIndex":{"value":"metrics-1"}}}]}}}""");
        assertThat(result.body()).contains("{\"_index\":\"metrics-1\",\"_id\":\"1\"}");
        assertThat(harness.request("POST", "/_search")
                        .principal("bolt")
                        .header("Content-Type", "application/json")
                        .body("{\"pit\":{\"id\":\"" + handle + "\"}}")
                        .send()
                        .status())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "POST,/_search/scroll",
        "GET,/_search/scroll?scroll_id=HANDLE",
        "GET,/_search/scroll/HANDLE",
        "GET,//_search/scroll/HANDLE/?scroll=1m"
    })
    void knowsTheIndexOfAScroll(String method, String target) {
        String handle = handle(acme("POST", "/metrics-1/_search?scroll=1m").body("{}"), "{\"_scroll_id\":\"S\"}");

        HarnessResult result = acme(method, target.replace("HANDLE", handle))
                .body(method.equals("GET") ? "" : "{\"scroll_id\":\"" + handle + "\"}")
                .upstream(200, "application/json", """
                        {"_scroll_id":"S","hits":{"hits":[{"_index":"t-acme","_id":"metrics-1:1"}]}}""")
                .send();

        assertThat(result.body()).contains("{\"_index\":\"metrics-1\",\"_id\":\"1\"}");
    }

    @Test
    void restoresWarnings() {
        Headers headers = Headers.of("Content-Type", "application/json")
                .and("Warning", "299 Elasticsearch-7 \"[logs.old] of [t-acme] is deprecated\"");

        HarnessResult result = search("{}")
                .upstream(new Reply(200, headers, "{}".getBytes(StandardCharsets.UTF_8)))
                .send();

        assertThat(result.headers().get("Warning")).isEqualTo("299 Elasticsearch-7 \"[old] of [logs] is deprecated\"");
    }

    @Test
    void restoresTextsOfErrors() {
        HarnessResult result =
                search("{}").upstream(400, "application/json", """
                        {"error":{"root_cause":[{"type":"x","reason":"No mapping found for [logs.a] in order to sort on","index":"t-acme"}],\
                        "reason":"[logs:1]: blogs.a logs.b, index [t-acme] on [baseIndex]"},"status":400}""").send();

        assertThat(result.body())
                .contains("No mapping found for [a] in order", "\"index\":\"logs\"")
                .doesNotContain("baseIndex", "t-acme");
    }

    @Test
    void namesFieldsWithinMappingsAsTheTenantDoes() {
        String fields = """
                {"k":{"type":"keyword","copy_to":["%1$sa","%1$sb"]},"path":{"type":"alias","path":"%1$sk"},\
                "o":{"properties":{"s":{"type":"alias","path":"%1$sk"}}}}""";
        String own = fields.formatted("");
        String sent = fields.formatted("logs.");

        assertThat(acme("PUT", "/logs/_mapping")
                        .body("{\"properties\":" + own + "}")
                        .everySplit()
                        .upstreamBody())
                .isEqualTo("{\"properties\":{\"logs\":{\"properties\":" + sent + "}}}");
        assertThat(acme("GET", "/logs/_mapping")
                        .upstream(
                                200,
                                "application/json",
                                "{\"t-acme\":{\"mappings\":{\"properties\":{\"logs\":{\"properties\":" + sent + "}}}}}")
                        .everySplit()
                        .body())
                .isEqualTo("{\"logs\":{\"mappings\":{\"properties\":" + own + "}}}");
    }

    @Test
    void readsAndWritesTheMappingOfOneIndex() {
        assertThat(acme("PUT", "/metrics-1.0/_mapping").body("""
                                {"properties":{"a":{"type":"keyword","copy_to":"b"}},"dynamic":"strict"}""").everySplit().upstreamBody())
                .isEqualTo("""
                        {"properties":{"metrics-1/0":{"properties":{"a":{"type":"keyword","copy_to":"metrics-1/0.b"}},"dynamic":"strict"}}}""");
        assertThat(acme("GET", "/metrics-1.0/_mapping")
                        .upstream(200, "application/json", """
                                {"t-acme":{"mappings":{"dynamic":"true","properties":{"baseIndex":{"type":"keyword"},\
                                "logs":{"properties":{"x":{"type":"long"}}},"metrics-1/0":{"properties":{"a":{"type":"long"}}}}}}}""")
                        .send()
                        .body())
                .isEqualTo("{\"metrics-1.0\":{\"mappings\":{\"properties\":{\"a\":{\"type\":\"long\"}}}}}");
        assertThat(acme("GET", "/logs/_field_caps?fields=*")
                        .upstream(200, "application/json", """
                                {"indices":["t-acme"],"fields":{"baseIndex":{"keyword":{}},"logs":{"object":{}},"_id":{"_id":{"type":"_id"}},\
                                "_index":{"_index":{"type":"_index"}},"logs.a":{"long":{"type":"long"}},"metrics-1.b":{"long":{"type":"long"}}}}""")
                        .send()
                        .body())
                .isEqualTo("""
                        {"indices":["logs"],"fields":{"_id":{"_id":{"type":"_id"}},"_index":{"_index":{"type":"_index"}},"a":{"long":{"type":"long"}}}}""");
    }

    @Test
    void asksWhatTheFieldOfIndicesCanDo() {
        assertThat(acme("POST", "/logs/_field_caps").body("""
                                {"fields":["_index","a"],"index_filter":{"term":{"_index":"logs"}}}""").everySplit().upstreamBody())
                .isEqualTo("""
                        {"fields":["_index","logs.a"],"index_filter":{"term":{"baseIndex":"logs"}}}""");
    }

    @Test
    void tellsOfARefreshOfAllIndicesNoneOfThem() {
        String failed = """
                {"_shards":{"total":2,"successful":1,"failed":1,"failures":[{"shard":0,%s"status":"INTERNAL_SERVER_ERROR",\
                "reason":{"type":"x","reason":"shard [%s][0] failed"}}]}}""";

        assertThat(acme("POST", "/_refresh")
                        .upstream(200, "application/json", failed.formatted("\"index\":\"t-acme\",", "t-acme"))
                        .everySplit()
                        .body())
                .isEqualTo(failed.formatted("", "*"));
        assertThat(acme("POST", "/logs/_refresh")
                        .upstream(200, "application/json", failed.formatted("\"index\":\"t-acme\",", "t-acme"))
                        .everySplit()
                        .body())
                .isEqualTo(failed.formatted("\"index\":\"logs\",", "logs"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"properties":{"a":{"type":"join","relations":{"b":"c"}}}}
            {"properties":{"a":{"type":"constant_keyword","value":"b"}}}
            {"_source":{"enabled":false}}
            {"runtime":{"a":{"type":"keyword"}}}
            {"dynamic_templates":[]}
            """)
    void deniesMappingsThatWouldConcernTheTenantsOtherIndices(String body) {
        assertThat(acme("PUT", "/logs/_mapping").body(body).everySplit().status())
                .isEqualTo(403);
    }
}
