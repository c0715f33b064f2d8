package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessCall;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where tenants share an index, every shard is asked alike by a search with an order. */
@Tag("slow")
class SortedSearchesTest extends AcmeTest {

    private static final String ALIKE = "search_type=dfs_query_then_fetch";

    SortedSearchesTest() {
        super("shared: { indices: [logs] }");
    }

    private HarnessCall sized(String target, String body) {
        return acme("POST", target)
                .header("Content-Length", String.valueOf(body.length()))
                .body(body);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /logs/_search                              | {"sort":["a"]}                       | /logs/_search?ALIKE
            /logs/_search                              | {"s\\u006frt":["a"]}                 | /logs/_search?ALIKE
            /logs/_search?sort=a                       | {}                                   | /logs/_search?sort=a&ALIKE
            /logs/_search?search_type=query_then_fetch | {"sort" :"a"}                        | /logs/_search?ALIKE
            /_search                                   | {"sort":["a"]}                       | /logs/_search?ALIKE&ignore_unavailable=true
            /logs/_search                              | {"query":{"match":{"a":"sort"}}}     | /logs/_search?ALIKE
            /logs/_search                              | {"query":{"match":{"sorted":1}}}     | /logs/_search
            /logs/_search                              | {"sort":["_score","a"]}              | /logs/_search
            /logs/_search                              | {"sort" : [ {"_score":"asc"},"a"]}   | /logs/_search
            /logs/_search                              | {"sort":"_score"}                    | /logs/_search
            /logs/_search                              | {"sort":"_score","sort":"a"}         | /logs/_search?ALIKE
            /logs/_search                              | {"sort":"_scores"}                   | /logs/_search?ALIKE
            /logs/_search                              | {"sort":["a","_score"]}              | /logs/_search?ALIKE
            /logs/_search?sort=_score:asc,a            | {}                                   | /logs/_search?sort=_score:asc,a
            /logs/_search                              | {"sort":["a"],"knn" : [ {"field":"v","query_vector":[1],"k":1,"num_candidates":1}]} | /logs/_search
            /logs/_search?sort=a                       | {"knn":{"field":"v","query_vector":[1],"k":1,"num_candidates":1}} | /logs/_search?sort=a
            /logs/_search                              | {"sort":["a"],"query":{"match":{"knn":{"query":"a"}}}} | /logs/_search?ALIKE
            /logs/_search                              | {"sort":["a"],"knn":[]}              | /logs/_search?ALIKE
            /logs/_search?sort=a,_score                | {}                                   | /logs/_search?sort=a,_score&ALIKE
            /_search                                   | {"size":1}                           | /logs/_search?ignore_unavailable=true
            """)
    void saysSoInTheUrl(String target, String body, String sent) {
        assertThat(sized(target, body).everySplit().upstreamHead().target().raw())
                .isEqualTo(sent.replace("ALIKE", ALIKE));
    }

    @Test
    void takesABodyThatIsNotHeldForOne() {
        HarnessCall chunked = acme("POST", "/logs/_search").header("Transfer-Encoding", "chunked");
        HarnessCall large = acme("POST", "/logs/_search").header("Content-Length", "1048577");

        assertThat(chunked.body("{}").everySplit().upstreamHead().target().raw())
                .isEqualTo("/logs/_search?" + ALIKE);
        assertThat(large.body("{}").everySplit().upstreamHead().target().raw()).isEqualTo("/logs/_search?" + ALIKE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"index":"logs"}                                         | {"index":"logs","search_type":"dfs_query_then_fetch"}
            {"search_type":"query_then_fetch","index":"logs"}        | {"index":"logs","search_type":"dfs_query_then_fetch"}
            {"search_type":"dfs_query_then_fetch","index":"logs"}    | {"search_type":"dfs_query_then_fetch","index":"logs"}
            {}                                                       | {"index":"logs","search_type":"dfs_query_then_fetch"}
            ``                                                       | {"index":"logs","search_type":"dfs_query_then_fetch"}
            """)
    void saysSoInHeaders(String header, String sent) {
        String body = header + "\n{\"sort\":\"a\"}\n";

        assertThat(sized("/_msearch", body).everySplit().upstreamBody()).startsWith(sent + "\n{\"sort\":\"a\",");
        assertThat(acme("POST", "/_msearch")
                        .header("Transfer-Encoding", "chunked")
                        .body(body)
                        .everySplit()
                        .upstreamBody())
                .startsWith(sent + "\n{\"sort\":\"a\",");
    }

    @Test
    void saysNothingWhereNoSearchHasAnOrder() {
        assertThat(sized("/_msearch", "{\"index\":\"logs\"}\n{}\n").everySplit().upstreamBody())
                .startsWith("{\"index\":\"logs\"}\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dfs", "dfs_pre_query"})
    void areNotSeenInErrors(String phase) {
        String error = "{\"error\":{\"type\":\"search_phase_execution_exception\",\"phase\":\"%s\"},\"status\":400}";

        assertThat(search("{\"sort\":[\"a\"]}")
                        .upstream(400, "application/json", error.formatted(phase))
                        .everySplit()
                        .body())
                .isEqualTo(error.formatted("query"));
    }
}
