package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries of a search are counted wherever they stand. A {@code span_near} with 300,000 clauses ended a node of Elasticsearch 7.17. */
@Tag("slow")
class ManyClausesTest {
    private static final String PER_TENANT = "indexPerTenant: { indices: [logs] }";
    private static final String SHARED = "shared: { indices: [logs] }";

    private static HarnessResult search(String layout, String target, String body) {
        try (FilterHarness harness = FilterHarness.of(new TenantFactory(), AcmeTest.configuration(layout))) {
            return harness.request("POST", target)
                    .principal("acme")
                    .header("Content-Type", "application/json")
                    .header("Transfer-Encoding", "chunked")
                    .body(body)
                    .send();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "9999 | {\"query\":{\"span_near\":{\"clauses\":[LIST],\"slop\":1}}} | {\"span_term\":{\"f\":\"a\"}}",
                "9999 | {\"query\":{\"span_or\":{\"clauses\":[LIST]}}} | {\"span_term\":{\"f\":{\"value\":\"a\"}}}",
                "9999 | {\"post_filter\":{\"bool\":{\"should\":[LIST]}}} | {\"term\":{\"f\":\"a\"}}",
                "9998 | {\"query\":{\"intervals\":{\"f\":{\"any_of\":{\"intervals\":[LIST]}}}}} | {\"match\":{\"query\":\"a\"}}",
                "4999 | {\"query\":{\"bool\":{\"filter\":[LIST]}},\"aggs\":{\"a\":{\"filter\":{\"bool\":{\"must\":[LIST]}}}}} | {\"exists\":{\"field\":\"f\"}}"
            })
    void areDeniedInOneSearch(int most, String body, String element) {
        HarnessResult denied = search(PER_TENANT, "/logs/_search", AcmeTest.list(body, element, most + 1));

        assertThat(denied.status()).isEqualTo(403);
        assertThat(denied.body()).contains("10000 queries");
        assertThat(search(PER_TENANT, "/logs/_search", AcmeTest.list(body, element, most))
                        .relayed())
                .isTrue();
    }

    @Test
    void areCountedWhereScoresCountAndWhereNot() {
        String body = "{\"query\":{\"bool\":{\"should\":[LIST],\"filter\":[LIST]}}}";

        assertThat(search(SHARED, "/logs/_search", AcmeTest.list(body, "{\"term\":{\"f\":\"a\"}}", 5000))
                        .status())
                .isEqualTo(403);
        assertThat(search(SHARED, "/logs/_search", AcmeTest.list(body, "{\"term\":{\"f\":\"a\"}}", 4999))
                        .relayed())
                .isTrue();
    }

    @Test
    void areFewInADisMaxWhoseScoreCounts() {
        String body = "{\"query\":{\"dis_max\":{\"queries\":[LIST]}}}";
        String layout = "shared: { indices: [logs], scores: relevance }";

        for (String each : List.of(SHARED, layout)) {
            assertThat(search(each, "/logs/_search", AcmeTest.list(body, "{\"match_all\":{}}", 1025))
                            .status())
                    .isEqualTo(403);
            assertThat(search(each, "/logs/_search", AcmeTest.list(body, "{\"match_all\":{}}", 1024))
                            .relayed())
                    .isTrue();
        }
    }

    @Test
    void areCountedForEachSearchAndForAllOfARequest() {
        String query = AcmeTest.list("{\"query\":{\"bool\":{\"should\":[LIST]}}}\n", "{\"term\":{\"f\":\"a\"}}", 4999);

        assertThat(search(PER_TENANT, "/logs/_msearch", ("{}\n" + query).repeat(20))
                        .relayed())
                .isTrue();
        HarnessResult denied = search(PER_TENANT, "/logs/_msearch", ("{}\n" + query).repeat(21));
        assertThat(denied.status()).isEqualTo(403);
        assertThat(denied.body()).contains("not more than 100000");
    }
}
