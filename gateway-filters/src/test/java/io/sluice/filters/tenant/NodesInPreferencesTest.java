package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Preferences that name nodes: servers say whether there are any, and tenants are told nothing about nodes. */
class NodesInPreferencesTest extends AcmeTest {

    NodesInPreferencesTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/logs/_search?preference=_only_nodes:a*",
        "GET,/_search?preference=_only_nodes:a*",
        "GET,/logs/_count?preference=%5Fonly_nodes:zone:a",
        "GET,/logs/_doc/1?preference=_shards:0%7C_only_nodes:a",
        "GET,/logs/_search?preference=_prefer_nodes:a",
        "GET,/logs/_termvectors/1?preference=_only_nodes:a",
        "POST,/logs/_pit?keep_alive=1m&preference=_only_nodes:a"
    })
    void areDeniedInUrls(String method, String target) {
        assertDenied(acme(method, target).send());
    }

    @ParameterizedTest
    @ValueSource(strings = {"_only_nodes:a*", "_shards:0|_only_nodes:a", "\\u005fonly_nodes:a"})
    void areDeniedInHeadersOfSearches(String preference) {
        assertDenied(acme("POST", "/_msearch")
                .body("{\"index\":\"logs\",\"preference\":\"" + preference + "\"}\n{}\n")
                .everySplit());
    }

    @ParameterizedTest
    @ValueSource(strings = {"_local", "_shards:0", "_only_local", "session-17"})
    void areNotMeantByOtherPreferences(String preference) {
        assertThat(acme("GET", "/logs/_search?preference=" + preference).send().relayed())
                .isTrue();
        assertThat(acme("POST", "/_msearch")
                        .body("{\"index\":\"logs\",\"preference\":\"" + preference + "\"}\n{}\n")
                        .everySplit()
                        .upstreamBody())
                .contains("\"preference\":\"" + preference + "\"");
    }
}
