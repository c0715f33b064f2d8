package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Answers that say that a part of them is missing. */
class IncompleteAnswersTest extends AcmeTest {

    IncompleteAnswersTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    @Test
    void nameTheIndicesWhoseCapabilitiesAreNotKnown() {
        String answer =
                "{\"indices\":[\"%1$slogs\"],\"fields\":{},\"failed_indices\":1,\"failures\":[{\"indices\":[\"%1$sold\"],"
                        + "\"failure\":{\"error\":{\"type\":\"exception\",\"reason\":\"of [%1$sold]\"}%2$s}}]}";

        assertThat(acme("GET", "/*/_field_caps?fields=*")
                        .upstream(200, "application/json", answer.formatted("acme.", ",\"node\":\"secret\""))
                        .everySplit()
                        .body())
                .isEqualTo(answer.formatted("", ""));
    }

    @Test
    void tellWhySlicesFailed() {
        String answer =
                "{\"slices\":[{\"slice_id\":0,\"total\":1},{\"type\":\"exception\",\"reason\":\"of [%1$slogs]\"%2$s,"
                        + "\"caused_by\":{\"type\":\"exception\",\"reason\":\"of [%1$slogs]\"}}],\"failures\":[]}";

        assertThat(acme("POST", "/logs/_update_by_query")
                        .body("{}")
                        .upstream(200, "application/json", answer.formatted("acme.", ",\"node\":\"secret\""))
                        .everySplit()
                        .body())
                .isEqualTo(answer.formatted("", ""));
    }
}
