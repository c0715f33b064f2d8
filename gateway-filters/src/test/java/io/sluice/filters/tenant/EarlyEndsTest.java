package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code terminate_after} is left out of searches in shared indices. With it, OpenSearch 2.19 counted all hits or only so many, the terms of
 * a segment or what was looked at, and Elasticsearch 8 said that it ended early or not, as others' documents allowed.
 */
class EarlyEndsTest extends AcmeTest {

    EarlyEndsTest() {
        super("shared: { indices: [logs] }");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"size\":0,\"terminate_after\":3}",
                "{\"terminate_after\":\"3\",\"query\":{\"match_all\":{}}}",
                "{\"\\u0074erminate_after\":3,\"size\":0}",
                "{\"aggs\":{\"c\":{\"cardinality\":{\"field\":\"tag\"}}},\"terminate_after\":1}"
            })
    void areLeftOutOfSearches(String body) {
        assertThat(acme("POST", "/logs/_search").body(body).everySplit().upstreamBody())
                .contains("\"query\"")
                .doesNotContain("erminate_after");
        assertThat(acme("POST", "/_msearch")
                        .body("{\"index\":\"logs\"}\n" + body + "\n")
                        .everySplit()
                        .upstreamBody())
                .contains("\"query\"")
                .doesNotContain("erminate_after");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/logs/_search", "/_search", "/logs/_count", "/_count"})
    void areLeftOutOfUrls(String path) {
        String asked = path + "?terminate_after=3&preference=_local";

        assertThat(acme("POST", asked)
                        .body("{}")
                        .everySplit()
                        .upstreamHead()
                        .target()
                        .raw())
                .startsWith(path.equals("/_search") || path.equals("/_count") ? "/" : path)
                .contains("preference=_local")
                .doesNotContain("terminate_after");
        assertThat(acme("GET", asked).send().upstreamHead().target().raw()).doesNotContain("terminate_after");
        assertThat(acme("GET", asked + "&q=a").send().upstreamHead().target().raw())
                .doesNotContain("terminate_after");
    }

    @ParameterizedTest
    @ValueSource(strings = {"_delete_by_query", "_update_by_query"})
    void areDeniedWhereMoreWouldBeChangedWithoutThem(String action) {
        assertThat(acme("POST", "/logs/" + action + "?terminate_after=3")
                        .body("{\"query\":{\"match_all\":{}}}")
                        .everySplit()
                        .status())
                .isEqualTo(403);
    }

    @Test
    void areSentWhereServersRefuseThem() {
        assertThat(acme("POST", "/logs/_validate/query?terminate_after=3")
                        .body("{}")
                        .everySplit()
                        .upstreamHead()
                        .target()
                        .raw())
                .contains("terminate_after=3");
    }

    // The second page of a scroll by _doc is terminated early only where somebody wrote a later segment.
    @Test
    void areNotTold() {
        String answer = "{\"took\":1,\"terminated_early\":true,\"hits\":{\"hits\":[]}}";
        assertThat(acme("POST", "/logs/_search?scroll=1m")
                        .body("{}")
                        .upstream(200, "application/json", answer)
                        .everySplit()
                        .body())
                .doesNotContain("terminated_early");
        assertThat(acme("POST", "/logs/_count")
                        .body("{}")
                        .upstream(200, "application/json", "{\"count\":1,\"terminated_early\":true}")
                        .everySplit()
                        .body())
                .isEqualTo("{\"count\":1}");
    }
}
