package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that servers take and the gateway cannot read in answers. */
class UnreadableDocumentsTest {

    private static final String OWN = "indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" }";

    private static String document(String kind) {
        return switch (kind) {
            case "name" -> "{\"" + "n".repeat(8193) + "\":1}";
            case "number" -> "{\"n\":" + "1".repeat(1001) + "}";
            case "levels" -> deep(501);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static String deep(int levels) {
        return "{\"a\":" + "[".repeat(levels - 1) + "]".repeat(levels - 1) + "}";
    }

    @ParameterizedTest
    @CsvSource({"name,shared", "number,shared", "levels,shared", "name,nested", "number,nested", "levels,nested"})
    void areRefusedWhereDocumentsAreRead(String kind, String layout) {
        AcmeTest tenant = new AcmeTest(layout + ": { indices: [logs] }") {};
        HarnessResult alone =
                tenant.acme("PUT", "/logs/_doc/1").body(document(kind)).send();
        HarnessResult bulk = tenant.acme("POST", "/logs/_bulk")
                .body("{\"index\":{\"_id\":\"1\"}}\n" + document(kind) + "\n")
                .send();
        tenant.stop();

        assertThat(alone.relayed()).isFalse();
        assertThat(alone.status()).isEqualTo(413);
        assertThat(bulk.relayed()).isFalse();
        assertThat(bulk.status()).isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(strings = {"name", "number", "levels"})
    void haveTheAnswerThatShowsThemWithheld(String kind) {
        AcmeTest tenant = new AcmeTest(OWN) {};
        HarnessResult written =
                tenant.acme("PUT", "/logs/_doc/1").body(document(kind)).send();
        HarnessResult shown = tenant.acme("GET", "/logs/_doc/1")
                .upstream(200, "application/json", found(document(kind)))
                .send();
        tenant.stop();

        assertThat(written.relayed()).isTrue();
        assertThat(shown.status()).isEqualTo(502);
    }

    private static String found(String document) {
        return "{\"_index\":\"acme.logs\",\"_id\":\"1\",\"found\":true,\"_source\":" + document + "}";
    }

    // A search has four levels around a document, an answer about one has one.
    @Test
    void ofFourHundredNinetyNineLevelsAreShownByIdsOnly() {
        AcmeTest tenant = new AcmeTest(OWN) {};
        String document = deep(499);
        HarnessResult byId = tenant.acme("GET", "/logs/_doc/1")
                .upstream(200, "application/json", found(document))
                .send();
        HarnessResult searched = tenant.acme("GET", "/logs/_search")
                .upstream(200, "application/json", "{\"hits\":{\"hits\":[" + found(document) + "]}}")
                .send();
        tenant.stop();

        assertThat(byId.status()).isEqualTo(200);
        assertThat(searched.status()).isEqualTo(502);
    }
}
