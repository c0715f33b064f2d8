package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Half a surrogate pair in what a cluster would have to store in its state, which it cannot: it would try again and again. */
class HalfPairsTest extends AcmeTest {

    HalfPairsTest() {
        super("indexPerTenant: { indices: [\"logs*\"], template: \"{tenant}.{index}\" }");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PUT | /logs | {\"settings\":{\"analysis\":{\"filter\":{\"f\":{\"type\":\"stop\",\"stopwords\":[\"a\\udfff\"]}}}}}",
                "PUT | /logs/_settings | {\"analysis\":{\"filter\":{\"f\":{\"type\":\"stop\",\"stopwords\":[\"\\ud800\"]}}}}",
                "PUT | /logs/_alias/logs-x | {\"routing\":\"\\ud800\"}",
                "PUT | /logs | {\"mappings\":{\"_meta\":{\"a\":\"\\ud800\"}}}",
            })
    void isRefusedInDefinitions(String method, String path, String body) {
        HarnessResult result = acme(method, path).body(body).everySplit();

        assertThat(result.relayed()).as(result.describe()).isFalse();
        assertThat(result.status()).as(result.describe()).isEqualTo(400);
        assertRelayed(method, path, body.replace("\\ud800", "\\ud83d\\ude00").replace("\\udfff", "\\u00e4"));
    }

    @Test
    void isDeniedInNames() {
        HarnessResult result = acme("POST", "/_bulk")
                .body("{\"index\":{\"_index\":\"logs\\ud800\",\"_id\":\"1\"}}\n{}\n")
                .everySplit();

        assertThat(result.relayed()).as(result.describe()).isFalse();
        HarnessResult alias = acme("POST", "/_aliases")
                .body("{\"actions\":[{\"add\":{\"index\":\"logs\",\"alias\":\"logs\\ufffd\"}}]}")
                .everySplit();

        assertThat(alias.relayed()).as(alias.describe()).isFalse();
    }
}
