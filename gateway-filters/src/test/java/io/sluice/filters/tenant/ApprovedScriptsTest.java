package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates with stored scripts that the operator has approved of. */
class ApprovedScriptsTest {

    private static final String APPROVED =
            "{\"script\":{\"id\":\"count\",\"params\":{\"by\":2}},\"scripted_upsert\":true}";

    private static FilterHarness harness(String layout) {
        return FilterHarness.of(new TenantFactory(), AcmeTest.configuration(layout));
    }

    private static HarnessCall update(FilterHarness harness, String body) {
        return harness.request("POST", "/logs/_update/1")
                .principal("acme")
                .header("Content-Type", "application/json")
                .body(body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "indexPerTenant: { indices: [\"*\"], scripts: [count] }",
                "shared: { indices: [logs], scripts: [count, other] }",
                "nested: { indices: [\"*\"], scripts: [count] }"
            })
    void goOnInEveryLayout(String layout) {
        try (FilterHarness harness = harness(layout)) {
            assertThat(update(harness, APPROVED).everySplit().upstreamBody()).isEqualTo(APPROVED);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "indexPerTenant: { indices: [\"*\"] }",
                "shared: { indices: [logs], scripts: [other] }",
                "nested: { indices: [\"*\"] }"
            })
    void areDeniedUnlessTheConfigurationNamesThem(String layout) {
        try (FilterHarness harness = harness(layout)) {
            AcmeTest.assertDenied(update(harness, APPROVED).send());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            shared: { indices: [logs], scripts: [count] }  | {"script":{"source":"ctx.op='delete'"}}
            shared: { indices: [logs], scripts: [count] }  | {"script":"count"}
            shared: { indices: [logs], scripts: [count] }  | {"script":{"id":"count","source":"ctx.op='delete'"}}
            shared: { indices: [logs], scripts: [count] }  | {"script":{"id":["count","other"]}}
            shared: { indices: [logs], scripts: [count] }  | {"script":{"id":"count","lang":"painless"}}
            shared: { indices: [logs], scripts: [count] }  | {"script":{"stored":"count"}}
            nested: { indices: ["*"], scripts: [count] }   | {"script":{"source":"ctx.op='delete'"}}
            nested: { indices: ["*"], scripts: [count] }   | {"script":{"id":"Count"}}
            """)
    void openNothingElse(String layout, String body) {
        try (FilterHarness harness = harness(layout)) {
            AcmeTest.assertDenied(update(harness, body).send());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /logs/_update_by_query | {"query":{"match_all":{}},"script":{"id":"count"}}
            /logs/_search          | {"script_fields":{"a":{"script":{"id":"count"}}}}
            /logs/_search          | {"query":{"script":{"script":{"id":"count"}}}}
            """)
    void areForUpdatesOfOneDocumentOnly(String target, String body) {
        try (FilterHarness harness = harness("shared: { indices: [logs], scripts: [count] }")) {
            AcmeTest.assertDenied(
                    harness.request("POST", target).principal("acme").body(body).send());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"script\":{\"id\":\"count\"},\"upsert\":{\"n\":1}}"})
    void markWhatTheyBeginWith(String body) {
        try (FilterHarness harness = harness("shared: { indices: [logs], scripts: [count] }")) {
            assertThat(update(harness, body).everySplit().upstreamBody())
                    .isEqualTo("{\"script\":{\"id\":\"count\"},\"upsert\":{\"n\":1,\"tenant_id\":\"acme\"}}");
        }
    }
}
