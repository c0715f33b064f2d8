package io.sluice.bulk.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.RequestTarget;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BulkParametersTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/_bulk",
                "/_bulk?refresh",
                "/a/_bulk?refresh=wait_for&timeout=90s&pretty&filter_path=took,errors",
                "/_bulk?index=a&routing=&pipeline=p&wait_for_active_shards=all&require_alias=true",
                "/_bulk?timeout=-1&_source=false&require_data_stream=false"
            })
    void knowsWhatBulksSay(String target) {
        assertThat(BulkParameters.areUsual(RequestTarget.parse(target), BulkGrammar.OPENSEARCH_2))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/_bulk?refresh=maybe",
                "/_bulk?timeout=90",
                "/_bulk?timeout=",
                "/_bulk?wait_for_active_shards=-1",
                "/_bulk?pretty=yes",
                "/_bulk?index=",
                "/_bulk?routing=a&routing=a",
                "/_bulk?refresh&refresh",
                "/_bulk?op_type=create",
                "/_bulk?require_data_stream",
                "/_bulk?batch_size=10",
                "/_bulk?routing=%",
                "/_bulk?x"
            })
    void leavesWhatIsUnusualToTheServer(String target) {
        assertThat(BulkParameters.areUsual(RequestTarget.parse(target), BulkGrammar.ELASTICSEARCH_7))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_bulk?type=x", "/a/_bulk?refresh&type=_doc", "/a/x/_bulk"})
    void leavesTypesToServersThatHaveNone(String target) {
        RequestTarget read = RequestTarget.parse(target);

        assertThat(BulkParameters.areUsual(read, BulkGrammar.ELASTICSEARCH_7)).isTrue();
        assertThat(BulkParameters.areUsual(
                        read,
                        BulkGrammar.ELASTICSEARCH_8.compatibleWith(
                                "application/vnd.elasticsearch+x-ndjson;compatible-with=7")))
                .isTrue();
        assertThat(BulkParameters.areUsual(read, BulkGrammar.ELASTICSEARCH_8)).isFalse();
        assertThat(BulkParameters.areUsual(read, BulkGrammar.OPENSEARCH_2)).isFalse();
    }
}
