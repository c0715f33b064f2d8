package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields of servers, and of the gateway, in whose place a tenant could put others: all reads are by these. */
class ServersFieldsTest {
    private static final String OWN = "indexPerTenant: { indices: [logs] }";
    private static final String NESTED = "nested: { indices: [logs] }";

    @ParameterizedTest
    @ValueSource(strings = {"_seq_no", "_id", "_index", "\\u005fseq_no", "_x"})
    void areNotComputed(String name) {
        String fields = "{\"a\":{\"type\":\"long\"},\"" + name + "\":{\"type\":\"long\"}}";

        assertDenied(OWN, "PUT", "/logs/_mapping", "{\"runtime\":" + fields + "}");
        assertDenied(OWN, "PUT", "/logs", "{\"mappings\":{\"runtime\":" + fields + "}}");
        assertDenied(OWN, "POST", "/logs/_rollover", "{\"mappings\":{\"runtime\":" + fields + "}}");
        for (String layout : new String[] {OWN, NESTED}) {
            assertDenied(layout, "POST", "/logs/_search", "{\"runtime_mappings\":" + fields + "}");
            assertDenied(layout, "POST", "/logs/_field_caps?fields=a", "{\"runtime_mappings\":" + fields + "}");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PUT  | /logs/_mapping | {\"runtime\":{\"a_b\":{\"type\":\"long\"}}}",
                "POST | /logs/_search  | {\"runtime_mappings\":{\"a_b\":{\"type\":\"long\"}}}",
                "PUT  | /logs/_mapping | {\"properties\":{\"x\":{\"type\":\"keyword\",\"copy_to\":\"_x\"}}}"
            })
    void areNotMeantByOtherNames(String method, String target, String body) {
        AcmeTest tenant = new AcmeTest(OWN) {};

        tenant.assertRelayed(method, target, body);
        tenant.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"_index\"", "[\"a\",\"_index\"]", "[[\"_score\"]]", "\"\\u005findex\""})
    void areNoCopiesWhereIndicesAreStoredInOne(String targets) {
        String field = "{\"type\":\"keyword\",\"copy_to\":" + targets + "}";

        assertDenied(NESTED, "PUT", "/logs/_mapping", "{\"properties\":{\"x\":" + field + "}}");
        assertDenied(
                NESTED, "PUT", "/logs/_mapping", "{\"properties\":{\"o\":{\"properties\":{\"x\":" + field + "}}}}");
    }

    @ParameterizedTest
    @CsvSource({"runtime,true", "RUNTIME,strict", "runtime,false"})
    void areNotMadeWhereNoMappingShowsThem(String computed, String allowed) {
        AcmeTest tenant = new AcmeTest(NESTED) {};

        for (String body : new String[] {
            "{\"dynamic\":\"%s\",\"properties\":{}}",
            "{\"properties\":{\"o\":{\"type\":\"object\",\"dynamic\":\"%s\"}}}"
        }) {
            tenant.assertDenied("PUT", "/logs/_mapping", body.formatted(computed));
            assertThat(tenant.acme("PUT", "/logs/_mapping")
                            .body(body.formatted(allowed))
                            .everySplit()
                            .relayed())
                    .isTrue();
        }
        tenant.stop();
    }

    private static void assertDenied(String layout, String method, String target, String body) {
        AcmeTest tenant = new AcmeTest(layout) {};

        tenant.assertDenied(method, target, body);
        tenant.stop();
    }
}
