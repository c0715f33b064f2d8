package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Items that the gateway itself rejects: the client finds its own names at them, whatever became of the others. */
class RejectedItemsTest {

    private static final String PIPED = "{\"index\":{\"_id\":\"1\",\"pipeline\":\"p\"}}\n{}\n";
    private static final String FINE = "{\"index\":{\"_id\":\"2\"}}\n{}\n";

    private static HarnessCall bulk(FilterHarness harness, String target, String body) {
        return harness.request("POST", target)
                .principal("acme")
                .header("Content-Type", "application/x-ndjson")
                .body(body);
    }

    private static FilterHarness harness(String layout) {
        return FilterHarness.of(new TenantFactory(), AcmeTest.configuration(layout));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            indexPerTenant: { indices: ["*"] }             | /logs/_bulk
            indexPerTenant: { indices: ["*"] }             | /%3Clogs-%7Bnow%7D%3E/_bulk
            shared: { indices: [logs] }                    | /logs/_bulk
            nested: { indices: ["*"], template: "t-{tenant}" } | /logs/_bulk
            """)
    void showsNoNameOfTheClusterWhereEveryItemIsRejected(String layout, String target) {
        try (FilterHarness harness = harness(layout)) {
            HarnessResult result = bulk(harness, target, PIPED + PIPED).everySplit();

            assertThat(result.relayed()).isFalse();
            assertThat(result.status()).isEqualTo(200);
            assertThat(result.body())
                    .contains(
                            "\"_id\":\"1\",\"status\":403",
                            target.contains("%") ? "<logs-{now}>" : "\"_index\":\"logs\"")
                    .doesNotContain("acme");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            indexPerTenant: { indices: ["*"] }             | acme.logs | 2
            shared: { indices: [logs] }                    | logs      | acme:2
            nested: { indices: ["*"], template: "t-{tenant}" } | t-acme    | logs:2
            """)
    void showsNoNameOfTheClusterWhereSomeItemsAreRejected(String layout, String index, String id) {
        try (FilterHarness harness = harness(layout)) {
            HarnessResult result = bulk(harness, "/logs/_bulk", PIPED + FINE + PIPED)
                    .upstream(
                            200,
                            "application/json",
                            "{\"took\":1,\"errors\":false,\"items\":[{\"index\":{\"_index\":\"" + index
                                    + "\",\"_id\":\"" + id + "\",\"status\":201}}]}")
                    .everySplit();

            assertThat(result.body())
                    .startsWith(
                            "{\"took\":1,\"errors\":true,\"items\":[{\"index\":{\"_index\":\"logs\",\"_id\":\"1\",\"status\":403,")
                    .contains(
                            "},{\"index\":{\"_index\":\"logs\",\"_id\":\"2\",\"status\":201}},{\"index\":{\"_index\":\"logs\",\"_id\":\"1\",\"status\":403,")
                    .doesNotContain("acme");
        }
    }

    /** What a client calls an index may be what the cluster calls another. */
    @Test
    void showsEachItemUnderTheNameThatItHadWhereNamesMeet() {
        try (FilterHarness harness = harness("indexPerTenant: { indices: [\"*\"] }")) {
            HarnessResult result = bulk(harness, "/_bulk", """
                            {"index":{"_index":"acme.logs","_id":"1","pipeline":"p"}}
                            {}
                            {"index":{"_index":"logs","_id":"2"}}
                            {}
                            {"index":{"_index":"acme.logs","_id":"3"}}
                            {}
                            """)
                    .upstream(
                            200,
                            "application/json",
                            "{\"took\":1,\"errors\":false,\"items\":[{\"index\":{\"_index\":\"acme.logs\",\"_id\":\"2\",\"status\":201}},"
                                    + "{\"index\":{\"_index\":\"acme.acme.logs\",\"_id\":\"3\",\"status\":201}}]}")
                    .everySplit();

            assertThat(result.body())
                    .contains(
                            "{\"_index\":\"acme.logs\",\"_id\":\"1\",\"status\":403",
                            "{\"_index\":\"logs\",\"_id\":\"2\",\"status\":201",
                            "{\"_index\":\"acme.logs\",\"_id\":\"3\",\"status\":201");
        }
    }

    @Test
    void tellsItemsOfSeveralIndicesApartThatLieInOne() {
        try (FilterHarness harness = harness("nested: { indices: [\"*\"], template: \"t-{tenant}\" }")) {
            HarnessResult result = bulk(harness, "/_bulk", """
                            {"index":{"_index":"logs","_id":"1","pipeline":"p"}}
                            {}
                            {"index":{"_index":"orders","_id":"2"}}
                            {}
                            {"index":{"_index":"_wrong","_id":"3"}}
                            {}
                            {"index":{"_index":"logs","_id":"4"}}
                            {}
                            """)
                    .upstream(
                            200,
                            "application/json",
                            "{\"took\":1,\"errors\":false,\"items\":[{\"index\":{\"_index\":\"t-acme\",\"_id\":\"orders:2\",\"status\":201}},"
                                    + "{\"index\":{\"_index\":\"t-acme\",\"_id\":\"logs:4\",\"status\":201}}]}")
                    .everySplit();

            assertThat(result.body())
                    .containsSubsequence(
                            "{\"_index\":\"logs\",\"_id\":\"1\",\"status\":403",
                            "{\"_index\":\"orders\",\"_id\":\"2\",\"status\":201",
                            "{\"_index\":\"_wrong\",\"_id\":\"3\",\"status\":4",
                            "{\"_index\":\"logs\",\"_id\":\"4\",\"status\":201");
        }
    }

    /** Servers leave out what has no member that was asked for, empty lists too. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            indexPerTenant: { indices: ["*"] }                 | items.*.error             | {}
            indexPerTenant: { indices: ["*"] }                 | took,errors,items.*.error | {"took":1,"errors":false}
            indexPerTenant: { indices: ["*"] }                 | took                      | {"took":1}
            indexPerTenant: { indices: ["*"] }                 | -items                    | {"took":1,"errors":false}
            shared: { indices: [logs] }                        | items.*.error             | {}
            shared: { indices: [logs] }                        | took,errors,items.*.error | {"took":1,"errors":false,"items":[]}
            nested: { indices: ["*"], template: "t-{tenant}" } | items.*.error             | {}
            """)
    void tellsOfARejectedItemWhateverTheClientAskedFor(String layout, String filter, String answer) {
        try (FilterHarness harness = harness(layout)) {
            HarnessResult result = bulk(harness, "/logs/_bulk?filter_path=" + filter, PIPED + FINE)
                    .upstream(200, "application/json", answer)
                    .everySplit();

            assertThat(result.body())
                    .contains("\"items\":[{\"index\":{\"_index\":\"logs\",\"_id\":\"1\",\"status\":403,\"error\":{")
                    .endsWith("}}}]}")
                    .doesNotContain("\"errors\":false");
        }
    }

    @Test
    void putsARejectedItemBehindOthersWhereTheAnswerLacksSome() {
        try (FilterHarness harness = harness("indexPerTenant: { indices: [\"*\"] }")) {
            HarnessResult result = bulk(harness, "/logs/_bulk?filter_path=items.*.error", FINE + PIPED + FINE + FINE)
                    .upstream(
                            200,
                            "application/json",
                            "{\"items\":[{\"index\":{\"error\":{\"type\":\"x\"}}},{\"index\":{\"error\":{\"type\":\"y\"}}}]}")
                    .everySplit();

            assertThat(result.body())
                    .startsWith(
                            "{\"items\":[{\"index\":{\"error\":{\"type\":\"x\"}}},{\"index\":{\"error\":{\"type\":\"y\"}}},"
                                    + "{\"index\":{\"_index\":\"logs\",\"_id\":\"1\",\"status\":403,");
        }
    }

    @Test
    void addsNothingToAnAnswerThatIsNoneToABulk() {
        try (FilterHarness harness = harness("indexPerTenant: { indices: [\"*\"] }")) {
            HarnessResult result = bulk(harness, "/logs/_bulk", PIPED + FINE)
                    .upstream(429, "application/json", "{}")
                    .everySplit();

            assertThat(result.status()).isEqualTo(429);
            assertThat(result.body()).isEqualTo("{}");
        }
    }
}
