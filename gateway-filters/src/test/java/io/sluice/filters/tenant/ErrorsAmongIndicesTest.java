package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Indices that have the names of members of an error. */
class ErrorsAmongIndicesTest extends AcmeTest {

    ErrorsAmongIndicesTest() {
        super("shared: { indices: [status, error, logs] }");
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "error"})
    void areShownLikeOthers(String name) {
        String mapping = "{\"mappings\":{\"dynamic\":\"false\",\"properties\":{\"a\":{\"type\":\"keyword\"}%s}}}";
        HarnessResult result = acme("GET", "/" + name + "/_mapping")
                .upstream(
                        200,
                        "application/json",
                        "{\"" + name + "\":" + mapping.formatted(",\"tenant_id\":{\"type\":\"keyword\"}") + "}")
                .everySplit();

        assertThat(result.status()).isEqualTo(200);
        assertThat(result.body()).isEqualTo("{\"" + name + "\":" + mapping.formatted("") + "}");
    }

    @Test
    void leaveErrorsAsTheyAre() {
        String error =
                "{\"error\":{\"type\":\"index_not_found_exception\",\"reason\":\"no such index [logs]\"},\"status\":404}";

        assertThat(acme("GET", "/logs/_mapping")
                        .upstream(404, "application/json", error)
                        .everySplit()
                        .body())
                .isEqualTo(error);
    }
}
