package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Query strings that the server takes as words, in indices of a tenant that lie in one. */
class NestedTextsTest extends AcmeTest {

    NestedTextsTest() {
        super("nested: { indices: [logs], template: \"t-{tenant}\" }");
    }

    /** What looks like a field would be sent with the index's name, and that looked for as a word. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"query\":{\"query_string\":{\"query\":\"error: disk\",\"escape\":true}}}",
                "{\"query\":{\"query_string\":{\"escape\":\"true\",\"query\":\"error: disk\",\"default_field\":\"t\"}}}"
            })
    void deniesTextsWithoutSyntax(String body) {
        assertDenied(acme("POST", "/logs/_search").body(body).everySplit());
        assertDenied(acme("POST", "/logs/_delete_by_query").body(body).everySplit());
        String plain = body.replace("true", "false");
        assertThat(acme("POST", "/logs/_search").body(plain).send().upstreamBody())
                .contains("logs.error: disk");
    }
}
