package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where tenants share an index, scores do not count how many of the others' documents have a word. */
class ConstantScoresTest extends AcmeTest {

    private static final String FILTER = "\"filter\":[{\"term\":{\"tenant_id\":{\"value\":\"acme\"}}}]}}";

    private static final String TERM = "{\"term\":{\"k\":\"a\"}}";
    private static final String SCORED = "{\"constant_score\":{\"filter\":" + TERM + "}}";
    private static final String INNER_HITS = "{\"nested\":{\"path\":\"c\",\"query\":%s,\"inner_hits\":{}}}";

    ConstantScoresTest() {
        super("shared: { indices: [logs] }");
    }

    private static String completed(String query) {
        return "\"query\":{\"bool\":{\"should\":[" + query
                + ",{\"term\":{\"tenant_id\":{\"value\":\"\"}}}],\"minimum_should_match\":1,"
                + FILTER;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"match":{"t":"a b"}}                              | {"constant_score":{"filter":{"match":{"t":"a b"}}}}
            {"match":{"t":{"query":"a","boost":2.5}}}          | {"constant_score":{"filter":{"match":{"t":{"query":"a","boost":2.5}}},"boost":2.5}}
            {"match":{"boost":{"boost":"3","query":"a"}}}      | {"constant_score":{"filter":{"match":{"boost":{"boost":"3","query":"a"}}},"boost":3}}
            {"match":{"boost":4}}                              | {"constant_score":{"filter":{"match":{"boost":4}}}}
            {"match":{"t":{"query":"a","boost":"x"}}}          | {"constant_score":{"filter":{"match":{"t":{"query":"a","boost":"x"}}}}}
            {"match":{"t":{"query":"a","boost":-1}}}           | {"constant_score":{"filter":{"match":{"t":{"query":"a","boost":-1}}}}}
            {"multi_match":{"boost":2,"query":"a","fields":["t^3"],"_name":"n"}} | {"constant_score":{"filter":{"multi_match":{"boost":2,"query":"a","fields":["t^3"],"_name":"n"}},"boost":2}}
            {"query_string":{"query":"a","boost":1e2}}         | {"constant_score":{"filter":{"query_string":{"query":"a","boost":1e2}},"boost":1e2}}
            {"terms":{"t":["a"],"boost":2}}                    | {"constant_score":{"filter":{"terms":{"t":["a"],"boost":2}},"boost":2}}
            {"match":{"t":{"query":"a","boost":1e+2}}}         | {"constant_score":{"filter":{"match":{"t":{"query":"a","boost":1e+2}}},"boost":1e+2}}
            {"match":{"t":{"query":"a","boost":0.12345678901234567890123}}} | {"constant_score":{"filter":{"match":{"t":{"query":"a","boost":0.12345678901234567890123}}},"boost":0.12345678901234567890123}}
            {"match":{"t":{"query":"a","boost":"01"}}}         | {"constant_score":{"filter":{"match":{"t":{"query":"a","boost":"01"}}},"boost":1.0}}
            {"match":{"t":{"query":"a","boost":"+.5"}}}        | {"constant_score":{"filter":{"match":{"t":{"query":"a","boost":"+.5"}}},"boost":0.5}}
            {"match":{"t":{"query":"a","boost":"NaN"}}}        | {"constant_score":{"filter":{"match":{"t":{"query":"a","boost":"NaN"}}}}}
            {"match":{"t":{"query":"a","boost":1e40}}}         | {"constant_score":{"filter":{"match":{"t":{"query":"a","boost":1e40}}}}}
            {"match":{"t":{"query":"a","boost":true}}}         | {"constant_score":{"filter":{"match":{"t":{"query":"a","boost":true}}}}}
            {"rank_feature":{"field":"r"}}                     | {"constant_score":{"filter":{"rank_feature":{"field":"r"}}}}
            {"match_all":{"boost":2}}                          | {"match_all":{"boost":2}}
            {"constant_score":{"filter":{"term":{"t":"a"}},"boost":2}} | {"constant_score":{"filter":{"term":{"t":"a"}},"boost":2}}
            """)
    void scoresEveryQueryOfWordsByItsBoost(String query, String sent) {
        assertThat(search("{\"query\":" + query + "}").everySplit().upstreamBody())
                .isEqualTo("{" + completed(sent) + COUNTED + "}");
    }

    @Test
    void letsQueriesAroundThemAddUpAndLeavesFiltersAlone() {
        String term = "{\"term\":{\"k\":\"a\"}}";
        String scored = "{\"constant_score\":{\"filter\":" + term + "}}";
        String query = "{\"bool\":{\"must\":%s,\"boost\":3,\"should\":[{\"dis_max\":{\"queries\":[%s]}},"
                + "{\"nested\":{\"path\":\"c\",\"query\":%s}},{\"boosting\":{\"positive\":%s,\"negative\":#}},"
                + "{\"function_score\":{\"query\":%s,\"functions\":[{\"filter\":#,\"weight\":2}]}}],"
                + "\"filter\":[#,{\"bool\":{\"must\":#}}],\"must_not\":#}}";

        HarnessResult result = search("{\"query\":" + query.replace("%s", term).replace("#", term) + "}")
                .everySplit();

        assertThat(result.upstreamBody())
                .isEqualTo("{" + completed(query.replace("%s", scored).replace("#", term)) + COUNTED + "}");
    }

    @Test
    void scoresAllPartsOfASearch() {
        String term = "{\"term\":{\"k\":\"a\"}}";
        String scored = "{\"constant_score\":{\"filter\":" + term + "}}";
        String body = "{\"rescore\":{\"window_size\":5,\"query\":{\"rescore_query\":%s}},\"post_filter\":#,"
                + "\"aggs\":{\"f\":{\"filter\":#}},\"highlight\":{\"highlight_query\":#,\"fields\":{\"t\":{}}},";
        String asked = body.replace("%s", term).replace("#", term) + "\"query\":" + term + "}";
        String own = "{\"bool\":{\"must\":[" + scored + "]," + FILTER + "}";
        String sent = body.replace("%s", own.substring(0, own.length() - 1))
                        .replace("\"aggs\":{\"f\":{\"filter\":#}}", "\"aggs\":{\"f\":{\"filter\":#}" + ONE_BY_ONE + "}")
                        .replace("#", term)
                + completed(scored) + COUNTED + "}";

        assertThat(search(asked).everySplit().upstreamBody()).isEqualTo(sent);
        assertThat(acme("POST", "/_msearch")
                        .body("{\"index\":\"logs\"}\n" + asked + "\n")
                        .everySplit()
                        .upstreamBody())
                .isEqualTo("{\"index\":\"logs\"}\n" + sent + "\n");
        assertThat(acme("POST", "/logs/_search")
                        .body("{\"aggs\":{\"c\":{\"cardinality\":{\"field\":\"tag\"}}},\"min_score\":2}")
                        .everySplit()
                        .body())
                .contains("min_score", "scores are constant here");
        assertThat(acme("POST", "/logs/_count?min_score=1")
                        .body("{\"query\":" + term + "}")
                        .everySplit()
                        .upstreamBody())
                .isEqualTo("{" + completed(scored) + "}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"bool\":{\"filter\":%s}}",
                "{\"bool\":{\"must_not\":[%s]}}",
                "{\"constant_score\":{\"filter\":%s}}",
                "{\"boosting\":{\"positive\":{\"match_all\":{}},\"negative\":%s}}",
                "{\"function_score\":{\"functions\":[{\"filter\":%s,\"weight\":2}]}}"
            })
    void showsNoScoresOfHitsInsideHitsThatAFilterFound(String around) {
        String query = around.replace("%s", INNER_HITS);

        HarnessResult result =
                search("{\"query\":" + query.replace("%s", TERM) + "}").everySplit();

        assertThat(result.upstreamBody()).isEqualTo("{" + completed(query.replace("%s", SCORED)) + COUNTED + "}");
    }

    @Test
    void showsNoScoresOfHitsInsideHitsThatWereChosenAfterwards() {
        String body = "{\"post_filter\":" + INNER_HITS + ",\"aggs\":{\"f\":{\"filter\":" + INNER_HITS + "}},";

        HarnessResult result = search(body.replace("%s", TERM) + "\"query\":{\"match_all\":{}}}")
                .everySplit();

        assertThat(result.upstreamBody())
                .isEqualTo(body.replace("%s", SCORED).replaceFirst("},$", ONE_BY_ONE + "},")
                        + completed("{\"match_all\":{}}")
                        + COUNTED
                        + "}");
    }

    @Test
    void scoresTheQueryOfTheUrl() {
        assertThat(acme("GET", "/logs/_search?q=a").send().upstreamBody())
                .isEqualTo("{" + completed("{\"constant_score\":{\"filter\":{\"query_string\":{\"query\":\"a\"}}}}")
                        + COUNTED + "}");
    }

    @Test
    void tellsNoScoresOfQueriesInside() {
        assertDenied(
                acme("GET", "/logs/_search?include_named_queries_score=true").send());
        assertDenied(search("{\"include_named_queries_score\":true}").everySplit());
        assertThat(search("{\"include_named_queries_score\":false}")
                        .everySplit()
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"match\":\"a\"}", "{\"match\":[{\"t\":\"a\"}]}", "{\"term\":1}"})
    void refusesWhatIsNoQueryOfWords(String query) {
        assertRefused(search("{\"query\":" + query + "}").everySplit());
    }

    @Test
    void leavesScoresToTheServerWhereTheOperatorSaysSo() {
        String query = "{\"match\":{\"t\":{\"query\":\"a\",\"boost\":2}}}";
        try (FilterHarness relevance = FilterHarness.of(
                new TenantFactory(), configuration("shared: { indices: [logs], scores: relevance }"))) {
            assertThat(relevance
                            .request("POST", "/logs/_search?include_named_queries_score=true")
                            .principal("acme")
                            .header("Content-Type", "application/json")
                            .body("{\"query\":" + query + "}")
                            .everySplit()
                            .upstreamBody())
                    .isEqualTo("{\"query\":{\"bool\":{\"should\":[" + query
                            + ",{\"term\":{\"tenant_id\":{\"value\":\"\"}}}],\"minimum_should_match\":1," + FILTER
                            + COUNTED + "}");
        }
    }

    /** OpenSearch takes a range of a boolean for a term, whose score tells how many documents have it. */
    @Test
    void scoresRangesAlike() {
        String kept = "{\"bool\":{\"should\":[%s,{\"term\":{\"tenant_id\":{\"value\":\"\"}}},"
                + "{\"bool\":{\"must\":[{\"match_none\":{}}]}}],\"minimum_should_match\":1}}";
        String range = "{\"range\":{\"b\":{\"gte\":true,\"lte\":true,\"boost\":3}}}";

        assertThat(search("{\"query\":" + range + "}").everySplit().upstreamBody())
                .contains("[{\"constant_score\":{\"filter\":" + kept.formatted(range) + ",\"boost\":3}},{\"term\"");
        assertThat(search("{\"post_filter\":" + range + "}").everySplit().upstreamBody())
                .startsWith("{\"post_filter\":" + kept.formatted(range) + ",");
    }
}
