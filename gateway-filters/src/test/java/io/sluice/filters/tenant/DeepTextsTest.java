package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts whose parentheses would use up the stack of a node that reads them: Elasticsearch 7.17 ends then, for all tenants. */
class DeepTextsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" }",
                "nested: { indices: [logs], template: \"t-{tenant}\" }",
                "shared: { indices: [logs] }"
            })
    void areDenied(String layout) {
        AcmeTest tenant = new AcmeTest(layout) {};
        String deep = "(".repeat(1001) + "a" + ")".repeat(1001);
        String flat = "(a) ".repeat(1000);
        for (String kind : new String[] {"query_string", "simple_query_string"}) {
            String body = "{\"query\":{\"" + kind + "\":{\"query\":\"";
            AcmeTest.assertDenied(tenant.acme("POST", "/logs/_search")
                    .body(body + deep + "\"}}}")
                    .everySplit());
            assertThat(tenant.acme("POST", "/logs/_search")
                            .body(body + flat + "\"}}}")
                            .send()
                            .relayed())
                    .isTrue();
        }
        AcmeTest.assertDenied(tenant.acme("GET", "/logs/_search?q=" + deep).send());
        tenant.stop();
    }

    /** Some hundred times such a part, search threads used up their stack. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`a+b|` | 100 | ``",
                "`+a|b ` | 66 | ``",
                "`a+()|b ` | 60 | ``",
                "`-(a|` | 49 | `)`",
                "`NOT (` | 100 | `)`",
                "`(a OR (b AND ` | 50 | `))`",
                "`+(-a ` | 49 | `)`",
                "`(\")\" ` | 100 | `)`",
                "`+(a b) (c|d) ` | 35 | ``"
            })
    void areDeniedByWhatNests(String repeated, int most, String end) {
        for (String layout : List.of(
                "indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" }", "shared: { indices: [logs] }")) {
            AcmeTest tenant = new AcmeTest(layout) {};
            for (String kind : List.of("simple_query_string", "query_string")) {
                tenant.assertRelayed(
                        "POST", "/logs/_search", body(kind, repeated.repeat(most) + "a" + end.repeat(most)));

                AcmeTest.assertDenied(tenant.search(body(kind, repeated.repeat(2 * most) + "a" + end.repeat(2 * most)))
                        .everySplit());
            }
            tenant.stop();
        }
    }

    /** Operators side by side do not nest. */
    @ParameterizedTest
    @ValueSource(strings = {"a+", "a|", "a b ", "(a OR b) AND ", "(f:\"a b\") OR (\"c)\") ", "-a "})
    void areSentWhereNothingNests(String repeated) {
        AcmeTest tenant = new AcmeTest("indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" }") {};

        tenant.assertRelayed("POST", "/logs/_search", body("simple_query_string", repeated.repeat(150) + "a"));
        tenant.stop();
    }

    private static String body(String kind, String text) {
        String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"");
        return "{\"query\":{\"" + kind + "\":{\"query\":\"" + escaped + "\"}}}";
    }

    /** What a tenant could set so that a server no longer guards its stack. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"settings\":{\"max_regex_length\":LIMIT}}",
                "{\"settings\":{\"index\":{\"max_regex_length\":LIMIT}}}",
                "{\"settings\":{\"index.mapping.depth.limit\":LIMIT}}",
                "{\"settings\":{\"index.mapping.total_fields.limit\":LIMIT}}",
                "{\"settings\":{\"index\":{\"mapping\":{\"depth\":{\"limit\":LIMIT}}}}}"
            })
    void areNotLetInBySettings(String settings) {
        AcmeTest tenant = new AcmeTest("indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" }") {};
        for (String many : new String[] {"10001", "99999999999999999999", "1e9", "[50000]"}) {
            AcmeTest.assertDenied(tenant.acme("PUT", "/logs")
                    .body(settings.replace("LIMIT", many))
                    .send());
        }
        for (String few : new String[] {"200", "1", "null"}) {
            assertThat(tenant.acme("PUT", "/logs")
                            .body(settings.replace("LIMIT", few))
                            .send()
                            .relayed())
                    .isTrue();
        }
        tenant.stop();
    }

    /** Elasticsearch tries all places for each wildcard, on the threads that serve everybody. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "indexPerTenant: { indices: [\"*\"], template: \"{tenant}.{index}\" }",
                "nested: { indices: [\"*\"], template: \"t-{tenant}\" }",
                "shared: { indices: [logs, \"s-*\"] }"
            })
    void haveFewWildcardsInAName(String layout) {
        AcmeTest tenant = new AcmeTest(layout) {};
        String many = "*a*a*a*b";
        AcmeTest.assertRefused(tenant.acme("GET", "/" + many + "/_search").send());
        AcmeTest.assertRefused(tenant.acme("GET", "/logs,-" + many + "/_search").send());
        AcmeTest.assertRefused(
                tenant.acme("GET", "/logs/_search?_source_includes=" + many).send());
        AcmeTest.assertRefused(
                tenant.acme("GET", "/logs/_search?q=" + many + ":x").send());
        for (String body : new String[] {
            "{\"query\":{\"multi_match\":{\"query\":\"a\",\"fields\":[\"MANY\"]}}}",
            "{\"query\":{\"query_string\":{\"query\":\"MANY:a\"}}}",
            "{\"fields\":[\"MANY\"]}",
            "{\"query\":{\"exists\":{\"field\":\"MANY\"}}}"
        }) {
            AcmeTest.assertRefused(tenant.acme("POST", "/logs/_search")
                    .body(body.replace("MANY", many))
                    .everySplit());
        }
        assertThat(tenant.acme("POST", "/logs/_search")
                        .body("{\"query\":{\"multi_match\":{\"query\":\"*a*b*c*d*\",\"fields\":[\"**a*b\"]}}}")
                        .send()
                        .relayed())
                .isTrue();
        tenant.stop();
    }
}
