package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With {@code sort}, changes by query take some documents before others. */
class OrderOfChangesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            indexPerTenant: { indices: ["*"] }                   | _delete_by_query | "sort":[{"at":"asc"}]
            shared: { indices: [logs] }                          | _delete_by_query | "sort":[{"at":"asc"}]
            nested: { indices: [logs], template: "t-{tenant}" }  | _delete_by_query | "sort":[{"logs.at":"asc"}]
            nested: { indices: [logs], template: "t-{tenant}" }  | _update_by_query | "sort":[{"logs.at":"asc"}]
            """)
    void mayBeSaid(String layout, String endpoint, String sent) {
        try (FilterHarness harness = FilterHarness.of(new TenantFactory(), AcmeTest.configuration(layout))) {
            String body = harness.request("POST", "/logs/" + endpoint)
                    .principal("acme")
                    .header("Content-Type", "application/json")
                    .body("{\"max_docs\":1,\"sort\":[{\"at\":\"asc\"}],\"query\":{\"match_all\":{}}}")
                    .everySplit()
                    .upstreamBody();

            assertThat(body).startsWith("{\"max_docs\":1," + sent + ",\"query\":");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"query":{"match_all":{}},"sort":["tenant_id"]}
            {"query":{"match_all":{}},"sort":[{"_script":{"type":"number","script":"1"}}]}
            """)
    void isJudgedLikeThatOfASearch(String body) {
        try (FilterHarness harness =
                FilterHarness.of(new TenantFactory(), AcmeTest.configuration("shared: { indices: [logs] }"))) {
            AcmeTest.assertDenied(harness.request("POST", "/logs/_delete_by_query")
                    .principal("acme")
                    .header("Content-Type", "application/json")
                    .body(body)
                    .everySplit());
        }
    }
}
