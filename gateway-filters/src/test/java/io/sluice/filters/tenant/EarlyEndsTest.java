package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Searches that end after so many hits, in shared indices. {@code {"size":0,"terminate_after":3}} counted 9 hits on OpenSearch 2.19, and 3
 * where others' deleted documents, or values beyond a range, lay in the segment.
 */
class EarlyEndsTest extends AcmeTest {

    private static final String FILTERED = ",\"post_filter\":{\"match_all\":{}}}";

    EarlyEndsTest() {
        super("shared: { indices: [logs] }");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"size\":0,\"terminate_after\":3}",
                "{\"terminate_after\":\"3\",\"query\":{\"match_all\":{}}}",
                "{\"\\u0074erminate_after\":3,\"size\":0}"
            })
    void looksAtEachHitOfSearches(String body) {
        assertThat(acme("POST", "/logs/_search").body(body).everySplit().upstreamBody())
                .endsWith(FILTERED);
        assertThat(acme("POST", "/_msearch")
                        .body("{\"index\":\"logs\"}\n" + body + "\n")
                        .everySplit()
                        .upstreamBody())
                .endsWith(FILTERED + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/logs/_search", "/_search"})
    void looksAtEachHitWhereTheUrlAsks(String path) {
        String asked = path + "?size=0&terminate_after=3";

        assertThat(acme("POST", asked).body("{\"size\":0}").everySplit().upstreamBody())
                .endsWith(FILTERED);
        assertThat(acme("GET", asked).send().upstreamBody()).endsWith(FILTERED);
        assertThat(acme("GET", asked + "&q=a").send().upstreamBody()).endsWith(FILTERED);
    }

    @Test
    void keepsTheFilterThatASearchHas() {
        assertThat(acme("POST", "/logs/_search?terminate_after=3")
                        .body("{\"post_filter\":{\"exists\":{\"field\":\"n\"}}}")
                        .everySplit()
                        .upstreamBody())
                .containsOnlyOnce("post_filter");
        assertThat(acme("POST", "/logs/_search")
                        .body("{\"size\":0}")
                        .everySplit()
                        .upstreamBody())
                .doesNotContain("post_filter");
    }

    // OpenSearch counts the terms of a segment past the end, where all tenants have at most 100 there.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"size\":0,\"terminate_after\":1,\"aggs\":{\"c\":{\"cardinality\":{\"field\":\"tag\"}}}}",
                "{\"aggs\":{\"c\":{\"cardinality\":{\"field\":\"tag\"}}},\"size\":0,\"terminate_after\":1}",
                "{\"aggregations\":{\"n\":{\"max\":{\"field\":\"n\"}},\"c\":{\"cardinality\":{\"fi\\u0065ld\":\"tag\"}}},\"terminate_after\":1}"
            })
    void countsNoDistinctValuesOfSearchesThatEndEarly(String body) {
        assertThat(acme("POST", "/logs/_search").body(body).everySplit().status())
                .isEqualTo(403);
        assertThat(acme("POST", "/_msearch")
                        .body("{\"index\":\"logs\"}\n{}\n{\"index\":\"logs\"}\n" + body + "\n")
                        .everySplit()
                        .status())
                .isEqualTo(403);
        assertThat(acme("POST", "/logs/_search?terminate_after=3")
                        .body(body.replaceAll(",?\"terminate_after\":1", ""))
                        .everySplit()
                        .status())
                .isEqualTo(403);
    }

    @Test
    void countsDistinctValuesWhereNothingEndsEarlyBesideThem() {
        String counts = "{\"size\":0,\"aggs\":{\"c\":{\"cardinality\":{\"field\":\"tag\"}}}}";
        String below = "{\"terminate_after\":9,\"aggs\":{\"t\":{\"terms\":{\"field\":\"k\"},\"aggs\":"
                + "{\"c\":{\"cardinality\":{\"field\":\"tag\"}}}}}}";

        assertThat(acme("POST", "/logs/_search").body(counts).everySplit().relayed())
                .isTrue();
        assertThat(acme("POST", "/logs/_search").body(below).everySplit().relayed())
                .isTrue();
        assertThat(acme("POST", "/_msearch")
                        .body("{\"index\":\"logs\"}\n{\"terminate_after\":3}\n{\"index\":\"logs\"}\n" + counts + "\n")
                        .everySplit()
                        .relayed())
                .isTrue();
    }

    // Servers take -1 for none, in each way in which a number can be written.
    @ParameterizedTest
    @CsvSource({
        "terminate_after=3, terminate_after=3&min_score=0",
        "terminate_after=3&min_score=-1, terminate_after=3&min_score=0",
        "terminate_after=3&min_score=%09-1.0f, terminate_after=3&min_score=0",
        "terminate_after=3&min_score=0.5, terminate_after=3&min_score=0.5",
        "min_score=-1, min_score=-1"
    })
    void looksAtEachHitOfCounts(String asked, String sent) {
        assertThat(acme("POST", "/logs/_count?" + asked)
                        .body("{\"query\":{\"match_all\":{}}}")
                        .send()
                        .upstreamHead()
                        .target()
                        .raw())
                .isEqualTo("/logs/_count?" + sent);
    }
}
