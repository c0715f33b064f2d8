package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mappings of indices that are each a field of the one in which they lie. */
class NestedMappingsTest extends AcmeTest {

    NestedMappingsTest() {
        super("nested: { indices: [logs], template: \"t-{tenant}\" }");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"dynamic":false}                      | {"dynamic":false,"type":"object"}
            {"dynamic":"strict"}                   | {"dynamic":"strict","type":"object"}
            {}                                     | {"type":"object"}
            {"dynamic":false,"properties":{}}      | {"dynamic":false,"properties":{}}
            """)
    void needNoFields(String mapping, String sent) {
        assertThat(acme("PUT", "/logs/_mapping").body(mapping).everySplit().upstreamBody())
                .isEqualTo("{\"properties\":{\"logs\":" + sent + "}}");
    }

    @Test
    void haveNamesOfFewParts() {
        String mapping = "{\"properties\":{\"%s\":{\"type\":\"keyword\"}}}";

        assertDenied(acme("PUT", "/logs/_mapping")
                .body(mapping.formatted("a.".repeat(100) + "a"))
                .everySplit());
        assertThat(acme("PUT", "/logs/_mapping")
                        .body(mapping.formatted("a.".repeat(99) + "a"))
                        .everySplit()
                        .relayed())
                .isTrue();
    }

    @Test
    void doNotShowThatTheyAreFields() {
        String shown = "{\"t-acme\":{\"mappings\":{\"properties\":{\"logs\":%s}}}}";
        String mapping = "{\"dynamic\":\"false\",\"properties\":{\"type\":{\"type\":\"object\"}}}";

        assertThat(acme("GET", "/logs/_mapping")
                        .upstream(
                                200, "application/json", shown.formatted("{\"type\":\"object\",\"dynamic\":\"false\"}"))
                        .everySplit()
                        .body())
                .isEqualTo("{\"logs\":{\"mappings\":{\"dynamic\":\"false\"}}}");
        assertThat(acme("GET", "/logs/_mapping")
                        .upstream(200, "application/json", shown.formatted(mapping))
                        .everySplit()
                        .body())
                .isEqualTo("{\"logs\":{\"mappings\":" + mapping + "}}");
    }
}
