package io.sluice.filters.tenant.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.tenant.endpoint.AnswerKind;
import io.sluice.filters.tenant.names.FieldNames;
import io.sluice.filters.tenant.names.Translation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AnswerPathsTest {

    private static final FieldNames LOGS = FieldNames.under("logs", "baseIndex");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DOCUMENT    | _source.n                              | _source.logs.n
            DOCUMENT    | _index,_id,found,_source.n             | _index,_id,found,_source.logs.n
            DOCUMENT    | ' _index , _source.n,- _id'            | ' _index ,_source.logs.n,- _id'
            DOCUMENT    | _source.logs                           | _source.logs.logs
            DOCUMENT    | _source.*                              | _source.logs.*
            DOCUMENT    | _source.**                             | _source.logs.**
            DOCUMENT    | _source.**.a\\.b                       | _source.logs.**.a\\.b
            DOCUMENT    | _sour*.n                               | _sour*.logs.n
            DOCUMENT    | -_source.n                             | -_source.logs.n,-_source.baseIndex
            DOCUMENT    | - _source.n                            | -_source.logs.n,-_source.baseIndex
            DOCUMENT    | fields.n                               | fields.logs\\.n
            DOCUMENT    | fields.a\\.b                           | fields.logs\\.a\\.b
            DOCUMENT    | fields.n*                              | fields.logs\\.n*
            DOCUMENT    | fields._ignored                        | fields._ignored
            DOCUMENT    | fields._index                          | fields.baseIndex
            DOCUMENT    | hits.hits._source.n                    | hits.hits._source.n
            WRITTEN     | get._source.n                          | get._source.logs.n
            WRITTEN     | _source.n                              | _source.n
            BULK        | items.update.get._source.n             | items.update.get._source.logs.n
            BULK        | items.*.get._source.n                  | items.*.get._source.logs.n
            BULK        | items.index.get._source.n              | items.index.get._source.n
            BULK        | items.update.get.*.n                   | items.update.get.*.logs.n
            BULK        | **.status                              | **.status
            BULK        | -**.status                             | -**.status,-_source.baseIndex,-**._source.baseIndex
            MGET        | docs._source.n                         | docs._source.logs.n
            EXPLANATION | get._source.n,matched                  | get._source.logs.n,matched
            SEARCH      | hits.hits._source.a.b                  | hits.hits._source.logs.a.b
            SEARCH      | hits.hits._source.hits._source.a       | hits.hits._source.logs.hits._source.a
            SEARCH      | hits.*._source.n                       | hits.*._source.logs.n
            SEARCH      | -hits.hits.highlight.t                 | -hits.hits.highlight.logs\\.t
            SEARCH      | hits.hits.inner_hits.c.hits.total      | hits.hits.inner_hits.logs\\.c.hits.total
            SEARCH      | hits.hits.inner_hits.c.hits.hits.*     | hits.hits.inner_hits.logs\\.c.hits.hits.*
            SEARCH      | hits.hits.inner_hits.*.hits.hits.fields.c\\.n | hits.hits.inner_hits.*.hits.hits.fields.logs\\.c\\.n
            SEARCH      | suggest.s.options._source.n            | suggest.s.options._source.logs.n
            SEARCH      | aggregations.a.hits.hits.fields.n      | aggregations.a.hits.hits.fields.logs\\.n
            MSEARCH     | responses.hits.hits._source.n          | responses.hits.hits._source.logs.n
            MSEARCH     | responses.*.hits._id                   | responses.*.hits._id
            """)
    void translatesWhatLeadsIntoDocumentsAndToFields(AnswerKind kind, String paths, String sent) {
        assertThat(sent(kind, paths)).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DOCUMENT | _source
            DOCUMENT | -_source
            DOCUMENT | *
            DOCUMENT | **
            DOCUMENT | **._id,**._score
            DOCUMENT | fields.*
            DOCUMENT | _source\\.n
            DOCUMENT | ''
            DOCUMENT | -
            SEARCH   | hits.hits
            SEARCH   | -hits.hits._source,-took
            SEARCH   | hits.hits._*
            SEARCH   | *.hits._source
            SEARCH   | hits.hits.*
            SEARCH   | hits.hits.**
            SEARCH   | aggregations.a.value,aggregations.*.buckets.key
            SEARCH   | aggregations.fields.n,aggregations._source.value
            SEARCH   | aggregations.a.hits.hits
            SEARCH   | _shards.**.reason
            SOURCE   | n,_source.n,**.logs
            COUNT    | **.count,_source.n
            BY_QUERY | **.logs
            """)
    void copiesWhatMeansTheSame(AnswerKind kind, String paths) {
        assertThat(sent(kind, paths)).isEqualTo(paths);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DOCUMENT | *.n
            DOCUMENT | -*.n
            DOCUMENT | **.logs
            DOCUMENT | **.baseIndex
            DOCUMENT | **.l*
            DOCUMENT | **.*
            DOCUMENT | **.**
            DOCUMENT | **._source.n
            DOCUMENT | **.a.b
            DOCUMENT | fields.*n
            DOCUMENT | fields._i*
            DOCUMENT | _source\\n
            DOCUMENT | _source\\\\.n
            DOCUMENT | _source..n
            DOCUMENT | ._source
            DOCUMENT | _source.
            DOCUMENT | _id,-_source.
            SEARCH   | hits.hits.*.n
            SEARCH   | *.hits._source.n
            SEARCH   | *.*.*.n
            SEARCH   | hits.hits.inner_hits.c.hits.hits._source
            SEARCH   | hits.hits.inner_hits.c.hits.hits._source.n
            SEARCH   | hits.hits.inner_hits.c.hits.hits._s*
            SEARCH   | hits.hits.inner_hits.c.hits.hits.*.n
            SEARCH   | -hits.hits.inner_hits.c.hits.hits._nested
            SEARCH   | -hits.hits.inner_hits.c.hits.hits._nested.offset
            SEARCH   | -hits.hits.inner_hits.*.hits.hits._n*
            SEARCH   | aggregations.a.hits.hits._source
            SEARCH   | aggregations.a.buckets.b.hits.hits._source.n
            SEARCH   | **._source
            SEARCH   | -**.offset
            SEARCH   | hits.**._nested
            SEARCH   | hits.hits.*.*.hits.hits.fields.n
            """)
    void refusesWhatIsNotClear(AnswerKind kind, String paths) {
        String refused = paths.substring(paths.indexOf(',') + 1);

        assertThat(AnswerPaths.of(kind, LOGS, paths))
                .isEqualTo(new Translation.Refused(
                        403, "URL parameter [filter_path] is denied to tenants here with the path [" + refused + "]"));
    }

    @Test
    void findsWhatStandsAtAnyDepthAlsoByTheClustersNameOfAField() {
        assertThat(sent(AnswerKind.SEARCH, "hits.**.n"))
                .isEqualTo("hits.**.n,hits.fields.logs\\.n,hits.**.fields.logs\\.n,hits.highlight.logs\\.n,"
                        + "hits.**.highlight.logs\\.n,hits.ignored_field_values.logs\\.n,"
                        + "hits.**.ignored_field_values.logs\\.n,hits.inner_hits.logs\\.n,hits.**.inner_hits.logs\\.n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            MSEARCH | took                                 | true
            MSEARCH | responses.hits.hits._id              | true
            MSEARCH | **._id                               | true
            MSEARCH | responses.hits.hits._source          | true
            MSEARCH | -responses.hits.hits._source         | true
            MSEARCH | responses.hits.hits.fields._ignored  | true
            MSEARCH | responses.hits.hits._source.n        | false
            MSEARCH | responses.hits.hits.fields.n         | false
            MSEARCH | responses.hits.hits.fields.n*        | false
            MSEARCH | **.n                                 | false
            BULK    | **.error                             | false
            BULK    | items.*.error                        | true
            BULK    | items.update.get._source.n           | false
            """)
    void refusesWhatHangsOnAnIndexThatIsNotKnown(AnswerKind kind, String paths, boolean taken) {
        assertThat(AnswerPaths.of(kind, LOGS.ofNone(), paths))
                .isEqualTo(
                        taken
                                ? new Translation.Physical(paths)
                                : new Translation.Refused(
                                        403,
                                        "URL parameter [filter_path] is denied to tenants here with the path [" + paths
                                                + "]"));
        assertThat(AnswerPaths.hangOnIndex(kind, LOGS, paths)).isEqualTo(!taken);
    }

    @ParameterizedTest
    @EnumSource(AnswerKind.class)
    void copiesEverythingWhereDocumentsAreAsTheTenantWroteThem(AnswerKind kind) {
        String paths = "**.n,_source.n,hits.hits.*.n,-a..b";

        assertThat(AnswerPaths.of(kind, FieldNames.OWN, paths)).isEqualTo(new Translation.Physical(paths));
        assertThat(AnswerPaths.hangOnIndex(kind, FieldNames.OWN, paths)).isFalse();
    }

    @Test
    void takesTheNameOfAnIndexWithFullStopsForOneSegment() {
        assertThat(AnswerPaths.of(AnswerKind.DOCUMENT, FieldNames.under("logs-1.2", "baseIndex"), "_source.n,fields.n"))
                .isEqualTo(new Translation.Physical("_source.logs-1/2.n,fields.logs-1/2\\.n"));
    }

    private static @Nullable String sent(AnswerKind kind, String paths) {
        return AnswerPaths.of(kind, LOGS, paths) instanceof Translation.Physical physical ? physical.name() : null;
    }
}
