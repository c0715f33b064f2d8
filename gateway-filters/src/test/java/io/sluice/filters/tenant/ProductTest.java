package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ExchangeKey;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients ask of the product before they begin: Logstash and Beats send nothing where they are not told of a license. */
class ProductTest extends AcmeTest {

    private static final String LICENSE = """
            {"license":{"status":"active","uid":"u-1","type":"basic","issue_date":"2026-01-01T00:00:00.000Z",\
            "issue_date_in_millis":1,"max_nodes":1000,"max_resource_units":null,"issued_to":"the operator",\
            "issuer":"elasticsearch","start_date_in_millis":-1}}""";
    private static final String SHOWN = """
            {"license":{"status":"active","uid":"u-1","type":"basic","issue_date":"2026-01-01T00:00:00.000Z",\
            "issue_date_in_millis":1,"start_date_in_millis":-1}}""";

    ProductTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "indexPerTenant: { indices: ['*'] }",
                "shared: { indices: [logs] }",
                "nested: { indices: [logs] }",
                "shared: { indices: [logs] } }, { indexPerTenant: { indices: ['*'] }"
            })
    void showsTheLicenseButNotWhoseItIsInEachLayout(String layout) {
        try (FilterHarness tenants = FilterHarness.of(new TenantFactory(), configuration(layout))) {
            HarnessResult result = tenants.request("GET", "/_license?human=false")
                    .principal("acme")
                    .upstream(200, "application/json", LICENSE)
                    .everySplit();

            assertThat(result.upstreamHead().target().raw()).isEqualTo("/_license?human=false");
            assertThat(result.body()).isEqualTo(SHOWN);
        }
    }

    @Test
    void showsWhatTheProductCan() {
        HarnessResult result = acme("GET", "/_xpack?categories=build,license,features&accept_enterprise=true")
                .upstream(200, "application/json", """
                        {"build":{"hash":"abc","date":"2026"},"license":{"uid":"u-1","type":"basic","mode":"basic",\
                        "status":"active","issued_to":"the operator"},"features":{"ml":{"available":false,"enabled":true,\
                        "native_code_info":{"version":"8"}},"graph":{"available":true,"enabled":true}},"tagline":"You know"}""")
                .everySplit();

        assertThat(result.body())
                .isEqualTo(
                        "{\"build\":{\"hash\":\"abc\",\"date\":\"2026\"},\"license\":{\"uid\":\"u-1\",\"type\":\"basic\","
                                + "\"mode\":\"basic\",\"status\":\"active\"},\"features\":{\"ml\":{\"available\":false,\"enabled\":true},"
                                + "\"graph\":{\"available\":true,\"enabled\":true}},\"tagline\":\"You know\"}");
    }

    @Test
    void showsThatThereIsNoLicense() {
        assertThat(acme("GET", "/_xpack")
                        .upstream(200, "application/json", "{\"license\":null}")
                        .send()
                        .body())
                .isEqualTo("{\"license\":null}");
        assertThat(acme("HEAD", "/_xpack").send().status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"HEAD,/_license", "PUT,/_license", "DELETE,/_license", "GET,/_license/trial_status", "GET,/_xpack/usage"
    })
    void deniesWhatConcernsTheOperator(String method, String target) {
        assertThat(acme(method, target).send().status()).isEqualTo(403);
    }

    @Test
    void tellsWhoeverMayNameATenantByIndices() {
        String config = "from: [{ index: '^(?<prefix>[^-]+)-(?<tenant>[^-]+)(?<postfix>.*)$' }]\n"
                + "layouts: [{ indexPerTenant: { indices: ['*'] } }]\n";
        try (FilterHarness named = FilterHarness.of(new TenantFactory(), config)) {
            HarnessResult result = named.request("GET", "/_license")
                    .upstream(200, "application/json", LICENSE)
                    .send();

            assertThat(result.body()).isEqualTo(SHOWN);
            assertThat(result.fact(ExchangeKey.TENANT)).isNull();
        }
    }
}
