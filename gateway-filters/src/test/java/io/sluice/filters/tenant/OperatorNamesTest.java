package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.testkit.HarnessCall;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of the operator's, and through them of other tenants, in what a cluster says of a request. */
class OperatorNamesTest extends AcmeTest {

    OperatorNamesTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    private HarnessCall creation() {
        return acme("PUT", "/w9").body("{}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            alias [opalias] has more than one write index [acme.wb2,globex.wb1]      | alias [*] has more than one write index [*]
            alias [opalias] has more than one write index [acme.a, acme.b]           | alias [*] has more than one write index [*]
            alias [acme.mine] has more than one write index [acme.a,acme.b]          | alias [mine] has more than one write index [a,b]
            cannot create index with name [acme.w9], because it matches with template [opds] that creates data streams only | cannot create index with name [w9], because it matches with template [*] that creates data streams only
            """)
    void areNotToldInErrors(String reason, String told) {
        assertThat(creation()
                        .upstream(
                                400,
                                "application/json",
                                "{\"error\":{\"type\":\"illegal_state_exception\",\"reason\":\"" + reason
                                        + "\"},\"status\":400}")
                        .everySplit()
                        .body())
                .contains("\"reason\":\"" + told + "\"")
                .doesNotContain("globex", "opalias", "opds");
    }

    @Test
    void areNotToldInWarnings() {
        String warning = "299 Elasticsearch-7.17.28-abc \"index [acme.w9] matches multiple legacy templates "
                + "[opleg1, opleg2], composable templates will only match a single template\"";

        assertThat(creation()
                        .upstream(new Reply(
                                200,
                                Headers.of("Content-Type", "application/json").and("Warning", warning),
                                "{\"acknowledged\":true,\"index\":\"acme.w9\"}".getBytes(StandardCharsets.UTF_8)))
                        .send()
                        .headers()
                        .get("Warning"))
                .contains("index [w9] matches multiple legacy templates [*], composable");
    }
}
