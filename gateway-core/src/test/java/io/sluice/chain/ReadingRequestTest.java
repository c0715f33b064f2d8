package io.sluice.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.RequestTarget;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingRequestTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/_search",
                "/logs/_search",
                "/logs-*,-logs-1/_msearch",
                "/_all/_count",
                "/_mget",
                "/logs/_field_caps",
                "/_analyze",
                "/logs/_explain/1",
                "/_validate/query",
                "/logs/_validate/query",
                "/logs/event/_search",
                "/logs/event/1/_explain",
                "/logs/event/_validate/query",
                "/logs/_search/point_in_time",
                "/logs/_pit",
                "/_search/scroll",
                "/_sql?format=txt"
            })
    void aPostToAnEndpointThatReadsIsOne(String target) {
        assertThat(ReadingRequest.is("POST", RequestTarget.parse(target))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/logs",
                "/counters/_update/_count",
                "/counters/_update/_analyze",
                "/counters/_update/%5Fcount",
                "/logs/_create/_search",
                "/logs/_doc/_search",
                "/logs/_doc/_field_caps",
                "/logs/_doc/_analyze",
                "/logs/event/_analyze",
                "/logs/_doc/scroll",
                "/logs/_doc/_pit",
                "/logs/_create/_sql",
                "/scroll/_doc",
                "/point_in_time/_bulk",
                "/_snapshot/repository/_analyze",
                "/_snapshot/_search/snapshot",
                "/logs/_update/_explain",
                "/logs/_update_by_query",
                "/_bulk",
                "/logs/event/1/_update",
                "/_plugins/_ml/_search/scroll",
                "/logs/%zz/_search"
            })
    void aPostThatMayWriteIsNone(String target) {
        assertThat(ReadingRequest.is("POST", RequestTarget.parse(target))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/_search/scroll",
                "/_search/scroll/DnF1ZXJ5",
                "/logs/_pit",
                "/_pit",
                "/logs/_search/point_in_time",
                "/_search/point_in_time/_all",
                "/logs/_async_search",
                "/_async_search/status/1",
                "/_plugins/_asynchronous_search",
                "/_plugins/_sql/cursor",
                "/_sql",
                "/logs/_eql/search"
            })
    void whatLastsLongerThanARequestIsStateful(String target) {
        assertThat(ReadingRequest.isStateful(RequestTarget.parse(target))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /logs/_search?scroll=5m, true",
        "GET, /_search?pretty&%73croll=5m, true",
        "DELETE, /_search/scroll, true",
        "POST, /logs/_search?q=scroll, false",
        "POST, /logs/_delete_by_query?scroll=5m, false",
        "POST, /logs/_search, false"
    })
    void aSearchThatOpensAScrollIsOneOfSeveralRequests(String method, String target, boolean several) {
        assertThat(ReadingRequest.isOneOfSeveral(method, RequestTarget.parse(target)))
                .isEqualTo(several);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/logs/_search", "/scroll/_search", "/logs/_doc/scroll", "/_sql-1/_search", "/logs/_doc/_pit"})
    void namesOfIndicesAndDocumentsAreNot(String target) {
        assertThat(ReadingRequest.isStateful(RequestTarget.parse(target))).isFalse();
    }
}
