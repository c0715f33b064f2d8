package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of a tenant's documents from its indices to its indices. */
class ReindexTest extends AcmeTest {

    private static final String SHARED = "shared: { indices: [logs, copies] }";

    ReindexTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    private static HarnessCall reindex(FilterHarness harness, String body) {
        return harness.request("POST", "/_reindex?refresh=true")
                .principal("acme")
                .header("Content-Type", "application/json")
                .body(body);
    }

    @Test
    void namesTheTenantsIndicesOnBothSides() {
        HarnessResult result = reindex(
                        harness,
                        "{\"source\":{\"index\":[\"logs\",\"l*\"],\"query\":{\"term\":{\"_index\":\"logs\"}},\"_source\":[\"a\"]},\"dest\":{\"index\":\"copies\",\"op_type\":\"create\"}}")
                .everySplit();

        assertThat(result.upstreamBody())
                .isEqualTo(
                        "{\"source\":{\"index\":[\"acme.logs\",\"acme.l*\"],\"query\":{\"term\":{\"_index\":\"acme.logs\"}},\"_source\":[\"a\"]},\"dest\":{\"index\":\"acme.copies\",\"op_type\":\"create\"}}");
    }

    @Test
    void copiesTheTenantsDocumentsOnlyWhereIndicesAreShared() {
        try (FilterHarness shared = FilterHarness.of(new TenantFactory(), configuration(SHARED))) {
            HarnessResult result = reindex(shared, "{\"source\":{\"index\":\"logs\"},\"dest\":{\"index\":\"copies\"}}")
                    .everySplit();

            assertThat(result.upstreamBody())
                    .isEqualTo(
                            "{\"source\":{\"index\":\"logs\",\"query\":{\"bool\":{\"should\":[{\"match_all\":{}},{\"term\":{\"tenant_id\":{\"value\":\"\"}}}],\"minimum_should_match\":1,\"filter\":[{\"term\":{\"tenant_id\":{\"value\":\"acme\"}}}]}}},\"dest\":{\"index\":\"copies\"}}");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"source\":{\"index\":\"logs\",\"_source\":[\"n\"]},\"dest\":{\"index\":\"copies\"}}",
                "{\"source\":{\"index\":\"logs\"},\"dest\":{\"index\":\"other\"}}",
                "{\"source\":{\"index\":\"other\"},\"dest\":{\"index\":\"copies\"}}"
            })
    void deniesWhatWouldLeaveTheTenantWhereIndicesAreShared(String body) {
        try (FilterHarness shared = FilterHarness.of(new TenantFactory(), configuration(SHARED))) {
            assertRefused(reindex(shared, body).send());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"source\":{\"index\":\"logs\"},\"dest\":{\"index\":\"copies\"},\"script\":{\"source\":\"ctx._index='bolt.logs'\"}}",
                "{\"source\":{\"index\":\"logs\"},\"dest\":{\"index\":\"copies\",\"pipeline\":\"p\"}}",
                "{\"source\":{\"index\":\"logs\",\"remote\":{\"host\":\"http://x:9200\"}},\"dest\":{\"index\":\"copies\"}}",
                "{\"source\":{\"index\":\"bolt:logs\"},\"dest\":{\"index\":\"copies\"}}",
                "{\"source\":{\"index\":[\"l*\",\"-bolt.x\"]},\"dest\":{\"index\":\"copies\"}}",
                "{\"source\":{\"index\":\"logs\"},\"dest\":{\"index\":\"c,bolt.logs\"}}",
                "{\"source\":{\"index\":\"logs\",\"query\":{\"wrapper\":{\"query\":\"e30=\"}}},\"dest\":{\"index\":\"copies\"}}",
                "{\"source\":{\"index\":\"logs\"},\"dest\":{\"index\":\"copies\"},\"x\":1}"
            })
    void deniesWhatLeadsElsewhere(String body) {
        assertRefused(reindex(harness, body).send());
    }

    @Test
    void deniesTasksThatOutliveTheRequest() {
        assertDenied(acme("POST", "/_reindex?wait_for_completion=false")
                .body("{\"source\":{\"index\":\"a\"},\"dest\":{\"index\":\"b\"}}")
                .send());
    }

    @Test
    void isDeniedWhereIndicesLieInOne() {
        try (FilterHarness nested =
                FilterHarness.of(new TenantFactory(), configuration("nested: { indices: [\"*\"] }"))) {
            assertDenied(reindex(nested, "{\"source\":{\"index\":\"a\"},\"dest\":{\"index\":\"b\"}}")
                    .send());
        }
    }
}
