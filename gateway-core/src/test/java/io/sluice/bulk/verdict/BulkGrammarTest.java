package io.sluice.bulk.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bulk.verdict.BulkGrammar.Trait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BulkGrammarTest {

    @ParameterizedTest
    @CsvSource({
        "'',           7.17.28, TYPES,               true",
        "'',           7.17.28, UNKNOWN_PASSED_OVER, true",
        "'',           8.0.1,   UNKNOWN_PASSED_OVER, true",
        "'',           8.9.2,   UNKNOWN_PASSED_OVER, false",
        "'',           8.9.2,   TYPES,               false",
        "'',           8.9.2,   PIPELINES_FLAG,      false",
        "'',           8.12.2,  PIPELINES_FLAG,      true",
        "'',           8.12.2,  DATA_STREAM_FLAG,    false",
        "'',           8.15.5,  DATA_STREAM_FLAG,    true",
        "'',           8.16.6,  WRAPPED_ERRORS,      false",
        "'',           8.19.21, WRAPPED_ERRORS,      true",
        "'',           8.19.21, EXCLUDE_VECTORS,     true",
        "'',           9.0.8,   EXCLUDE_VECTORS,     false",
        "'',           9.0.8,   NOTHING_FOLLOWS,     true",
        "'',           9.5.3,   TEMPLATE_PARAMS,     true",
        "'',           8.16.6,  DELETES_ALONE,       false",
        "'',           8.19.21, DELETES_ALONE,       true",
        "'',           9.0.8,   DELETES_ALONE,       true",
        "'',           9.5.3,   DELETES_ALONE,       false",
        "opensearch,   2.0.1,   UNKNOWN_PASSED_OVER, true",
        "opensearch,   2.19.6,  UNKNOWN_PASSED_OVER, false",
        "OpenSearch,   2.19.6,  SHALLOW,             false",
        "OpenSearch,   3.6.0,   SHALLOW,             true",
        "OpenSearch,   2.19.6,  WHOLE_PAIRS,         false",
        "OpenSearch,   3.6.0,   WHOLE_PAIRS,         true",
        "OpenSearch,   3.6.0,   TEMPLATES,           false"
    })
    void knowsWhatAServerTakesByItsVersion(String distribution, String version, Trait trait, boolean has) {
        assertThat(BulkGrammar.of(distribution, version).has(trait)).isEqualTo(has);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "10.0.0", "-1", "7x"})
    void takesAVersionThatItCannotReadForTheNewest(String version) {
        assertThat(BulkGrammar.of("", version).toString()).isEqualTo(BulkGrammar.ELASTICSEARCH_9.toString());
    }

    @Test
    void readsAsAnOlderServerWhereTheMediaTypeAsksForIt() {
        assertThat(BulkGrammar.ELASTICSEARCH_8
                        .compatibleWith("application/vnd.elasticsearch+x-ndjson; compatible-with=7")
                        .has(Trait.TYPES))
                .isTrue();
        assertThat(BulkGrammar.ELASTICSEARCH_9
                        .compatibleWith("application/vnd.elasticsearch+json;compatible-with=8")
                        .has(Trait.NOTHING_FOLLOWS))
                .isFalse();
        assertThat(BulkGrammar.ELASTICSEARCH_9
                        .compatibleWith("application/vnd.elasticsearch+json;compatible-with=008")
                        .has(Trait.NOTHING_FOLLOWS))
                .isFalse();
        assertThat(BulkGrammar.ELASTICSEARCH_8.compatibleWith("application/vnd.elasticsearch+json;compatible-with=8"))
                .isSameAs(BulkGrammar.ELASTICSEARCH_8);
        assertThat(BulkGrammar.ELASTICSEARCH_7.compatibleWith(null)).isSameAs(BulkGrammar.ELASTICSEARCH_7);
    }
}
