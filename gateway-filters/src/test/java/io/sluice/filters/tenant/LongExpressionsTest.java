package io.sluice.filters.tenant;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long regular expressions, of which a server makes automata. */
class LongExpressionsTest extends AcmeTest {

    LongExpressionsTest() {
        super("indexPerTenant: { indices: [\"logs*\"], template: \"{tenant}.{index}\" }");
    }

    /** Twenty of 30,000 characters in one search took a node of Elasticsearch 8.19 from everybody; the server bounds none of these. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"query\":{\"bool\":{\"filter\":[{\"regexp\":{\"f\":\"EXPRESSION\"}}]}}}",
                "{\"query\":{\"intervals\":{\"f\":{\"any_of\":{\"intervals\":[{\"regexp\":{\"pattern\":\"EXPRESSION\"}}]}}}}}",
                "{\"aggs\":{\"a\":{\"terms\":{\"field\":\"f\",\"include\":\"EXPRESSION\"}}}}",
                "{\"aggs\":{\"a\":{\"significant_text\":{\"field\":\"f\",\"exclude\":\"EXPRESSION\"}}}}"
            })
    void areDenied(String body) {
        assertDenied(acme("POST", "/logs/_search")
                .body(body.replace("EXPRESSION", "ab".repeat(501)))
                .everySplit());
        assertDenied(acme("POST", "/logs/_search")
                .body(body.replace("EXPRESSION", "ab".repeat(20_000)))
                .everySplit());

        assertRelayed("POST", "/logs/_search", body.replace("EXPRESSION", "ab".repeat(500)));
    }

    @Test
    void areDeniedTogether() {
        String aggregation = "\"a%d\":{\"terms\":{\"field\":\"f\",\"include\":\"" + "ab".repeat(500) + "\"}}";

        assertRelayed("POST", "/logs/_search", "{\"aggs\":{" + repeated(aggregation, 20) + "}}");
        assertDenied(acme("POST", "/logs/_search")
                .body("{\"aggs\":{" + repeated(aggregation, 21) + "}}")
                .everySplit());
    }

    private static String repeated(String numbered, int times) {
        return IntStream.range(0, times).mapToObj(numbered::formatted).collect(Collectors.joining(","));
    }

    /** Terms of a list are compared, not made an automaton of. */
    @Test
    void areNotCountedInListsOfTerms() {
        String terms = ("\"" + "ab".repeat(600) + "\",").repeat(40);

        assertRelayed(
                "POST",
                "/logs/_search",
                "{\"aggs\":{\"a\":{\"terms\":{\"field\":\"f\",\"include\":[" + terms + "\"x\"]}}}}");
    }
}
