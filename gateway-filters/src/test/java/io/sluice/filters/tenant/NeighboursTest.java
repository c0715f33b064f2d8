package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches for the nearest neighbours of a vector in an index that is shared. */
class NeighboursTest extends AcmeTest {

    private static final String OWN = "\"filter\":[{\"term\":{\"tenant_id\":{\"value\":\"acme\"}}}]}}";
    /** With it, no clause of a client's query is a required one. */
    private static final String EITHER = ",{\"term\":{\"tenant_id\":{\"value\":\"\"}}}],\"minimum_should_match\":1,";

    private static final String ALL = "{\"bool\":{\"must\":[{\"match_all\":{}}]," + OWN;
    private static final String EVERYTHING = "{\"bool\":{\"should\":[{\"match_all\":{}}" + EITHER + OWN;
    private static final String NONE = "{\"bool\":{\"must\":[{\"term\":{\"tenant_id\":{\"value\":\"\"}}}]," + OWN;

    NeighboursTest() {
        super("shared: { indices: [logs], scores: relevance }");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"knn":{"field":"v","k":2}}              | {"knn":{"field":"v","k":2,"filter":ALL},"query":NONE}
            {"knn":{"filter":{"term":{"a":1}}}}      | {"knn":{"filter":{"bool":{"must":[{"term":{"a":1}}],OWN},"query":NONE}
            {"knn":[{"k":1},{"k":2}],"size":1}       | {"knn":[{"k":1,"filter":ALL},{"k":2,"filter":ALL}],"size":1,"query":NONE}
            {"knn":{"k":1},"query":{"match_all":{}}} | {"knn":{"k":1,"filter":ALL},"query":{"bool":{"should":[{"match_all":{}}EITHEROWN}
            {"query":{"knn":{"k":1}}}                | {"query":{"bool":{"should":[{"knn":{"k":1,"filter":ALL}}EITHEROWN}
            {"knn":{"filter":[{"term":{"a":1}},{"exists":{"field":"b"}}]}} | {"knn":{"filter":{"bool":{"must":[{"term":{"a":1}},{"exists":{"field":"b"}}],OWN},"query":NONE}
            {"knn":{"filter":[]}}                    | {"knn":{"filter":{"bool":{"must":[],OWN},"query":NONE}
            {"query":{"knn":{"filter":[{"match_all":{}}]}}} | {"query":{"bool":{"should":[{"knn":{"filter":{"bool":{"must":[{"match_all":{}}],OWN}}EITHEROWN}
            {"knn":[]}                               | {"knn":[],"query":NONE}
            {"size":1}                               | {"size":1,"query":EVERYTHING}
            """)
    void looksAmongTheTenantsDocumentsOnly(String body, String sent) {
        assertThat(search(body).everySplit().upstreamBody())
                .isEqualTo(counted(sent.replace("EITHER", EITHER)
                        .replace("EVERYTHING", EVERYTHING)
                        .replace("ALL", ALL)
                        .replace("NONE", NONE)
                        .replace("OWN", OWN)));
    }

    @Test
    void completesAQueryOfTheUrlAndNotTheFilterWithIt() {
        String sent = acme("POST", "/logs/_search?q=a")
                .body("{\"knn\":{\"filter\":{\"term\":{\"a\":1}}}}")
                .everySplit()
                .upstreamBody();

        assertThat(sent)
                .startsWith("{\"knn\":{\"filter\":{\"bool\":{\"must\":[{\"term\":{\"a\":1}}]," + OWN
                        + "},\"query\":{\"bool\":{\"should\":[{\"query_string\":{\"query\":\"a\"")
                .containsOnlyOnce("\"value\":\"\"");
    }

    @Test
    void judgesEachOfSeveralSearchesByItself() {
        String sent = acme("POST", "/_msearch")
                .body("{\"index\":\"logs\"}\n{\"knn\":{\"k\":1}}\n{\"index\":\"logs\"}\n{}\n")
                .everySplit()
                .upstreamBody();

        assertThat(sent)
                .contains("\"query\":" + NONE + COUNTED + "}\n")
                .endsWith("{\"query\":" + EVERYTHING + COUNTED + "}\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"knn\":null}",
                "{\"knn\":true}",
                "{\"knn\":{\"k\":1},\"knn\":{\"k\":1}}",
                "{\"knn\":{\"filter\":[null]}}",
                "{\"knn\":{\"filter\":[{\"term\":{\"tenant_id\":\"bolt\"}}]}}",
                "{\"knn\":{\"filter\":[],\"filter\":{\"match_all\":{}}}}",
                "{\"knn\":{\"filter\":{\"match_all\":{}},\"filter\":{\"match_all\":{}}}}",
                "{\"knn\":{\"filter\":{\"term\":{\"tenant_id\":\"bolt\"}}}}",
                "{\"knn\":{\"field\":\"tenant_id\"}}",
                "{\"knn\":{\"query_vector_builder\":{}}}",
                "{\"query\":{\"knn\":{\"filter\":[{\"wrapper\":{}}]}}}"
            })
    void deniesWhatWouldLookElsewhere(String body) {
        assertDenied(search(body).everySplit());
    }
}
