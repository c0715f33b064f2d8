package io.sluice.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.RequestTarget;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayRuleTest {

    @ParameterizedTest
    @CsvSource({
        "GET, /, true",
        "GET, /logs/_doc/1, true",
        "HEAD, /logs, true",
        "POST, /_search, true",
        "POST, /logs/_search?size=1, true",
        "GET, /logs/_search?scroll=1m, false",
        "POST, /logs/_search?%73croll=1m, false",
        "GET, /_search/scroll, false",
        "POST, /_search/scroll, false",
        "POST, /logs/_pit?keep_alive=1m, false",
        "POST, /logs/_search/point_in_time, false",
        "GET, /_async_search/abc, false",
        "POST, /logs/_async_search, false",
        "GET, /_search/%73croll, false",
        "GET, /_sql, false",
        "POST, /_sql?format=txt, false",
        "GET, /logs/_eql/search, false",
        "GET, /_query/async/abc, false",
        "POST, /_plugins/_ppl, false",
        "POST, /_msearch, true",
        "POST, /_mget, true",
        "POST, /logs/_count, true",
        "POST, /logs/_field_caps, true",
        "POST, /logs/_validate/query, true",
        "POST, /logs/_explain/1, true",
        "POST, /_analyze, true",
        "POST, /logs/_search/template, false",
        "POST, /logs/_rank_eval, false",
        "POST, /logs/_terms_enum, false",
        "POST, /_bulk, false",
        "POST, /logs/_doc, false",
        "POST, /logs/_update/1, false",
        "POST, /logs/_delete_by_query, false",
        "POST, /logs/_refresh, false",
        "POST, /, false",
        "PUT, /logs/_doc/1, false",
        "DELETE, /logs, false"
    })
    void replaysOnlyWhatReads(String method, String target, boolean replayable) {
        assertThat(ReplayRule.isReplayable(method, RequestTarget.parse(target))).isEqualTo(replayable);
    }
}
