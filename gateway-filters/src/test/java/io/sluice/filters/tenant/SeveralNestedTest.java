package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessCall;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests for several indices of a tenant that lie in one. */
@Tag("slow")
class SeveralNestedTest extends AcmeTest {

    private static final String BOTH = "{\"bool\":{\"should\":[{\"term\":{\"baseIndex\":{\"value\":\"logs\"}}},"
            + "{\"term\":{\"baseIndex\":{\"value\":\"metrics-1\"}}}],\"minimum_should_match\":1}}";
    private static final String HITS = """
            {"took":1,"_shards":{"total":1,"failures":[{"shard":0,"index":"t-acme","reason":{"type":"x"}}]},"hits":{"hits":[\
            {"_index":"t-acme","_id":"logs:1","_score":1.0,"_source":{"baseIndex":"logs","logs":{"a":1}},"sort":[1]},\
            {"_index":"t-acme","_id":"metrics-1.0:a:b","_source":{"baseIndex":"metrics-1.0","metrics-1/0":{"b":2}}}]}}""";

    SeveralNestedTest() {
        super("nested: { indices: [logs, \"metrics-*\"], template: \"t-{tenant}\" }");
    }

    private HarnessCall both(String body) {
        return acme("POST", "/logs,metrics-1/_search").body(body);
    }

    private static String completed(String query, String filter) {
        return "{\"query\":{\"bool\":{\"must\":[" + query + "],\"filter\":[" + filter + "]}}}";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET  | /logs,metrics-1/_search         | /t-acme/_search
            POST | /logs,metrics-*/_count          | /t-acme/_count?ignore_unavailable=true
            GET  | /logs,metrics-1/_search?sort=_score:asc,_doc&_source=false&size=3 | /t-acme/_search?sort=_score:asc,_doc&_source=false&size=3
            GET  | /logs,metrics-1/_search?sort=_index | /t-acme/_search?sort=baseIndex
            GET  | /metrics-*/_count               | /t-acme/_count?ignore_unavailable=true
            GET  | /_count                         | /t-acme/_count?ignore_unavailable=true
            GET  | /_search                        | /t-acme/_search?ignore_unavailable=true
            GET  | /_all/_search                   | /t-acme/_search?ignore_unavailable=true
            POST | /metrics-*/_search/point_in_time?keep_alive=1m | /t-acme/_search/point_in_time?keep_alive=1m&ignore_unavailable=true
            POST | /logs,metrics-1/_refresh        | /t-acme/_refresh
            POST | /l*/_refresh                    | /t-acme/_refresh?ignore_unavailable=true
            HEAD | /logs,metrics-1                 | /t-acme
            """)
    void sendsPathsOfSeveralIndicesToTheOneInWhichTheyLie(String method, String target, String sent) {
        assertThat(acme(method, target).send().upstreamHead().target().raw()).isEqualTo(sent);
    }

    @Test
    void findsDocumentsOfTheNamedIndicesOnly() {
        assertThat(both("{}").everySplit().upstreamBody()).isEqualTo(completed("{\"match_all\":{}}", BOTH));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            _all            | {"bool":{"should":[T(logs),W(metrics-*)],"minimum_should_match":1}}
            *               | {"bool":{"should":[T(logs),W(metrics-*)],"minimum_should_match":1}}
            metrics-1*      | {"bool":{"should":[W(metrics-1*)],"minimum_should_match":1}}
            m*              | {"bool":{"should":[W(metrics-*)],"minimum_should_match":1}}
            metrics-*,-metrics-1 | {"bool":{"filter":[{"bool":{"should":[W(metrics-*)],"minimum_should_match":1}}],"must_not":[T(metrics-1)]}}
            *,-m*           | {"bool":{"filter":[{"bool":{"should":[T(logs),W(metrics-*)],"minimum_should_match":1}}],"must_not":[W(metrics-*)]}}
            """)
    void meansTheTenantsOwnIndicesByAPattern(String expression, String filter) {
        String meant = filter.replaceAll("T\\(([^)]*)\\)", "{\"term\":{\"baseIndex\":{\"value\":\"$1\"}}}")
                .replaceAll("W\\(([^)]*)\\)", "{\"wildcard\":{\"baseIndex\":{\"value\":\"$1\"}}}");
        assertThat(acme("GET", "/" + expression + "/_count").send().upstreamBody())
                .isEqualTo(completed("{\"match_all\":{}}", meant));
    }

    @Test
    void takesWhatCanMeanOneIndexOnlyForARequestForThatOne() {
        for (String expression : new String[] {"logs,logs", "l*", "logs,l*", "logs*"}) {
            assertThat(acme("POST", "/" + expression + "/_search")
                            .body("{\"query\":{\"match\":{\"a\":1}}}")
                            .send()
                            .upstreamBody())
                    .contains("{\"match\":{\"logs.a\":1}}");
        }
    }

    @Test
    void tellsTheIndexOfEachHitByItsId() {
        String body = acme("GET", "/logs,metrics-*/_search")
                .upstream(200, "application/json", HITS)
                .everySplit()
                .body();

        assertThat(body).isEqualTo("""
                {"took":1,"_shards":{"total":1,"failures":[{"shard":0,"reason":{"type":"x"}}]},"hits":{"hits":[\
                {"_id":"1","_score":1.0,"_source":{"a":1},"sort":[1],"_index":"logs"},\
                {"_id":"a:b","_source":{"b":2},"_index":"metrics-1.0"}]}}""");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"_index\":\"other\"", "\"_id\":\"secret:1\"", "\"_id\":\"1\"", "\"_id\":\"logs\""})
    void showsNoHitOfAnythingElse(String member) {
        String answer = "{\"hits\":{\"hits\":[{\"_index\":\"t-acme\",\"_id\":\"logs:1\"},{" + member + "}]}}";

        assertThat(both("{}").upstream(200, "application/json", answer).send().status())
                .isEqualTo(502);
    }

    @Test
    void showsNoDocumentBeforeItIsKnownWhichItIs() {
        String answer = "{\"hits\":{\"hits\":[{\"_index\":\"t-acme\",\"_source\":{\"logs\":{}},\"_id\":\"logs:1\"}]}}";

        assertThat(both("{}").upstream(200, "application/json", answer).send().status())
                .isEqualTo(502);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"query":{"term":{"_index":"logs"}}}               | {"term":{"baseIndex":"logs"}}
            {"query":{"bool":{"must_not":{"exists":{"field":"_index"}}}}} | {"bool":{"must_not":{"exists":{"field":"baseIndex"}}}}
            {"query":{"query_string":{"query":"a OR b"}}}      | {"query_string":{"query":"a OR b","fields":["*.*"],"lenient":true}}
            {"query":{"query_string":{"query":"*:*"}}}         | {"query_string":{"query":"*:*","fields":["*.*"],"lenient":true}}
            {"query":{"multi_match":{"query":"x"}}}            | {"multi_match":{"query":"x","fields":["*.*"],"lenient":true}}
            {"query":{"range":{"_seq_no":{"gte":0}}}}          | {"range":{"_seq_no":{"gte":0}}}
            """)
    void asksWhatHasOneNameInAllIndices(String body, String sent) {
        assertThat(both(body).everySplit().upstreamBody()).isEqualTo(completed(sent, BOTH));
    }

    @Test
    void countsDocumentsByIndex() {
        String body =
                "{\"size\":0,\"aggs\":{\"i\":{\"terms\":{\"field\":\"_index\"}}},\"sort\":[\"_doc\",{\"_index\":\"desc\"}]}";

        assertThat(both(body).everySplit().upstreamBody())
                .startsWith("{\"size\":0,\"aggs\":{\"i\":{\"terms\":{\"field\":\"baseIndex\"}}},"
                        + "\"sort\":[\"_doc\",{\"baseIndex\":\"desc\"}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"query\":{\"match\":{\"a\":1}}}",
                "{\"query\":{\"term\":{\"logs.a\":1}}}",
                "{\"query\":{\"term\":{\"baseIndex\":\"other\"}}}",
                "{\"query\":{\"exists\":{\"field\":\"*\"}}}",
                "{\"query\":{\"ids\":{\"values\":[\"1\"]}}}",
                "{\"query\":{\"term\":{\"_id\":\"1\"}}}",
                "{\"query\":{\"query_string\":{\"query\":\"a:b\"}}}",
                "{\"query\":{\"query_string\":{\"query\":\"_exists_:b\"}}}",
                "{\"query\":{\"query_string\":{\"query\":\"b\",\"default_field\":\"a\"}}}",
                "{\"query\":{\"multi_match\":{\"query\":\"b\",\"fields\":[\"*\"]}}}",
                "{\"query\":{\"nested\":{\"path\":\"a\",\"query\":{\"match_all\":{}}}}}",
                "{\"sort\":[\"a\"]}",
                "{\"sort\":[{\"a\":\"asc\"}]}",
                "{\"_source\":[\"a\"]}",
                "{\"fields\":[\"*\"]}",
                "{\"stored_fields\":\"_none_\"}",
                "{\"collapse\":{\"field\":\"a\"}}",
                "{\"highlight\":{\"fields\":{\"*\":{}}}}",
                "{\"indices_boost\":[{\"logs\":2}]}",
                "{\"knn\":{\"field\":\"v\"}}",
                "{\"aggs\":{\"a\":{\"avg\":{\"field\":\"n\"}}}}",
                "{\"suggest\":{\"s\":{\"text\":\"x\",\"term\":{\"field\":\"a\"}}}}",
                "{\"runtime_mappings\":{\"a\":{\"type\":\"long\"}}}"
            })
    void deniesWhatHasAnotherNameInEachIndex(String body) {
        assertDenied(both(body).everySplit());
        assertDenied(acme("POST", "/_search").body(body).send());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/logs,metrics-1/_search?sort=a",
                "/logs,metrics-1/_search?_source=a",
                "/logs,metrics-1/_search?_source_includes=a",
                "/logs,metrics-1/_search?stored_fields=_none_",
                "/logs,metrics-1/_search?docvalue_fields=a",
                "/logs,metrics-1/_search?filter_path=took",
                "/logs,metrics-1/_count?q=a:b",
                "/logs,metrics-1/_count?q=b&df=a",
                "/_search?sort=a",
                "/_search?q=a:1",
                "/_search?filter_path=hits.hits._source"
            })
    void deniesParametersThatNameFields(String target) {
        assertDenied(acme("GET", target).send());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET    | /logs,metrics-1/_field_caps?fields=a
            GET    | /logs,metrics-1/_mapping
            GET    | /_mapping
            GET    | /logs,metrics-1/_validate/query
            POST   | /logs,metrics-1/_delete_by_query
            POST   | /logs,metrics-1/_update_by_query
            POST   | /logs,metrics-1/_bulk
            POST   | /metrics-*/_bulk
            PUT    | /logs,metrics-1/_mapping
            DELETE | /metrics-*
            GET    | /logs,metrics-1/_doc/1
            GET    | /metrics-*/_doc/1
            GET    | /metrics-*/_mget
            GET    | /logs,other/_search
            GET    | /logs,-metrics-1/_search
            GET    | /logs,_all/_search
            GET    | /logs,/_search
            GET    | /logs,t-acme/_search
            GET    | /logs,t-bolt/_search
            GET    | /o*/_search
            GET    | /*s/_search
            GET    | /logs,<metrics-{now}>/_search
            GET    | /logs,Metrics-1/_search
            GET    | /logs,remote:metrics-1/_search
            """)
    void deniesChangesOfSeveralIndicesAndIndicesOfNobody(String method, String target) {
        assertRefused(acme(method, target).body("{}").send());
    }

    @Test
    void putsTheQueryOfTheUrlInto() {
        assertThat(acme("GET", "/logs,metrics-1/_count?q=x").send().upstreamBody())
                .isEqualTo(completed(
                        "{\"query_string\":{\"query\":\"x\",\"default_field\":\"*.*\",\"lenient\":true}}", BOTH));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"index":"logs,metrics-1"}
            {"index":["logs","metrics-1"]}
            {"index":["logs","metrics-1","logs"]}
            """)
    void takesSeveralIndicesOfAHeader(String header) {
        String sent = acme("POST", "/_msearch")
                .body(header + "\n{}\n{\"index\":\"logs\"}\n{\"query\":{\"match\":{\"a\":1}}}\n")
                .everySplit()
                .upstreamBody();

        assertThat(sent.lines().toList().get(0).replaceAll("\"t-acme\"", "X")).containsAnyOf(":X}", "[X,X]", "[X,X,X]");
        assertThat(sent.lines().toList().get(1)).contains("\"metrics-1\"").contains("\"logs\"");
        assertThat(sent.lines().toList().get(3)).contains("{\"match\":{\"logs.a\":1}}");
    }

    @Test
    void takesAHeaderWithoutIndicesForAllOfThem() {
        for (String header : new String[] {"{}", "{\"index\":\"_all\"}", "{\"index\":[\"*\"]}"}) {
            String sent = acme("POST", "/_msearch")
                    .body(header + "\n{}\n")
                    .everySplit()
                    .upstreamBody();

            assertThat(sent.lines().toList().get(0)).contains("t-acme");
            assertThat(sent.lines().toList().get(1)).contains("\"metrics-*\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"logs\",\"t-bolt\"]", "[\"metrics-*\",\"-metrics-1\"]", "[]", "\"logs,other\""})
    void deniesHeadersWithIndicesOfNobody(String indices) {
        assertRefused(acme("POST", "/_msearch")
                .body("{\"index\":" + indices + "}\n{}\n")
                .send());
    }

    @Test
    void deniesFieldsBehindAHeaderOfSeveral() {
        assertDenied(acme("POST", "/_msearch")
                .body("{\"index\":[\"logs\",\"metrics-1\"]}\n{\"sort\":\"a\"}\n")
                .send());
        assertDenied(acme("POST", "/_msearch?filter_path=took")
                .body("{\"index\":[\"logs\",\"metrics-1\"]}\n{}\n")
                .send());
    }

    @Test
    void restoresEachOfSeveralSearches() {
        String answer = "{\"responses\":[" + HITS + ","
                + HITS.replace("metrics-1.0:a:b", "logs:2")
                        .replace("\"baseIndex\":\"metrics-1.0\",\"metrics-1/0\"", "\"logs\"")
                + "]}";
        String body = acme("POST", "/_msearch")
                .body("{\"index\":\"metrics-1.0,logs\"}\n{}\n{\"index\":\"logs\"}\n{}\n")
                .upstream(200, "application/json", answer)
                .everySplit()
                .body();

        assertThat(body)
                .contains("\"_index\":\"metrics-1.0\"}")
                .contains("{\"_index\":\"logs\",\"_id\":\"2\",\"_source\":{\"b\":2}}");
    }

    // The URL is read before the body, and means fields of the index for which the point in time was opened.
    @Test
    void callsFieldsOfTheUrlAsThePointInTimeDoes() {
        String one = handle(acme("POST", "/metrics-1/_pit?keep_alive=1m"), "{\"id\":\"PIT\"}");
        String several = handle(acme("POST", "/metrics-*/_pit?keep_alive=1m"), "{\"id\":\"PIT\"}");
        String search = "/_search?sort=a&_source=b";

        assertThat(acme("POST", search)
                        .body("{\"pit\":{\"id\":\"" + one + "\"}}")
                        .send()
                        .upstreamHead()
                        .target()
                        .raw())
                .isEqualTo("/_search?sort=metrics-1.a&_source=metrics-1.b");
        assertDenied(acme("POST", search)
                .body("{\"pit\":{\"id\":\"" + several + "\"}}")
                .send());
    }

    @Test
    void goesOnWithAScrollOfSeveralIndices() {
        String scroll = handle(
                acme("POST", "/metrics-*,logs/_search?scroll=1m"), "{\"_scroll_id\":\"s1\",\"hits\":{\"hits\":[]}}");
        String body = acme("POST", "/_search/scroll")
                .body("{\"scroll_id\":\"" + scroll + "\"}")
                .upstream(200, "application/json", HITS)
                .send()
                .body();

        assertThat(body).contains("\"_source\":{\"a\":1},\"sort\":[1],\"_index\":\"logs\"}");
    }
}
