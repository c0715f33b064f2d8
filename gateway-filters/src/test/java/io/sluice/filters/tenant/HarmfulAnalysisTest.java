package io.sluice.filters.tenant;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters of words that take the memory or the stack of a node, in the settings of an index and in {@code _analyze}. */
class HarmfulAnalysisTest extends AcmeTest {

    HarmfulAnalysisTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    /** Of a word of 80 letters, the first make more variants than a node has memory for. */
    @ParameterizedTest
    @ValueSource(
            strings = {"koelnerphonetik", "KoelnerPhonetik", "haasephonetik", "daitch_mokotoff", "beidermorse", "bm"})
    void areDeniedInEncodersOfWords(String encoder) {
        assertFilterDenied("{\"type\":\"phonetic\",\"encoder\":\"" + encoder + "\"}");
        assertFilterDenied("{\"type\":\"phonetic\",\"encoder\":[\"soundex\",\"" + encoder + "\"]}");
    }

    /** On OpenSearch 2.19 one that names itself uses up the stack of the thread that changes the state of the cluster. */
    @ParameterizedTest
    @ValueSource(strings = {"[\"m\"]", "\"m\"", "[\"lowercase\",\"lowercase, m\"]"})
    void areDeniedInFiltersOfMultiplexers(String filters) {
        assertFilterDenied("{\"type\":\"multiplexer\",\"filters\":" + filters + "}");
    }

    private void assertFilterDenied(String filter) {
        String analysis = "{\"analysis\":{\"filter\":{\"m\":" + filter + "}}}";

        assertDenied(
                acme("PUT", "/logs").body("{\"settings\":" + analysis + "}").send());
        assertDenied(acme("PUT", "/logs/_settings").body(analysis).send());
        assertDenied(acme("POST", "/_analyze")
                .body("{\"text\":\"a\",\"filter\":[" + filter + "]}")
                .send());
    }
}
