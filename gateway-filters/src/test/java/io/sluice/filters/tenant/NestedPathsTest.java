package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests whose URL has paths into the answer, of indices of a tenant that lie in one. */
class NestedPathsTest extends AcmeTest {

    NestedPathsTest() {
        super("nested: { indices: [logs, \"metrics-*\"], template: \"t-{tenant}\" }");
    }

    @Test
    void deniesFilteredAnswersToSearchesOfSeveralIndices() {
        String filter = "/_msearch?filter_path=responses.hits.hits._source";
        String one = "{\"index\":\"logs\"}\n{}\n{\"index\":\"logs\"}\n{}\n";

        assertDenied(acme("POST", filter)
                .body(one + "{\"index\":\"metrics-1\"}\n{}\n")
                .everySplit());
        assertThat(acme("POST", filter).body(one).everySplit().relayed()).isTrue();
    }

    // What it means depends on the index, and it is translated once.
    @Test
    void takesPathsIntoDocumentsForTheIndexOfThePathOnly() {
        String filter = "/logs/_msearch?filter_path=responses.hits.hits._source.n";

        assertDenied(
                acme("POST", filter).body("{\"index\":\"metrics-1\"}\n{}\n").everySplit());
        HarnessResult result = acme("POST", filter)
                .body("{\"index\":\"logs\"}\n{}\n{}\n{}\n")
                .upstream(200, "application/json", """
                        {"responses":[{"hits":{"hits":[{"_index":"t-acme","_id":"logs:1","_source":{"logs":{"n":1}}}]}}]}""")
                .everySplit();
        assertThat(result.upstreamHead().target().parameter("filter_path"))
                .isEqualTo("responses.hits.hits._source.logs.n,responses.hits.hits._index,responses.hits.hits._id");
        assertThat(result.body()).isEqualTo("{\"responses\":[{\"hits\":{\"hits\":[{\"_source\":{\"n\":1}}]}}]}");
    }

    @Test
    void saysWhichPathIsDenied() {
        HarnessResult result =
                acme("GET", "/logs/_doc/1?filter_path=_id,**.logs,-took").everySplit();

        assertDenied(result);
        assertThat(result.body())
                .contains(
                        "\"type\":\"security_exception\"",
                        "URL parameter [filter_path] is denied to tenants here with the path [**.logs]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            filter_path=hits.hits._source.n&scroll_id=HANDLE | | hits.hits._source.metrics-1.n,hits.hits._index,hits.hits._id
            filter_path=hits.hits._id                        | {"scroll_id":"HANDLE"} | hits.hits._id,hits.hits._index
            filter_path=hits.hits._source.n                  | {"scroll_id":"HANDLE"} |
            """)
    void takesPathsIntoDocumentsOfScrollsWhoseHandleStandsInTheUrl(String query, String body, String sent) {
        String handle = handle(acme("POST", "/metrics-1/_search?scroll=1m").body("{}"), "{\"_scroll_id\":\"S\"}");
        HarnessResult result = acme("POST", "/_search/scroll?" + query.replace("HANDLE", handle))
                .body(body == null ? "" : body.replace("HANDLE", handle))
                .everySplit();

        if (sent == null) {
            assertDenied(result);
        } else {
            assertThat(result.upstreamHead().target().parameter("filter_path")).isEqualTo(sent);
        }
    }
}
