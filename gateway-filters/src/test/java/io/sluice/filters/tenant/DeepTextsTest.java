package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
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
}
