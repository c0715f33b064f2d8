package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Elasticsearch 8.18 and newer show a document in its error where {@code include_source_on_error} asks for it: as it is stored. */
class SourcesInErrorsTest {

    private static final String OWN = "indexPerTenant: { indices: [\"*\"] }";
    private static final String SHARED = "shared: { indices: [logs] }";
    private static final String NESTED = "nested: { indices: [\"n-*\"] }";

    private static HarnessCall call(FilterHarness harness, String method, String target) {
        boolean bulk = target.contains("_bulk");
        String document = target.contains("_update") ? "{\"doc\":{}}" : "{}";
        return harness.request(method, target)
                .principal("acme")
                .header("Content-Type", "application/json")
                .body(bulk ? "{\"index\":{\"_id\":\"1\"}}\n{}\n" : document);
    }

    private static String sent(String layout, String method, String target) {
        try (FilterHarness harness = FilterHarness.of(new TenantFactory(), AcmeTest.configuration(layout))) {
            HarnessResult result = call(harness, method, target).send();
            return String.valueOf(result.upstreamHead().target().parameter("include_source_on_error"));
        }
    }

    @ParameterizedTest
    @CsvSource({"PUT,/logs/_doc/1", "POST,/logs/_doc", "PUT,/logs/_create/1", "POST,/logs/_update/1", "POST,/logs/_bulk"
    })
    void areShownWhereDocumentsAreStoredAsTheyCome(String method, String path) {
        assertThat(sent(OWN, method, path + "?include_source_on_error=true")).isEqualTo("true");
        assertThat(sent(OWN, method, path + "?include_source_on_error=false")).isEqualTo("false");
    }

    @ParameterizedTest
    @CsvSource({
        "PUT,/INDEX/_doc/1",
        "POST,/INDEX/_doc",
        "PUT,/INDEX/_create/1",
        "POST,/INDEX/_update/1",
        "POST,/INDEX/_bulk"
    })
    void areLeftOutWhereTheyShowWhatTheGatewayAdded(String method, String path) {
        String shared = path.replace("INDEX", "logs");
        String nested = path.replace("INDEX", "n-1");

        for (String asked : new String[] {"=true", "=", "=false"}) {
            assertThat(sent(SHARED, method, shared + "?include_source_on_error" + asked))
                    .isEqualTo("false");
            assertThat(sent(NESTED, method, nested + "?include_source_on_error" + asked))
                    .isEqualTo("false");
        }
        assertThat(sent(SHARED, method, shared + "?include_source_on_error=maybe"))
                .isEqualTo("maybe");
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, NESTED})
    void areLeftOutOfABulkForSeveralLayouts(String other) {
        try (FilterHarness harness = FilterHarness.of(
                new TenantFactory(),
                "from: [{ principal: {} }]\nlayouts: [{ " + other + " }, { " + OWN + " }]\n"
                        + "handles: { keys: [\"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\"] }\n")) {
            HarnessResult result = call(harness, "POST", "/_bulk?refresh=true&include_source_on_error=true")
                    .body("{\"index\":{\"_index\":\"orders\",\"_id\":\"1\"}}\n{}\n")
                    .everySplit();

            assertThat(result.upstreamHead().target().raw())
                    .isEqualTo("/_bulk?refresh=true&include_source_on_error=false");
        }
    }
}
