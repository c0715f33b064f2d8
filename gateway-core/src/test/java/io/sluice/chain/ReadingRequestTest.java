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
                "/_sql?format=txt",
                "/logs/_plugins/_asynchronous_search"
            })
    void aPostToAnEndpointThatReadsIsOne(String target) {
        assertThat(ReadingRequest.is("POST", RequestTarget.parse(target))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/_search/template",
                "/logs/_search/template",
                "/logs/event/_search/template",
                "/_msearch/template",
                "/_render/template/a",
                "/logs/_termvectors",
                "/logs/_termvectors/1",
                "/logs/event/1/_termvectors",
                "/logs/event/_termvectors",
                "/_mtermvectors",
                "/logs/_rank_eval",
                "/logs/_search_shards",
                "/logs/_terms_enum",
                "/logs/_knn_search",
                "/logs/_graph/explore",
                "/logs/_mvt/place/1/2/3"
            })
    void aPostToAnEndpointThatNotEveryServerHasIsOne(String target) {
        assertThat(ReadingRequest.is("POST", RequestTarget.parse(target))).isTrue();
        assertThat(ReadingRequest.isPlain("POST", RequestTarget.parse(target))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/logs",
                "/logs/_doc/_termvectors",
                "/logs/_update/_mtermvectors",
                "/logs/_doc/_rank_eval",
                "/logs/event/_rank_eval",
                "/logs/_doc/template",
                "/counters/_update/_count",
                "/counters/_update/_analyze",
                "/counters/_update/%5Fcount",
                "/logs/event/%5Fsearch",
                "/logs/event/%5Fcount",
                "/logs/event/%5Fmget",
                "/logs/event/%5Fmsearch",
                "/logs/event/%5Ftermvectors",
                "/logs/%5Fsearch",
                "/logs/%5Fpit",
                "/logs/%5Fsearch/scroll",
                "/%5Fsearch/scroll",
                "/%5Fsql",
                "/_validate/%71uery",
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
                "/logs/_plugins/_asynchronous_search",
                "/logs/_opendistro/_asynchronous_search",
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
        "POST, /logs/_search/template?scroll=5m, true",
        "POST, /_search/template?scroll=5m, true",
        "GET, /_search/%73croll, true",
        "POST, /logs/%5Fpit, true",
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
            strings = {
                "/logs/_search",
                "/scroll/_search",
                "/logs/_doc/scroll",
                "/_sql-1/_search",
                "/logs/_doc/_pit",
                "/logs/_doc/_asynchronous_search"
            })
    void namesOfIndicesAndDocumentsAreNot(String target) {
        assertThat(ReadingRequest.isStateful(RequestTarget.parse(target))).isFalse();
    }
}
