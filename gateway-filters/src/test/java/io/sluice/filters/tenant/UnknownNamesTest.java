package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names in searches that nobody knows: the server says so, and cannot be told anything under them. */
class UnknownNamesTest extends AcmeTest {

    UnknownNamesTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"query":{"mtach":{"f":{"index":"bolt.logs"}}}}    | {"query":{"mtach~":{}}}
            {"query":{"term":{"a":{"value":1,"x":1}}}}         | {"query":{"term":{"a":{"value":1,"x~":1}}}}
            {"match":{"a":1},"size":1}                         | {"match~":{},"size":1}
            {"aggs":{"a":{"trems":[{"field":"_index"}]}}}      | {"aggs":{"a":{"trems~":[0]}}}
            {"qu\\u0065ry":{"m\\u0061tsh":{}}}                 | {"qu\\u0065ry":{"matsh~":{}}}
            """)
    void goOnAsNamesThatNoServerKnowsWithNothingBelow(String body, String sent) {
        assertThat(search(body).everySplit().upstreamBody()).isEqualTo(sent);
    }

    @Test
    void areShownAsTheClientHasWrittenThem() {
        HarnessResult result = search("{\"query\":{\"mtach\":{\"f\":1}}}")
                .upstream(400, "application/json", """
                        {"error":{"root_cause":[{"type":"parsing_exception","reason":"unknown query [mtach~] did you mean [match]?","line":1}],\
                        "type":"parsing_exception","reason":"unknown query [mtach~] did you mean [match]?"},"status":400}""")
                .send();

        assertThat(result.status()).isEqualTo(400);
        assertThat(result.body()).doesNotContain("~").contains("unknown query [mtach] did you mean [match]?");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"query":{"neural":{}}}          | parsing_exception | unknown query [neural~] did you mean [neural]?                         | neural
            {"query":{"bool":{"mstNot":[]}}} | x                 | [bool] unknown field [mstNot~] did you mean any of [mstNot, must_not]? | mstNot
            """)
    void areDeniedWhereTheServerKnowsThem(String body, String type, String reason, String denied) {
        HarnessResult result = search(body)
                .upstream(
                        400,
                        "application/json",
                        "{\"error\":{\"type\":\"" + type + "\",\"reason\":\"" + reason + "\"},\"status\":400}")
                .send();

        assertThat(result.body()).contains("[" + denied + "] is denied to tenants: it is not known to be safe");
    }

    /** Older names that servers still know, as their parsers list them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"query\":{\"bool\":{\"mustNot\":[{\"match_all\":{}}]}}}",
                "{\"query\":{\"simple_query_string\":{\"query\":\"a\",\"all_fields\":true,\"locale\":\"en\"}}}",
                "{\"aggs\":{\"a\":{\"terms\":{\"field\":\"a\",\"valueType\":\"long\"}}}}",
                "{\"aggs\":{\"a\":{\"geo_distance\":{\"field\":\"a\",\"por\":\"1,1\",\"ranges\":[{\"to\":1}]}}}}",
                "{\"sort\":[{\"_geo_distance\":{\"a\":\"1,1\",\"sort_mode\":\"min\"}}]}",
            })
    void areNoneWhereServersKnowAnotherSpelling(String body) {
        assertThat(search(body).everySplit().upstreamBody()).isEqualTo(body);
    }

    @Test
    void areNoneWhereServersKnowAnotherSpellingOfARouting() {
        String sent =
                "{\"actions\":[{\"add\":{\"index\":\"acme.logs\",\"alias\":\"acme.a\",\"index-routing\":1,\"searchRouting\":2}}]}";

        assertThat(acme("POST", "/_aliases")
                        .body(sent.replace("acme.", ""))
                        .everySplit()
                        .upstreamBody())
                .isEqualTo(sent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_search", "/logs/_search", "/logs/_count", "/logs/_validate/query", "/logs/_explain/1"})
    void goOnInEveryBodyThatServersReadStrictly(String target) {
        assertThat(acme("POST", target).body("{\"match\":{\"a\":1}}").send().upstreamBody())
                .isEqualTo("{\"match~\":{}}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /logs/_delete_by_query | {"query":{"mtach":{}}}
            /logs/_update_by_query | {"query":{"match_all":{}},"x":1}
            /logs/_mget            | {"docs":[{"_id":"1","x":{"_index":"bolt.logs"}}]}
            /logs/_mget            | {"docs":[{"_id":"1","x":[{"_index":"bolt.logs"}]}]}
            /logs/_mget            | {"docs":[{"_id":"1","_source":{"inclds":"n"}}]}
            /_aliases              | {"actions":[{"ad":{}}]}
            /logs/_field_caps      | {"x":1}
            """)
    void areDeniedInWhatChangesSomethingOrIsReadLeniently(String target, String body) {
        assertDenied(acme("POST", target).body(body).send());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /logs/_update/1 | {"dco":{"a":1}}                        | {"dco~":{}}
            /logs/_update/1 | {"doc":{"a":1},"_source":{"inc":["a"]}} | {"doc":{"a":1},"_source":{"inc~":[0]}}
            /logs/_mget     | {"docs":[{"_id":"1","_idx":"bolt.logs"}]} | {"docs":[{"_id":"1","_idx~":"bolt.logs"}]}
            /logs/_mget     | {"dosc":[{"_index":"bolt.logs"}]}      | {"dosc~":[0]}
            """)
    void goOnWhereASingleDocumentIsChangedAndWhereDocumentsAreNamed(String target, String body, String sent) {
        assertThat(acme("POST", target).body(body).everySplit().upstreamBody()).isEqualTo(sent);
    }

    @Test
    void areDeniedInUpdatesOfABulk() {
        assertDenied(acme("POST", "/logs/_bulk")
                .body("{\"update\":{\"_id\":\"1\"}}\n{\"dco\":{}}\n")
                .send());
    }

    @Test
    void areDeniedWhereThereAreTooMany() {
        StringBuilder body = new StringBuilder("{\"x0\":1");
        for (int i = 1; i < 40; i++) {
            body.append(",\"x").append(i).append("\":1");
        }

        assertDenied(search(body.append('}').toString()).send());
    }
}
