package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies that are no JSON have the types of errors that Elasticsearch 7.17 and OpenSearch give them. */
class MalformedBodiesTest extends AcmeTest {

    MalformedBodiesTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /logs/_search   | {"query":                     | json_e_o_f_exception
            /logs/_search   | {"query":{"match_all":{}      | json_e_o_f_exception
            /logs/_search   | {"query":tr                   | json_e_o_f_exception
            /logs/_search   | {"query":}                    | json_parse_exception
            /logs/_search   | {"query":{"match_all":{}}} x  | json_parse_exception
            /logs/_search   | {"size":1,"size":01}          | json_parse_exception
            /logs/_search   | nope                          | json_parse_exception
            /_search        | {} {"pit":{"id":"x"}}         | json_parse_exception
            /_mget          | {"docs":                      | json_e_o_f_exception
            /logs/_update/1 | {"doc":]                      | json_parse_exception
            """)
    void areNamedAsServersNameThem(String target, String body, String type) {
        HarnessResult result = acme("POST", target).body(body).everySplit();

        assertThat(result.status()).isEqualTo(400);
        assertThat(result.body()).contains("\"type\":\"" + type + "\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"query":   | json_e_o_f_exception
            {"query":}  | json_parse_exception
            """)
    void areNamedSoInLinesToo(String line, String type) {
        String body = "{\"index\":\"logs\"}\n" + line + "\n{\"index\":\"logs\"}\n{}\n";

        assertThat(acme("POST", "/_msearch").body(body).everySplit().body()).contains("\"type\":\"" + type + "\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            shared: { indices: [logs] }                          | POST | /logs/_search  | {"query":null}  | /query: an object is expected here
            shared: { indices: [logs] }                          | POST | /logs/_search  | {"query":[]}    | /query: a list is not allowed here
            shared: { indices: [logs] }                          | POST | /logs/_search  | {"query":[{"match_all":{}}]} | /query: a list is not allowed here
            shared: { indices: [logs] }                          | POST | /logs/_search  | {"knn":{"filter":null}}      | /knn/filter: an object is expected here
            shared: { indices: [logs] }                          | POST | /logs/_search  | {"rescore":{"query":{"rescore_query":[{"match_all":{}}]}}} | /rescore/query/rescore_query: an object is expected here
            nested: { indices: [logs], template: "t-{tenant}" }  | POST | /logs/_search  | {"query":[{"match_all":{}}]} | /query: a list is not allowed here
            shared: { indices: [logs] }                          | POST | /logs/_count   | {"query":"a"}   | /query: an object is expected here
            nested: { indices: [logs], template: "t-{tenant}" }  | PUT  | /logs/_doc/1   | [1]             | the root: an object is expected here
            nested: { indices: [logs], template: "t-{tenant}" }  | PUT  | /logs/_mapping | "a"             | the root: an object is expected here
            """)
    void areTheClientsErrorWhereNoServerTakesThem(
            String layout, String method, String target, String body, String reason) {
        try (FilterHarness other = FilterHarness.of(new TenantFactory(), configuration(layout))) {
            HarnessResult result = other.request(method, target)
                    .principal("acme")
                    .header("Content-Type", "application/json")
                    .body(body)
                    .everySplit();

            assertThat(result.status()).isEqualTo(400);
            assertThat(result.relayed()).isFalse();
            assertThat(result.body()).contains("\"parsing_exception\"", reason);
        }
    }
}
