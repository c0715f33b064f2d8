package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code filter_path} of answers about the server and about whole indices. */
class PartlyShownIndicesTest {

    private static final String OWN = "indexPerTenant: { indices: [\"*\"] }";
    private static final String SHARED = "shared: { indices: [logs] }";
    private static final String NESTED = "nested: { indices: [logs, orders], template: \"t-{tenant}\" }";

    private static FilterHarness harness(String layout) {
        return FilterHarness.of(new TenantFactory(), AcmeTest.configuration(layout));
    }

    private static HarnessCall get(FilterHarness harness, String target) {
        return harness.request("GET", target).principal("acme");
    }

    @ParameterizedTest
    @ValueSource(strings = {OWN, SHARED, NESTED})
    void showPartsOfTheServerAndOfHealth(String layout) {
        try (FilterHarness harness = harness(layout)) {
            for (String target : new String[] {
                "/?filter_path=version.number,**.build_flavor",
                "/_cluster/health?filter_path=status",
                "/_cluster/health/logs?level=indices&filter_path=indices.*.status"
            }) {
                assertThat(get(harness, target).send().upstreamHead().target().parameter("filter_path"))
                        .isEqualTo(target.replaceAll(".*filter_path=", ""));
            }
            assertThat(get(harness, "/_cluster/health?filter_path=status")
                            .upstream(200, "application/json", "{\"status\":\"green\"}")
                            .send()
                            .body())
                    .isEqualTo("{\"status\":\"green\"}");
            AcmeTest.assertDenied(
                    get(harness, "/_cluster/health?filter_path=indices.logs").send());
            AcmeTest.assertDenied(
                    get(harness, "/?filter_path=" + "a,".repeat(250) + "a").send());
        }
    }

    /** As Jaeger's jobs ask for them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /logs-*?flat_settings=true&filter_path=*.aliases,*.settings | /acme.logs-*?flat_settings=true&filter_path=*.aliases,*.settings
            /_settings?filter_path=*.settings.index.provided_name       | /acme.*/_settings?filter_path=*.settings.index.provided_name
            /_alias?filter_path=-*.aliases                              | /acme.*/_alias?filter_path=-*.aliases
            /logs/_mapping/field/a?filter_path=*.mappings               | /acme.logs/_mapping/field/a?filter_path=*.mappings
            """)
    void showPartsOfEachIndex(String target, String sent) {
        try (FilterHarness harness = harness(OWN)) {
            assertThat(get(harness, target).send().upstreamHead().target().raw())
                    .isEqualTo(sent);
            AcmeTest.assertDenied(get(harness, target.replace("*.", "acme.")).send());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/logs?filter_path=*.aliases", "/_mapping?filter_path=*.mappings", "/_alias?filter_path=*"})
    void tellNothingOfForeignIndices(String target) {
        try (FilterHarness harness = harness(OWN)) {
            assertThat(get(harness, target)
                            .upstream(200, "application/json", "{\"bolt.logs\":{\"aliases\":{}}}")
                            .send()
                            .status())
                    .isEqualTo(502);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "*.mappings.properties.tenant_id",
        "*.mappings.properties",
        "*.mappings.**.type",
        "-*.mappings.properties.a",
        "*.*"
    })
    void doNotShowTheMarkOfSharedIndices(String paths) {
        try (FilterHarness harness = harness(SHARED)) {
            assertThat(get(harness, "/logs/_mapping?filter_path=" + paths)
                            .upstream(200, "application/json", """
                                    {"logs":{"mappings":{"properties":{"tenant_id":{"type":"keyword"}}}}}""")
                            .send()
                            .body())
                    .isEqualTo("{\"logs\":{\"mappings\":{\"properties\":{}}}}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"*.mappings", "*", "*.m*"})
    void showMappingsWholeWhereTheyAreFields(String paths) {
        try (FilterHarness harness = harness(NESTED)) {
            assertThat(get(harness, "/logs/_mapping?filter_path=" + paths)
                            .upstream(200, "application/json", """
                                    {"t-acme":{"mappings":{"properties":{"baseIndex":{"type":"keyword"},\
                                    "orders":{"properties":{"b":{"type":"long"}}},"logs":{"properties":{"a":{"type":"long"}}}}}}}""")
                            .send()
                            .body())
                    .isEqualTo("{\"logs\":{\"mappings\":{\"properties\":{\"a\":{\"type\":\"long\"}}}}}");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*.mappings.properties",
                "*.mappings.properties.orders",
                "*.mappings.**.type",
                "*.**",
                "-*.mappings.properties.logs"
            })
    void denyPartsOfMappingsThatAreFields(String paths) {
        try (FilterHarness harness = harness(NESTED)) {
            AcmeTest.assertDenied(
                    get(harness, "/logs/_mapping?filter_path=" + paths).send());
        }
    }
}
